import { useState, type MouseEvent, type ReactNode } from 'react';
import { extentOf } from '@lumenloom/plot';
import { conditionColumns, conditionName, conditionOf, isClipped } from '../conditions.ts';
import { Figure, WideTable } from '../figure.tsx';
import { Head, Part } from '../frame.tsx';
import {
  barPlot,
  heatMap,
  histogram,
  linePlot,
  paretoPlot,
  type Point,
  type Side,
} from './plots.ts';
import type { Picking, Run, SweepResults } from './results.ts';
import { PredictionPart } from './prediction-part.tsx';
import { SweepAnswer } from './sweep-answer.tsx';
import { explainedShare, grouped, isWanted, mean, shown, yieldAt } from './statistics.ts';

interface SweepPlotsProps {
  readonly results: SweepResults;
  /** In a page that shows the results while they come. */
  readonly picking?: Picking | undefined;
}

/** What the parts of a report share. */
interface View extends SweepPlotsProps {
  /** Paths that are varied. */
  readonly paths: readonly string[];
  /** What a field or figure is called. */
  readonly nameOf: (code: string) => string;
  /** Runs that gave figures. */
  readonly done: readonly Run[];
  /** Figures that at least one run has; all of them while runs are still to come. */
  readonly figures: readonly string[];
}

interface PartProps {
  readonly view: View;
}

/** The results of a sweep: what the page report.html shows. */
export const SweepReport = ({ results }: Pick<SweepPlotsProps, 'results'>) => (
  <>
    <SweepHead results={results} />
    {results.prediction && <PredictionPart prediction={results.prediction} />}
    <SweepPlots results={results} />
  </>
);

/** Numbers of runs that are listed with their failure. */
const MOST_NUMBERS = 12;

/** Name of the sweep, number of its runs, and its failures. */
function SweepHead({ results }: Pick<SweepPlotsProps, 'results'>) {
  const { name, madeBy, runs } = results;
  const failed = runs.filter(({ status }) => status === 'failed');
  const about = `${runs.length} runs, ${failed.length} failed. ${madeBy}.`;
  return (
    <Head name={name} results={results} answer={<SweepAnswer results={results} />} about={about}>
      {failed.length > 0 && (
        <>
          <h2>Failed runs</h2>
          <ul>
            {[...grouped(failed, ({ message }) => message)].map(([message, group]) => {
              const numbers = group.slice(0, MOST_NUMBERS).map(({ run }) => run);
              const more = group.length - numbers.length;
              return (
                <li key={message}>
                  {message} (run {numbers.join(', ')}
                  {more > 0 && ` and ${more} more`})
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Head>
  );
}

/** Plots, table and contact sheet of a sweep. */
export function SweepPlots({ results, picking }: SweepPlotsProps) {
  const { labels, figureLabels, runs, measure, thumbnails } = results;
  const done = runs.filter(({ status }) => status === 'done');
  const figures = measure.filter(
    (name) => picking || done.some((run) => typeof run.figures[name] === 'number'),
  );
  const paths = Object.keys(labels);
  const nameOf = (code: string): string => labels[code] ?? figureLabels[code] ?? code;
  const view: View = { results, picking, paths, done, figures, nameOf };
  const hasFigures = figures.length > 0;
  return (
    <>
      {hasFigures && paths.length > 0 && <Lines view={view} />}
      {hasFigures && paths.length > 0 && <Sensitivity view={view} />}
      {hasFigures && paths.length > 1 && <HeatMap view={view} />}
      {figures.length > 1 && <Pareto view={view} />}
      {hasFigures && <Yield view={view} />}
      <RunTable view={view} />
      {Object.keys(thumbnails).length > 0 && <ContactSheet view={view} />}
    </>
  );
}

/** Runs that have a figure, and something to hold it against. */
const pointsOf = (
  { done }: View,
  figure: string,
  at: (run: Run) => number | null | undefined = () => 0,
): Point[] =>
  done.flatMap((run) => {
    const [x, y] = [at(run), run.figures[figure]];
    const isOut = isClipped(run, figure);
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y, run, isClipped: isOut }] : [];
  });

/**
 * A choice with its label, and what is chosen: the first option until another one is.
 * @param nameOf what an option is called.
 */
function useChoice(
  label: string,
  options: readonly string[],
  nameOf: (option: string) => string = (option) => option,
): readonly [chosen: string, choice: ReactNode] {
  const [chosen, setChosen] = useState(options[0]!);
  return [
    chosen,
    <label key={label}>
      {label}
      <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>,
  ];
}

interface SectionProps extends PartProps {
  readonly title: string;
  readonly description: string;
  readonly choices?: ReactNode;
  readonly children: ReactNode;
}

/** A part with choices above and plots below. */
function Section({ view: { done, picking }, title, description, choices, children }: SectionProps) {
  const onClick = ({ target }: MouseEvent): void => {
    const run = (target as Element).closest('[data-run]')?.getAttribute('data-run');
    if (run) picking?.onRun(Number(run));
  };
  return (
    <Part title={title} about={description}>
      <div className="controls">{choices}</div>
      <div className="plots" onClick={onClick}>
        {done.length > 0 ? children : <p>No run has ended yet.</p>}
      </div>
    </Part>
  );
}

const NoFigure = ({ name }: { readonly name: string }) => <p>No run has {name} yet.</p>;

/** A variable as places on an axis: its numbers, or the places of its other values in a list. */
function placesOf(
  runs: readonly Run[],
  path: string,
  partNames: SweepResults['partNames'] = {},
): { readonly at: (run: Run) => number; readonly names: readonly string[] | undefined } {
  if (runs.every(({ values }) => typeof values[path] === 'number'))
    return { at: ({ values }) => values[path] as number, names: undefined };
  const names = [...new Set(runs.map(({ values }) => shown(values[path])))];
  return {
    at: ({ values }) => names.indexOf(shown(values[path])),
    names: names.map((name) => partNames[name] ?? name),
  };
}

function Lines({ view }: PartProps) {
  const { done, figures, paths, nameOf, picking, results } = view;
  const [path, against] = useChoice('Against', paths, nameOf);
  const { at, names } = placesOf(done, path, results.partNames);
  return (
    <Section
      view={view}
      title="Figures"
      choices={against}
      description="Each point is a run; the line joins the means. A hollow point is clipped and out of the line."
    >
      {figures.map((figure) => {
        const points = pointsOf(view, figure, at);
        return (
          points.length > 0 && (
            <Figure
              key={figure}
              {...linePlot(nameOf(figure), nameOf(path), points, names, picking)}
            />
          )
        );
      })}
    </Section>
  );
}

function Sensitivity({ view }: PartProps) {
  const { figures, paths, nameOf } = view;
  const sharesOf = (points: readonly Point[]) =>
    paths
      .map((path) => {
        const valueOf = ({ values: { [path]: value } }: Run) =>
          typeof value === 'number' ? value : shown(value);
        const pairs = points.map(({ y, run }) => [valueOf(run), y] as const);
        return [nameOf(path), explainedShare(pairs)] as const;
      })
      .toSorted(([, a], [, b]) => b - a);
  return (
    <Section
      view={view}
      title="Sensitivity"
      description="Share of the variance of a figure that each field explains by itself; what is missing to 100 % is noise and fields acting together."
    >
      {figures.map((figure) => {
        const points = pointsOf(view, figure);
        return (
          points.length > 0 && (
            <Figure key={figure} {...barPlot(nameOf(figure), sharesOf(points))} />
          )
        );
      })}
    </Section>
  );
}

/** The values of a variable along a side of a heat map, numbers by size. */
function sideOf({ done, nameOf }: View, path: string): Side {
  const values = [...new Set(done.map((run) => run.values[path]))];
  const sorted = values.every((value) => typeof value === 'number')
    ? values.toSorted((a, b) => a - b)
    : values;
  return { title: nameOf(path), values: sorted.map(shown) };
}

function HeatMap({ view }: PartProps) {
  const { figures, paths, nameOf } = view;
  const [figure, figureChoice] = useChoice('Figure', figures, nameOf);
  const [across, acrossChoice] = useChoice('Across', paths, nameOf);
  const [up, upChoice] = useChoice('Up', [...paths.slice(1), paths[0]!], nameOf);
  const [columns, rows] = [sideOf(view, across), sideOf(view, up)];
  const placeOf = ({ values }: Side, value: unknown): number => values.indexOf(shown(value));
  const groups = grouped(
    pointsOf(view, figure),
    ({ run: { values } }) => `${placeOf(columns, values[across])} ${placeOf(rows, values[up])}`,
  );
  const cells = [...groups].map(([key, group]) => {
    const [column, row] = key.split(' ').map(Number) as [number, number];
    return { column, row, value: mean(group.map(({ y }) => y)) };
  });
  return (
    <Section
      view={view}
      title="Heat map"
      choices={[figureChoice, acrossChoice, upChoice]}
      description="Mean of a figure over two fields."
    >
      {cells.length === 0 ? (
        <NoFigure name={nameOf(figure)} />
      ) : across === up ? (
        <p>Choose two different fields.</p>
      ) : (
        <Figure {...heatMap(nameOf(figure), cells, columns, rows)} />
      )}
    </Section>
  );
}

const GOALS = ['more is better', 'less is better'];
const signOf = (goal: string): 1 | -1 => (goal === GOALS[0] ? 1 : -1);

function Pareto({ view }: PartProps) {
  const { figures, nameOf, picking } = view;
  const [x, xChoice] = useChoice('Across', figures, nameOf);
  const [betterX, betterXChoice] = useChoice('Across:', GOALS);
  const [y, yChoice] = useChoice('Up', [...figures.slice(1), figures[0]!], nameOf);
  const [betterY, betterYChoice] = useChoice('Up:', GOALS);
  const points = pointsOf(view, y, (run) => run.figures[x]);
  const better = { x: signOf(betterX), y: signOf(betterY) };
  return (
    <Section
      view={view}
      title="Pareto front"
      description="Runs that no other run beats in both figures."
      choices={[xChoice, betterXChoice, yChoice, betterYChoice]}
    >
      {points.length === 0 ? (
        <NoFigure name={`${nameOf(x)} and ${nameOf(y)}`} />
      ) : (
        <Figure {...paretoPlot({ x: nameOf(x), y: nameOf(y) }, points, better, picking)} />
      )}
    </Section>
  );
}

function Yield({ view }: PartProps) {
  const { nameOf } = view;
  const [figure, figureChoice] = useChoice('Figure', view.figures, nameOf);
  const [relation, relationChoice] = useChoice('must be', ['at least', 'at most']);
  const [limit, setLimit] = useState('');
  const values = pointsOf(view, figure).map(({ y }) => y);
  const bound = limit === '' ? undefined : Number(limit);
  return (
    <Section
      view={view}
      title="Distribution and yield"
      description="How a figure is distributed over the runs, and how many keep a limit."
      choices={
        <>
          {figureChoice}
          {relationChoice}
          <label>
            the limit
            <input
              type="number"
              step="any"
              aria-label="Limit"
              value={limit}
              onChange={({ currentTarget }) => setLimit(currentTarget.value)}
            />
          </label>
        </>
      }
    >
      {values.length === 0 ? (
        <NoFigure name={nameOf(figure)} />
      ) : (
        <>
          <Figure {...histogram(nameOf(figure), values, bound)} />
          <p>
            {distribution(values)}{' '}
            {bound === undefined
              ? 'Type a limit to see the yield.'
              : `Yield ${shown(100 * yieldAt(values, bound, relation === 'at least'))} %.`}
          </p>
        </>
      )}
    </Section>
  );
}

/** How values are distributed, as a sentence. */
function distribution(values: readonly number[]): string {
  const average = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
  const [least, most] = extentOf(values);
  return `${values.length} runs: mean ${shown(average)}, standard deviation ${shown(deviation)}, from ${shown(least)} to ${shown(most)}.`;
}

/** The cell of a run in the table. */
const cellOf = (run: Run, column: string): unknown =>
  column === 'run' || column === 'seed' || column === 'status' || column === 'message'
    ? run[column]
    : (run.figures[column] ?? run.values[column] ?? conditionOf(run, column));

/** Numbers by size, anything else as text. */
const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : shown(one).localeCompare(shown(other));

/** Rows of the table that are drawn; the filter reaches the others. */
const MOST_ROWS = 2000;

interface TableProps {
  readonly view: Pick<View, 'paths' | 'nameOf' | 'picking'> & {
    readonly results: Pick<SweepResults, 'runs' | 'measure'>;
  };
}

/** All runs, sorted and filtered. */
export function RunTable({ view: { results, paths, picking, ...view } }: TableProps) {
  const { runs, measure } = results;
  const nameOf = (code: string): string => conditionName(code) ?? view.nameOf(code);
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState({ column: 'run', sign: 1 });
  const ofConditions = conditionColumns(runs);
  const columns = ['run', 'seed', ...paths, ...measure, ...ofConditions, 'status', 'message'];
  const cellsOf = (run: Run) =>
    columns.map((code) => ({ names: [code, nameOf(code)], text: shown(cellOf(run, code)) }));
  const wanted = runs
    .filter((run) => isWanted(cellsOf(run), filter))
    .sort((a, b) => order.sign * compare(cellOf(a, order.column), cellOf(b, order.column)));
  return (
    <Part title="Runs">
      <div className="controls">
        <label>
          Show
          <input
            type="search"
            size={36}
            placeholder={`${nameOf(paths[0] ?? 'run')} > 1 and done`}
            value={filter}
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
        <span role="status" className="soft">
          {wanted.length} of {runs.length} runs
          {wanted.length > MOST_ROWS && `, the first ${MOST_ROWS} here`}
        </span>
      </div>
      <WideTable label="Table of runs" className="runs">
        <thead>
          <tr>
            {columns.map((column) => {
              const sign = column === order.column ? order.sign : 0;
              return (
                <th
                  key={column}
                  scope="col"
                  aria-sort={sign === 0 ? 'none' : sign > 0 ? 'ascending' : 'descending'}
                >
                  <button type="button" onClick={() => setOrder({ column, sign: -sign || 1 })}>
                    {nameOf(column)}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {wanted.slice(0, MOST_ROWS).map((run) => (
            <tr key={run.run} className={run.status}>
              {columns.map((column) => (
                <td key={column}>
                  {column === 'run' && picking ? (
                    <button
                      type="button"
                      aria-label={`Run ${run.run}`}
                      onClick={() => picking.onRun(run.run)}
                    >
                      {run.run}
                    </button>
                  ) : (
                    shown(cellOf(run, column))
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </Part>
  );
}

interface SheetProps {
  readonly view: Pick<View, 'done' | 'paths' | 'nameOf'> & {
    readonly results: Pick<SweepResults, 'thumbnails' | 'pictures'>;
  };
}

/** The pictures of the runs. */
export function ContactSheet({ view: { results, done, paths, nameOf } }: SheetProps) {
  const { thumbnails, pictures = '' } = results;
  const pictured = done.filter(({ run }) => thumbnails[run] !== undefined);
  return (
    <Part
      title="Contact sheet"
      about={
        pictured.length < done.length
          ? `The first ${pictured.length} pictures; the others are in the folder.`
          : undefined
      }
    >
      <div className="sheet">
        {pictured.map(({ run, values }) => (
          <a key={run} href={`${pictures}run_${String(run).padStart(6, '0')}.png`}>
            <img src={thumbnails[run]} alt={`Picture of run ${run}`} />
            Run {run}. {paths.map((path) => `${nameOf(path)}: ${shown(values[path])}`).join('; ')}
          </a>
        ))}
      </div>
    </Part>
  );
}

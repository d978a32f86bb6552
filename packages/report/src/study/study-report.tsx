import { isClipped } from '../conditions.ts';
import { useState } from 'react';
import { Figure } from '../figure.tsx';
import { Head, NamedTable, Part } from '../frame.tsx';
import { Facts } from '../lists.tsx';
import { barPlot, paretoPlot, scatterPlot, type Point } from '../sweep/plots.ts';
import type { Picking } from '../sweep/results.ts';
import { shown } from '../sweep/statistics.ts';
import { ContactSheet, RunTable } from '../sweep/sweep-report.tsx';
import { convergencePlot, parallelPlot, type Brush, type ParallelAxis } from './plots.ts';
import type { Difference, StudyConstraint, StudyResults, StudyRun } from './results.ts';

interface StudyProps {
  readonly results: StudyResults;
  /** In a page that shows the results while they come. */
  readonly picking?: Picking | undefined;
}

/** The results of a study: what the page report.html shows. */
export const StudyReport = ({ results }: Pick<StudyProps, 'results'>) => (
  <>
    <StudyHead results={results} />
    <StudyPlots results={results} />
  </>
);

/** What fields and figures of a study are called. */
const namesIn =
  ({ labels, figureLabels }: StudyResults) =>
  (code: string): string =>
    labels[code] ?? figureLabels[code] ?? code;

/** Whether a run keeps a constraint: 'noise at most 24.6 dB: met'. */
export function ruleInWords(
  { name, rule, min = -Infinity, max = Infinity }: StudyConstraint,
  { figures }: Pick<StudyRun, 'figures'>,
): string {
  const value = figures[name];
  const isMet = typeof value === 'number' && value >= min && value <= max;
  return `${rule}: ${isMet ? 'met' : 'broken'}`;
}

/** What a study with one objective has found, in a sentence: which is what people ask first. */
export function StudyAnswer({ results }: Pick<StudyProps, 'results'>) {
  const { objectives, runs, best, hasStart, validation } = results;
  const [objective, another] = objectives;
  if (best === undefined || !objective || another || !hasStart) return null;
  const figureIn = (run: number): string => {
    const fresh = validation?.find((one) => one.run === run)?.figures[objective.name];
    return fresh ? meanInWords(fresh) : shown(runs[run]?.figures[objective.name]);
  };
  const name = namesIn(results)(objective.name);
  const kept = results.constraints.length > 0 ? ', and every limit is kept' : '';
  return (
    <p>
      <b>
        {best === 0
          ? `Nothing better than the start was found. ${name}: ${figureIn(0)}.`
          : `${name}: ${figureIn(0)} → ${figureIn(best)} (run ${best})${kept}.`}
      </b>
    </p>
  );
}

function StudyHead({ results }: Pick<StudyProps, 'results'>) {
  const { name, madeBy, runs, stopped, algorithm, formulas, notes } = results;
  const { constraints, objectives } = results;
  const nameOf = namesIn(results);
  const failed = runs.filter(({ status }) => status === 'failed').length;
  const goals = objectives.map(({ name: objective, goal, value }) =>
    goal === 'target' ? `${nameOf(objective)} towards ${value}` : `${goal} ${nameOf(objective)}`,
  );
  return (
    <Head
      name={name}
      results={results}
      answer={<StudyAnswer results={results} />}
      about={`${runs.length} runs, ${failed} failed, with ${algorithm}. ${stopped} ${madeBy}.`}
      facts={formulas.map(([key, text]) => [key, <code key={key}>{text}</code>])}
      notes={notes}
    >
      <p>
        Wanted: {goals.join('; ')}
        {constraints.length > 0 && `, with ${constraints.map(({ rule }) => rule).join('; ')}`}.
      </p>
    </Head>
  );
}

/** Best run, plots, table and contact sheet of a study. */
export function StudyPlots({ results, picking }: StudyProps) {
  const isSingle = results.objectives.length === 1;
  const paths = Object.keys(results.labels);
  const done = results.runs.filter(({ status }) => status === 'done');
  return (
    <>
      {results.best !== undefined && <Gain results={results} />}
      {isSingle && <Convergence results={results} />}
      {!isSingle && <Fronts results={results} picking={picking} />}
      <Parallel results={results} />
      {results.importance && <Importances results={results} />}
      <Variables results={results} picking={picking} />
      {results.validation && <ValidationTable results={results} />}
      <RunTable view={{ results, paths, nameOf: namesIn(results), picking }} />
      {Object.keys(results.thumbnails).length > 0 && (
        <ContactSheet view={{ results, done, paths, nameOf: (key) => results.labels[key]! }} />
      )}
    </>
  );
}

const numberOf = (run: StudyRun | undefined, name: string): number | undefined => {
  const value = run?.figures[name];
  return typeof value === 'number' ? value : undefined;
};

/** What the best changed against the start, in words. */
function Gain({ results }: StudyProps) {
  const { runs, best, hasStart, labels, measure, constraints } = results;
  const nameOf = namesIn(results);
  const gains = Object.entries(
    results.validation?.find(({ run }) => run === best)?.againstStart ?? {},
  );
  const [start, chosen] = [hasStart ? runs[0] : undefined, runs.find(({ run }) => run === best)];
  if (!chosen) return null;
  const change = (before: unknown, after: unknown): string =>
    start && shown(before) !== shown(after) ? `${shown(before)} → ${shown(after)}` : shown(after);
  return (
    <Part
      title={`Best: run ${chosen.run}${start && start.run !== chosen.run ? ', against the start' : ''}`}
    >
      <Facts
        facts={[
          ...Object.entries(labels).map(
            ([key, label]) => [label, change(start?.values[key], chosen.values[key])] as const,
          ),
          ...measure.map((code) => {
            const value = <b>{change(start?.figures[code], chosen.figures[code])}</b>;
            return [nameOf(code), value] as const;
          }),
        ]}
      />
      {constraints.length > 0 && (
        <p>{constraints.map((one) => ruleInWords(one, chosen)).join('; ')}.</p>
      )}
      {gains.length > 0 && (
        <p>
          Against the start, both with fresh noise:{' '}
          {gains
            .map(([name, difference]) => `${nameOf(name)} ${differenceInWords(difference)}`)
            .join('; ')}
          .
        </p>
      )}
    </Part>
  );
}

/** A number without digits that a standard error above 0 does not allow; the error keeps two. */
export function withinError(value: number, standardError: number): string {
  const place = 1 - Math.floor(Math.log10(standardError));
  const step = 10 ** -place;
  const text =
    place < 0 ? String(Math.round(value / step) * step) : value.toFixed(Math.min(12, place));
  return text.replace('-', '−');
}

/** A mean and its standard error, without digits that the error does not allow: '30.12 ± 0.03'. */
export function meanInWords({
  mean,
  standardError,
}: {
  readonly mean: number;
  readonly standardError: number;
}): string {
  if (!(standardError > 0)) return `${shown(mean)} ± 0`;
  return [mean, standardError].map((value) => withinError(value, standardError)).join(' ± ');
}

/** A difference with its interval. @param inWords of a number. */
export function differenceInWords(
  { mean, low, high, covers = 'noise' }: Difference,
  inWords: (value: number) => string = shown,
): string {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${inWords(value)}`;
  return low === null || high === null
    ? `${signed(mean)} (one ${covers === 'noise' ? 'noise' : 'picture'}, so without an interval)`
    : `${signed(mean)} (95 % for ${covers === 'noise' ? 'the noise on this scene' : covers}: ${signed(low)} to ${signed(high)})`;
}

function Convergence({ results }: StudyProps) {
  const { objectives, runs, hasStart, restarts, baseline } = results;
  const objective = objectives[0]!;
  const title = `Best ${namesIn(results)(objective.name)} so far`;
  if (!runs.some(({ feasible }) => feasible)) return null;
  const caption = [
    ...(hasStart ? ['the dashed line is the start'] : []),
    ...(baseline.length > 0 ? ['the grey line is as many random points'] : []),
    ...(restarts.length > 0 ? [`the search began anew ${restarts.length} times (dotted)`] : []),
  ].join('; ');
  return (
    <Part title="Convergence">
      <div className="plots">
        <Figure
          title={title}
          drawing={convergencePlot({ title, objective, runs, hasStart, restarts, baseline })}
          caption={caption}
        />
      </div>
    </Part>
  );
}

/** The front in each pair of objectives. */
function Fronts({ results, picking }: StudyProps) {
  const { objectives, runs, hypervolume } = results;
  const nameOf = namesIn(results);
  const feasible = runs.filter((run) => run.feasible);
  const pairs = objectives.flatMap((x, at) => objectives.slice(at + 1).map((y) => [x, y] as const));
  const better = ({ goal }: (typeof objectives)[number]): 1 | -1 => (goal === 'maximise' ? 1 : -1);
  return (
    <Part title="Front">
      <div className="plots">
        {pairs.map(([x, y]) => {
          const points = feasible.flatMap((run): Point[] => {
            const [across, up] = [numberOf(run, x.name), numberOf(run, y.name)];
            return across === undefined || up === undefined
              ? []
              : [{ x: across, y: up, run, isClipped: isClipped(run, y.name) }];
          });
          if (points.length === 0) return null;
          const names = { x: nameOf(x.name), y: nameOf(y.name) };
          const drawing = paretoPlot(names, points, { x: better(x), y: better(y) }, picking);
          return <Figure key={`${x.name} ${y.name}`} {...drawing} />;
        })}
      </div>
      {hypervolume.length > 0 && (
        <p className="soft">
          {results.front.length} runs of the front dominate a volume of{' '}
          {shown(hypervolume.at(-1)!.value)}.
        </p>
      )}
    </Part>
  );
}

function Parallel({ results }: StudyProps) {
  const { runs, labels, objectives, constraints } = results;
  const nameOf = namesIn(results);
  const [brushes, setBrushes] = useState<Readonly<Record<number, Omit<Brush, 'axis'>>>>({});
  const done = runs.filter(({ status }) => status === 'done');
  const figures = [...new Set([...objectives, ...constraints].map(({ name }) => name))];
  const axes: readonly ParallelAxis[] = [
    ...Object.entries(labels).map(([key, title]) => ({
      title,
      valueOf: (run: StudyRun) => run.values[key],
    })),
    ...figures.map((name) => ({
      title: nameOf(name),
      valueOf: (run: StudyRun) => run.figures[name],
    })),
  ];
  if (done.length === 0) return null;
  const list = Object.entries(brushes).map(([axis, range]) => ({ axis: Number(axis), ...range }));
  return (
    <Part title="All runs">
      <Figure
        isWide
        title="Feasible runs are dark"
        drawing={parallelPlot(axes, done, list)}
        caption="Each line is a run. The ranges below leave out what lies outside them."
      />
      <details>
        <summary>Ranges</summary>
        <div className="controls">
          {axes.map(({ title }, at) => {
            const range = brushes[at] ?? { low: 0, high: 1 };
            const set = (change: Partial<typeof range>) =>
              setBrushes({ ...brushes, [at]: { ...range, ...change } });
            return (
              <label key={title}>
                {title}
                {(['low', 'high'] as const).map((end) => (
                  <input
                    key={end}
                    type="range"
                    min={0}
                    max={1}
                    step={0.01}
                    value={range[end]}
                    aria-label={`${title}, ${end === 'low' ? 'lowest' : 'highest'}`}
                    onChange={({ currentTarget }) => set({ [end]: Number(currentTarget.value) })}
                  />
                ))}
              </label>
            );
          })}
        </div>
      </details>
    </Part>
  );
}

const Importances = ({ results, results: { importance, labels } }: StudyProps) => (
  <Part
    title="Importance"
    about="The share of the variance of an objective that a variable explains with all others, by a random forest on the runs."
  >
    <div className="plots">
      {Object.entries(importance!).map(([objective, shares]) => (
        <Figure
          key={objective}
          {...barPlot(
            namesIn(results)(objective),
            Object.entries(shares)
              .map(([key, { total }]) => [labels[key] ?? key, Math.min(1, total)] as const)
              .toSorted(([, a], [, b]) => b - a),
          )}
        />
      ))}
    </div>
  </Part>
);

/** Each variable against each objective. */
function Variables({ results, picking }: StudyProps) {
  const { runs, labels, objectives } = results;
  const nameOf = namesIn(results);
  const done = runs.filter(({ status }) => status === 'done');
  if (done.length === 0) return null;
  return (
    <Part title="Variables">
      <div className="plots">
        {objectives.flatMap(({ name }) =>
          Object.entries(labels).map(([key, label]) => {
            const values = [...new Set(done.map((run) => run.values[key]))];
            const names = values.every((value) => typeof value === 'number')
              ? undefined
              : values.map((value) => shown(value));
            const points = done.flatMap((run): Point[] => {
              const y = numberOf(run, name);
              const value = run.values[key];
              const x = names ? names.indexOf(shown(value)) : (value as number);
              return y === undefined ? [] : [{ x, y, run, isClipped: isClipped(run, name) }];
            });
            if (points.length === 0) return null;
            return (
              <Figure
                key={`${name} ${key}`}
                {...scatterPlot(nameOf(name), label, points, names, picking)}
              />
            );
          }),
        )}
      </div>
    </Part>
  );
}

function ValidationTable({ results, results: { validation } }: StudyProps) {
  const nameOf = namesIn(results);
  const rows = validation!.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
  const names = Object.keys(rows[0]?.figures ?? {});
  return (
    <Part
      title="Validation"
      about="The same points with fresh noise: mean and standard error, and the mean of the differences from the start in the same noises."
    >
      <NamedTable
        label="Validation"
        headings={['order', 'run', ...names].map(nameOf)}
        rows={rows.map(({ run, order, figures, againstStart }) => ({
          name: order ?? 'start',
          cells: [
            run,
            ...names.map((code) =>
              [
                meanInWords(figures[code]!),
                ...(againstStart?.[code] ? [differenceInWords(againstStart[code])] : []),
              ].join(', '),
            ),
          ],
        }))}
      />
    </Part>
  );
}

import { labelOfPath } from '@lumenloom/experiment/page';
import { Button } from '@mantine/core';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { calls } from '../../../../../api/evaluations.ts';
import { LinePlot } from '../../../../kit/figures/line-plot.tsx';
import type { ExperimentProps } from '../../contributions.tsx';
import type { OpenedPicture } from './opened-picture.tsx';
import type { Score } from './score.ts';
import type { ScoreGallery } from './galleries.ts';
import {
  differenceInWords,
  exposureInWords,
  figuresIn,
  intervalInWords,
  score,
  signed,
  type ScoreResults as Results,
} from './score-results.ts';
import viewStyles from '../../../../kit/study/study-view.module.css';
import styles from './score-view.module.css';

interface ScoreResultsProps extends ExperimentProps<Score> {
  /** Shows a picture of a gallery in Result. */
  readonly onOpen: (picture: OpenedPicture) => void;
}

interface TableProps {
  readonly results: Results;
}

/** What a network finds through each camera, in place of the picture. */
export function ScoreResults({ experiment, onOpen }: ScoreResultsProps) {
  const { status, document } = experiment;
  if (experiment.results === undefined)
    return <p className={viewStyles.empty}>The results come when all pictures have ended.</p>;
  const results = experiment.results as Results;
  const failed = new Set(results.failed.map(({ image }) => image)).size;
  return (
    <div className={styles.results} tabIndex={0} role="group" aria-label={`Score ${status.name}`}>
      {results.answer?.map((sentence) => (
        <p key={sentence} className={styles.answer}>
          {sentence}
        </p>
      ))}
      <p>
        The pictures were taken by cameras: their own blur and noise are in every column, ideal
        included.
      </p>
      {results.warnings
        // The sentence above and the one below say these.
        .filter((warning) => !/^The pictures were taken|pictures failed/.test(warning))
        .map((warning) => (
          <p key={warning}>{asSentence(warning)}</p>
        ))}
      {failed > 0 && (
        <p className={styles.failed}>
          {failed} pictures failed and count for no camera: {results.failed[0]!.message}
        </p>
      )}
      <Table results={results} />
      <ByCondition results={results} conditions={document.conditions} />
      <ByPicture results={results} />
      <Ladder results={results} />
      <Galleries
        id={status.id}
        onOpen={(picture) => onOpen({ ...picture, recipe: document.cameras[picture.camera] })}
      />
      <p>
        All of this is a page of its own:{' '}
        <a href={`/api/evaluations/${status.id}/report.html`} download>
          report.html
        </a>
        .
      </p>
    </div>
  );
}

/** With a capital letter, but for the name of a key: scene.hfov. */
const asSentence = (text: string): string =>
  /^\w+\.\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** What cameras miss and invent: a button for each kind with its count, and the crops of one. */
function Galleries({
  id,
  onOpen,
}: {
  readonly id: string;
  readonly onOpen: (picture: OpenedPicture) => void;
}) {
  const [galleries, setGalleries] = useState<readonly ScoreGallery[] | string>([]);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    void calls.json(id, 'galleries.json', leaving.signal).then(
      (found) => setGalleries(found as readonly ScoreGallery[]),
      (error: unknown) => {
        if (!leaving.signal.aborted)
          setGalleries(error instanceof Error ? error.message : String(error));
      },
    );
    return () => leaving.abort();
  }, [id]);
  if (typeof galleries === 'string') return <p className={styles.failed}>{galleries}</p>;
  const shown = galleries.find(({ title }) => title === chosen);
  return (
    <>
      {galleries.length > 0 && <h3>Pictures</h3>}
      <div className={styles.kinds}>
        {galleries.map(({ title, count }) => (
          <Button
            key={title}
            size="compact-xs"
            variant={title === chosen ? 'filled' : 'default'}
            aria-pressed={title === chosen}
            disabled={count === 0}
            onClick={() => setChosen(title === chosen ? undefined : title)}
          >
            {title} {count}
          </Button>
        ))}
      </div>
      {shown && (
        <>
          <p>
            Camera at the left, {shown.beside ?? 'the ideal camera'} at the right; the truth is
            dashed, what was found solid.
            {shown.entries.length < shown.count &&
              ` The ${shown.entries.length} that weigh most of ${shown.count}.`}
          </p>
          <ul className={styles.crops}>
            {shown.entries.map(({ caption, camera, ideal, whole }) => (
              <li key={caption}>
                {whole ? (
                  <button
                    type="button"
                    title="Shows the whole picture in Result"
                    onClick={() => onOpen({ ...whole, caption })}
                  >
                    <img src={camera} alt={`${caption}, through the camera`} />
                  </button>
                ) : (
                  <img src={camera} alt={`${caption}, through the camera`} />
                )}
                <img src={ideal} alt={`${caption}, ${shown.beside ?? 'ideal'}`} />
                {caption}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const wide = (label: string, head: readonly string[], body: ReactNode) => (
  <div className={styles.wide} tabIndex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          {head.slice(1).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  </div>
);

/** The letter before the name of a camera. */
const letterIn = (name: string): string => name.split(' ')[0]!;

/** A figure, with its 95 % interval below. */
const cell = (key: string, text: string, ends: Parameters<typeof intervalInWords>[0]) => (
  <td key={key}>
    {text}
    <small>{intervalInWords(ends)}</small>
  </td>
);

/** The ideal column, the cameras with their loss against it, and the differences of the cameras. */
function Table({ results }: TableProps) {
  const { source, cameras, differences } = results;
  const below = (value: number | null | undefined, ideal: number | null | undefined) =>
    typeof value === 'number' && typeof ideal === 'number' ? ` (${signed(value - ideal)})` : '';
  return wide(
    'Figures of the ideal camera and of each camera',
    [
      'figure',
      'ideal',
      ...cameras.map(({ name }) => name),
      ...differences.map(({ from, to }) => `${letterIn(from)} − ${letterIn(to)}`),
    ],
    <>
      {figuresIn(results).map(([key, label]) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          {source.floor === undefined ? (
            cell('ideal', score(source.figures[key]), source.intervals?.[key])
          ) : (
            <td key="ideal">{source.floor}</td>
          )}
          {cameras.map(({ name, figures, intervals, floor }) =>
            floor === undefined ? (
              cell(
                name,
                score(figures[key]) + below(figures[key], source.figures[key]),
                intervals?.[key],
              )
            ) : (
              <td key={name}>{floor}</td>
            ),
          )}
          {differences.map(({ from, to, figures }) => (
            <td key={`${from} ${to}`}>{differenceInWords(figures[key])}</td>
          ))}
        </tr>
      ))}
      {(source.perClass ?? []).map(({ category, ap, intervals }, at) => (
        <tr key={category}>
          <th scope="row">{category}</th>
          {cell('ideal', score(ap), intervals?.ap)}
          {cameras.map(({ name, perClass }) => {
            const own = perClass?.[at];
            return cell(name, score(own?.ap) + below(own?.ap, ap), own?.intervals?.ap);
          })}
          {differences.map(({ from, to, perClass }) => (
            <td key={`${from} ${to}`}>{differenceInWords(perClass?.[at]?.ap)}</td>
          ))}
        </tr>
      ))}
    </>,
  );
}

/** Whether positive values span more than a decade. @param sorted the smallest first. */
const isOverDecade = (sorted: readonly number[]): boolean =>
  sorted[0]! > 0 && sorted.at(-1)! > 10 * sorted[0]!;

const LINES = ['solid', 'dashed', 'dotted', 'solid'] as const;

/** The leading figure over the conditions: a curve where one number is varied, else a table. */
function ByCondition({
  results,
  conditions,
}: TableProps & {
  readonly conditions: Score['document']['conditions'];
}) {
  const [lead] = figuresIn(results);
  if (!lead || conditions.length < 2) return null;
  const [key, label] = lead;
  const { cameras, source } = results;
  const sets = conditions.map(({ set }) => Object.entries(set));
  const [path] = sets[0]?.[0] ?? [];
  const isCurve = sets.every(
    (set) => set.length === 1 && set[0]![0] === path && typeof set[0]![1] === 'number',
  );
  const at = (camera: Results['cameras'][number], name: string) =>
    camera.byCondition?.find((one) => one.condition === name);
  const valueAt = (camera: Results['cameras'][number], name: string) =>
    at(camera, name)?.figures[key];
  const table = (
    <>
      <h3>{label} by condition</h3>
      {wide(
        `${label} by condition`,
        ['camera', ...conditions.map(({ name }) => name)],
        cameras.map((camera) => (
          <tr key={camera.name}>
            <th scope="row">{camera.name}</th>
            {conditions.map(({ name }) => (
              <td key={name}>
                {score(valueAt(camera, name))}
                <small>{intervalInWords(at(camera, name)?.intervals?.[key])}</small>
                <small>{exposureInWords(at(camera, name)?.exposure)}</small>
              </td>
            ))}
          </tr>
        )),
      )}
    </>
  );
  if (!isCurve) return table;
  const sorted = conditions
    .map(({ name, set }) => ({ name, x: Object.values(set)[0] as number }))
    .toSorted((one, other) => one.x - other.x);
  const curve = (name: string, valueOf: (condition: string) => number | null | undefined) => {
    const points = sorted.flatMap((one) => {
      const y = valueOf(one.name);
      return typeof y === 'number' ? [{ x: one.x, y }] : [];
    });
    return { name, x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
  };
  return (
    <>
      {table}
      <div className={styles.plot}>
        <LinePlot
          title={`${label} by condition`}
          xLabel={path === 'sceneLuminance' ? 'Luminance (cd/m²)' : labelOfPath(path!)}
          yLabel={label}
          isLogX={isOverDecade(sorted.map(({ x }) => x))}
          curves={[
            { ...curve('ideal', () => source.figures[key]), line: 'dotted' },
            ...cameras.map((camera, place) => ({
              ...curve(camera.name, (name) => valueAt(camera, name)),
              line: LINES[place]!,
            })),
          ]}
        />
      </div>
    </>
  );
}

/** The leading figure by the conditions under which the pictures were taken. */
function ByPicture({ results }: TableProps) {
  const [lead] = figuresIn(results);
  const parts = results.source.byPicture;
  if (!lead || !parts) return null;
  const [key, label] = lead;
  return (
    <>
      <h3>{label} by the condition of the pictures</h3>
      {wide(
        `${label} by the condition of the pictures`,
        ['condition', ...parts.map(({ condition, images }) => `${condition}, ${images}`)],
        [{ name: 'ideal', ...results.source }, ...results.cameras].map(({ name, byPicture }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {byPicture?.map((part) => (
              <td key={part.condition}>{score(part.figures[key])}</td>
            ))}
          </tr>
        )),
      )}
    </>
  );
}

/** What each part of a camera costs of the leading figure. */
function Ladder({ results }: TableProps) {
  const [lead] = figuresIn(results);
  const climbed = results.cameras.flatMap(({ name, ladder, byCondition }) =>
    ladder ? [{ name, ladder, byCondition }] : [],
  );
  if (!lead || climbed.length === 0) return null;
  const [key, label] = lead;
  const stages = climbed[0]!.ladder.slice(1).map(({ stage }) => stage);
  return (
    <Fragment>
      <h3>What each part costs, of {label}</h3>
      {wide(
        'Ladder of losses',
        ['loss', ...stages],
        climbed
          .flatMap(({ name, ladder, byCondition = [] }) => [
            { name, ladder },
            ...(byCondition.length > 1
              ? byCondition.map((own) => ({
                  name: `${name}, ${own.condition}`,
                  ladder: own.ladder ?? [],
                }))
              : []),
          ])
          .map(({ name, ladder }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {ladder.slice(1).map(({ stage, loss }) => (
                <td key={stage}>{score(loss[key])}</td>
              ))}
            </tr>
          )),
      )}
    </Fragment>
  );
}

import { axisOver, drawn, plot, type Drawn } from '@lumenloom/plot';
import { PAGE_LOOK } from '../figure.tsx';
import { wrapped } from '../wrapped.ts';
import type { StudyObjective, StudyRun } from './results.ts';

const WIDTH = 560;
const HEIGHT = 300;

/** An objective's value turned so that less is better. */
export function turned({ goal, value: wanted = 0 }: StudyObjective, value: number): number {
  if (goal === 'target') return Math.abs(value - wanted);
  return goal === 'maximise' ? -value : value;
}

/** The best objective so far of the feasible runs, where it changes; turned values. */
export function bestSoFar(
  objective: StudyObjective,
  runs: readonly StudyRun[],
): readonly (readonly [run: number, value: number])[] {
  let best = Infinity;
  return runs.flatMap(({ run, feasible, figures }) => {
    const figure = figures[objective.name];
    if (!feasible || typeof figure !== 'number' || turned(objective, figure) >= best) return [];
    best = turned(objective, figure);
    return [[run, best] as const];
  });
}

/** Points as steps that go on to the last run. */
const steps = (
  points: readonly (readonly [number, number])[],
  last: number,
): readonly (readonly [number, number])[] =>
  points.flatMap(([run, value], at) => [
    [run, value] as const,
    [points[at + 1]?.[0] ?? last, value] as const,
  ]);

interface Convergence {
  readonly title: string;
  readonly objective: StudyObjective;
  readonly runs: readonly StudyRun[];
  readonly hasStart: boolean;
  readonly restarts: readonly number[];
  readonly baseline: readonly { readonly run: number; readonly value: number }[];
}

/** The best so far against the runs, with the start, restarts and random points. */
export function convergencePlot({
  title,
  objective,
  runs,
  hasStart,
  restarts,
  baseline,
}: Convergence): Drawn {
  const sign = objective.goal === 'maximise' ? -1 : 1;
  const last = Math.max(1, runs.length - 1);
  const best = bestSoFar(objective, runs).map(([run, value]) => [run, sign * value] as const);
  const random = baseline.map(({ run, value }) => [run, sign * value] as const);
  const values = [...best, ...random].map(([, value]) => value);
  const start = hasStart ? best[0]?.[1] : undefined;
  return plot({
    width: WIDTH,
    height: HEIGHT,
    look: PAGE_LOOK,
    description: title,
    x: { title: 'Runs', domain: [0, last] },
    y: { title: undefined, ...axisOver(values, { padding: 0.05 }) },
    series: [
      { points: steps(random, last), colour: 'var(--soft)', width: 1.5 },
      { points: steps(best, last), colour: 'var(--accent)', width: 2 },
    ],
    marks: ({ x, y, top, bottom, left, right }) => [
      ...restarts.map((run) =>
        drawn('path', {
          d: `M${x(run)} ${top}V${bottom}`,
          stroke: 'var(--line)',
          'stroke-dasharray': '2 3',
        }),
      ),
      ...(start === undefined
        ? []
        : [
            drawn('path', {
              d: `M${left} ${y(start)}H${right}`,
              stroke: 'var(--soft)',
              'stroke-dasharray': '4 3',
            }),
          ]),
    ],
  });
}

/** Width of an axis of the parallel coordinates with its name, characters of a line, its height. */
const [COLUMN, CHARACTERS, LINE] = [116, 16, 12];
/** Most lines of the parallel coordinates. */
const MOST_LINES = 1500;

/** A vertical axis of the parallel coordinates. */
export interface ParallelAxis {
  readonly title: string;
  readonly valueOf: (run: StudyRun) => unknown;
}

/** A range of an axis, from 0 at its bottom to 1, outside which lines are faint. */
export interface Brush {
  readonly axis: number;
  readonly low: number;
  readonly high: number;
}

/** Every run as a line over its variables and figures; feasible runs are dark. */
export function parallelPlot(
  axes: readonly ParallelAxis[],
  runs: readonly StudyRun[],
  brushes: readonly Brush[],
): Drawn {
  const width = Math.max(WIDTH, COLUMN * axes.length);
  const names = axes.map(({ title }) => wrapped(title, CHARACTERS));
  const head = LINE * Math.max(...names.map(({ length }) => length));
  const [top, height] = [head + 22, head + HEIGHT - LINE];
  const bottom = height - 26;
  const columnOf = (at: number): number =>
    COLUMN / 2 + ((width - COLUMN) * at) / Math.max(1, axes.length - 1);
  const scales = axes.map(({ valueOf }) => {
    const values = runs.map(valueOf);
    if (values.every((value) => typeof value === 'number')) {
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return {
        ends: [shownShort(least), shownShort(most)],
        place: (value: unknown) =>
          most > least ? ((value as number) - least) / (most - least) : 0.5,
      };
    }
    const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
    return {
      ends: [texts[0] ?? '', texts.at(-1) ?? ''],
      place: (value: unknown) => (texts.indexOf(JSON.stringify(value)) + 0.5) / texts.length,
    };
  });
  const lines = runs.slice(-MOST_LINES).map((run) => {
    const places = axes.map(({ valueOf }, at) => scales[at]!.place(valueOf(run)));
    const isChosen = brushes.every(
      ({ axis, low, high }) => places[axis]! >= low && places[axis]! <= high,
    );
    const path = places
      .map(
        (place, at) =>
          `${at === 0 ? 'M' : 'L'}${columnOf(at).toFixed(1)} ${(bottom - (bottom - top) * place).toFixed(1)}`,
      )
      .join('');
    return drawn(
      'path',
      {
        d: path,
        fill: 'none',
        stroke: run.feasible ? 'var(--accent)' : 'var(--soft)',
        'stroke-opacity': isChosen ? (run.feasible ? 0.55 : 0.15) : 0.03,
      },
      drawn('title', {}, `run ${run.run}`),
    );
  });
  return drawn(
    'svg',
    {
      class: 'natural',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-size': 11,
      fill: PAGE_LOOK.text,
      'aria-label': 'Every run as a line over its variables and figures',
    },
    ...lines,
    ...names.flatMap((lines, at) => {
      const [low, high] = scales[at]!.ends as [string, string];
      const text = { x: columnOf(at), 'text-anchor': 'middle' };
      return [
        drawn('path', { d: `M${columnOf(at)} ${top}V${bottom}`, stroke: 'var(--line)' }),
        ...lines.map((line, number) =>
          drawn('text', { ...text, y: head - LINE * (lines.length - 1 - number) }, line),
        ),
        drawn('text', { ...text, y: head + 16 }, high),
        drawn('text', { ...text, y: bottom + 14 }, low),
      ];
    }),
  );
}

const shownShort = (value: number): string => Number(value.toPrecision(4)).toString();

import {
  axisOver,
  domainOf,
  drawn,
  extentOf,
  plot,
  type Axis,
  type Drawn,
  type PlotArea,
  type Plot,
} from '@lumenloom/plot';
import { conditionsInWords } from '../conditions.ts';
import { PAGE_LOOK } from '../figure.tsx';
import { wrapped } from '../wrapped.ts';
import type { Picking, Run } from './results.ts';
import { grouped, mean, MOST_GROUPS, paretoFront, shown } from './statistics.ts';

/** A figure of a run against a value of it. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly run: Run;
  /** It is the figure of saturated pixels. */
  readonly isClipped: boolean;
}

const ACCENT = 'var(--accent)';

/**
 * From this ratio of the largest to the smallest on, positive values stand on a logarithmic scale.
 */
const LOG_FROM = 30;

/** Letters of a name on an axis. */
const MOST_LETTERS = 12;
/** Free space beyond the values at the ends of an axis, as a share of their range. */
const SPARE = 0.04;

/**
 * An axis over some values. With names the values are places in that list, of which about `most`
 * are named.
 */
function axisOf(
  title: string | undefined,
  values: readonly number[],
  names?: readonly string[],
  most = 40,
): Axis {
  if (!names) return { title, ...axisOver(values, { padding: SPARE }) };
  const labels = names.map((name, value) => ({
    value,
    label: name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name,
  }));
  const step = Math.ceil(names.length / most);
  return {
    title,
    domain: [-0.5, names.length - 0.5],
    ticks: labels.filter((_, index) => index % step === 0),
  };
}

/** Like `axisOf`, on a logarithmic scale where positive values reach over more than `LOG_FROM`. */
function wideAxisOf(title: string, values: readonly number[], names?: readonly string[]): Axis {
  const [low, high] = domainOf(values);
  if (names || low <= 0 || high / low < LOG_FROM) return axisOf(title, values, names);
  return { title, isLog: true, domain: domainOf(values, { isLog: true, padding: SPARE }) };
}

/** A drawing with its title. */
interface Titled {
  readonly title: string;
  readonly drawing: Drawn;
}

/** Width of a drawing, px. */
const WIDTH = 420;

/** Two axes and what is drawn on them. */
const plotted = (
  title: string,
  content: Pick<Plot, 'x' | 'y' | 'series' | 'marks' | 'yTitle'>,
): Titled => ({
  title,
  drawing: plot({
    description: title,
    width: WIDTH,
    look: PAGE_LOOK,
    height: content.x.title === undefined ? 260 : 278,
    ...content,
  }),
});

const coordinatesOf = (points: readonly Point[]) =>
  [points.map(({ x }) => x), points.map(({ y }) => y)] as const;

const tip = (text: string): Drawn => drawn('title', {}, text);

/** The mark of a run, larger where it can be pressed; the table has a button for the same. */
function markOf(
  { x, y, run, isClipped }: Point,
  frame: PlotArea,
  text: string,
  picking: Picking | undefined,
  isBest = false,
): Drawn {
  const { last, before } = picking?.picked ?? {};
  return drawn(
    'circle',
    {
      class: isBest ? 'best' : 'mark',
      ...(isClipped
        ? { fill: 'transparent', stroke: ACCENT, 'stroke-width': 1.5, 'data-clipped': '' }
        : { fill: ACCENT }),
      cx: frame.x(x),
      cy: frame.y(y),
      r: (isBest ? 4 : 2.5) * (picking ? 1.5 : 1),
      'data-run': picking && run.run,
      'data-picked': run.run === last ? 'B' : run.run === before ? 'A' : undefined,
    },
    tip([`run ${run.run}: ${text}`, conditionsInWords(run)].filter(Boolean).join('; ')),
  );
}

/** A figure against a variable: every run, and the line of the means. */
export function linePlot(
  title: string,
  across: string,
  points: readonly Point[],
  names: readonly string[] | undefined,
  picking: Picking | undefined,
): Titled {
  const means = [
    ...grouped(
      points.filter(({ isClipped }) => !isClipped),
      (point) => point.x,
    ),
  ]
    .map(([value, group]) => [value, mean(group.map((point) => point.y))] as const)
    .toSorted(([a], [b]) => a - b);
  // Between drawn values a line would only join noise.
  const hasLine = !names && means.length <= MOST_GROUPS * 4;
  return plotted(title, {
    ...scatter(across, points, names, picking),
    series: hasLine ? [{ points: means, colour: ACCENT, width: 2 }] : [],
  });
}

/** A figure against a variable: every run. */
export const scatterPlot = (title: string, ...content: Parameters<typeof scatter>): Titled =>
  plotted(title, { ...scatter(...content), series: [] });

function scatter(
  across: string,
  points: readonly Point[],
  names: readonly string[] | undefined,
  picking: Picking | undefined,
): Pick<Plot, 'x' | 'y' | 'marks'> {
  const [xs, ys] = coordinatesOf(points);
  return {
    x: wideAxisOf(across, xs, names),
    y: axisOf(undefined, ys),
    marks: (frame) => points.map((point) => markOf(point, frame, shown(point.y), picking)),
  };
}

/** Shares, 0 to 1, as horizontal bars. */
export function barPlot(
  title: string,
  bars: readonly (readonly [name: string, share: number])[],
): Titled {
  const names = bars.map(([name]) => wrapped(name, 28));
  const row = 26 + 12 * (Math.max(1, ...names.map(({ length }) => length)) - 1);
  return {
    title,
    drawing: drawn(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${bars.length * row}`,
        role: 'img',
        'aria-label': title,
        'font-size': 11,
        fill: PAGE_LOOK.text,
      },
      ...bars.flatMap(([, share], index) => [
        ...names[index]!.map((line, at, { length }) =>
          drawn(
            'text',
            {
              x: 190,
              y: (index + 0.5) * row + 4 + 12 * (at - (length - 1) / 2),
              'text-anchor': 'end',
            },
            line,
          ),
        ),
        drawn('rect', {
          x: 198,
          y: (index + 0.5) * row - 8,
          height: 16,
          fill: ACCENT,
          width: Math.max(1, 170 * share),
        }),
        drawn(
          'text',
          { x: 204 + 170 * share, y: (index + 0.5) * row + 4 },
          `${Math.round(100 * share)} %`,
        ),
      ]),
    ),
  };
}

/** Numbers of runs by a figure, with a limit where there is one. */
export function histogram(
  title: string,
  values: readonly number[],
  limit: number | undefined,
): Titled {
  const bins = Math.min(40, Math.max(5, Math.ceil(Math.sqrt(values.length))));
  const [low, high] = extentOf(values);
  const size = (high - low) / bins || 1;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value - low) / size))]! += 1;
  return plotted(title, {
    x: axisOf(undefined, [low, low + size * bins, limit ?? low]),
    y: { domain: domainOf(counts, { including: 0, padding: SPARE }) },
    marks: ({ x, y, top, bottom }) => [
      ...counts.map((count, bin) =>
        drawn(
          'rect',
          {
            fill: ACCENT,
            x: x(low + bin * size) + 0.5,
            width: Math.max(1, x(low + size) - x(low) - 1),
            y: y(count),
            height: y(0) - y(count),
          },
          tip(`${shown(low + bin * size)} to ${shown(low + (bin + 1) * size)}: ${count} runs`),
        ),
      ),
      ...(limit === undefined
        ? []
        : [
            drawn('path', {
              d: `M${x(limit)} ${top}V${bottom}`,
              stroke: 'var(--warn)',
              'stroke-dasharray': '4 3',
            }),
          ]),
    ],
  });
}

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
}

/** A variable along a side of a heat map. */
export interface Side {
  readonly title: string;
  readonly values: readonly string[];
}

/** Means of a figure over two variables; the fuller the colour, the larger. */
export function heatMap(
  figure: string,
  cells: readonly Cell[],
  { title, values: columns }: Side,
  { title: up, values: rows }: Side,
): Titled {
  const values = cells.map(({ value }) => value);
  const [low, high] = extentOf(values);
  return plotted(`${figure}: ${shown(low)} (faint) to ${shown(high)} (full)`, {
    x: axisOf(title, [], columns, 8),
    y: { ...axisOf(`↑ ${up}`, [], rows, 12), hasGrid: false },
    yTitle: 'above',
    marks: ({ x, y }) => {
      const [width, height] = [x(1) - x(0), y(0) - y(1)];
      return cells.map(({ column, row, value }) =>
        drawn(
          'rect',
          {
            fill: ACCENT,
            x: x(column) - width / 2,
            y: y(row) - height / 2,
            width: Math.max(1, width - 1),
            height: Math.max(1, height - 1),
            'fill-opacity': 0.08 + (0.92 * (value - low)) / (high - low || 1),
          },
          tip(`${columns[column]!}, ${rows[row]!}: ${shown(value)}`),
        ),
      );
    },
  });
}

/** A figure against another one, with the line of the runs that no other run beats in both. */
export function paretoPlot(
  names: { readonly x: string; readonly y: string },
  points: readonly Point[],
  better: { readonly x: 1 | -1; readonly y: 1 | -1 },
  picking: Picking | undefined,
): Titled {
  const front = paretoFront(points, better);
  const isBest = new Set(front);
  const [xs, ys] = coordinatesOf(points);
  return plotted(`${names.y} against ${names.x}; the line joins the ${front.length} best runs`, {
    x: axisOf(undefined, xs),
    y: axisOf(undefined, ys),
    marks: (frame) =>
      points.map((point) => {
        const text = `${shown(point.x)}, ${shown(point.y)}`;
        return markOf(point, frame, text, picking, isBest.has(point));
      }),
    series: [{ points: front.map(({ x, y }) => [x, y] as const), colour: ACCENT, width: 2 }],
  });
}

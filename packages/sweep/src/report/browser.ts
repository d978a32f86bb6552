/** The elements of report.html and of the sweep view of the workbench; nothing here needs Node. */
import {
  domainOf,
  drawn,
  extentOf,
  plot,
  type Axis,
  type Drawn,
  type Look,
  type Plot,
} from '@lumenloom/plot';

interface Run {
  readonly run: number;
  readonly seed: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly status: string;
  readonly message: string;
}

/** What the page shows. */
export interface ReportData {
  readonly name: string;
  /** Programs that computed it. */
  readonly madeBy: string;
  /** Paths that are varied, and what they are called in plots, with their units. */
  readonly labels: Readonly<Record<string, string>>;
  /** Names of the figures. */
  readonly measure: readonly string[];
  readonly runs: readonly Run[];
  /** Small pictures as data URLs, by run. */
  readonly thumbnails: Readonly<Record<number, string>>;
  /** Where the pictures lie beside the page. */
  readonly pictures: string | undefined;
}

/** What a page does that shows the results while they come. */
export interface LiveUse {
  /** Called with the number of a run that was pressed. */
  readonly onRun: (run: number) => void;
}

/** A figure of a run against a value of it. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly run: Run;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Items by their keys, in the order of the first of each key. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** With more values than this a variable is cut into ranges of equally many runs. */
const MOST_GROUPS = 12;
const RANGES = 8;

/**
 * Share of the variance of a figure that one variable explains, 0 to 1: the first-order sensitivity
 * index, with the part taken off that groups of few runs explain by chance (omega squared).
 *
 * @param pairs value of the variable, and of the figure.
 */
export function explainedShare(
  pairs: readonly (readonly [value: unknown, figure: number])[],
): number {
  const count = pairs.length;
  const values = new Set(pairs.map(([value]) => value));
  const groups =
    values.size <= MOST_GROUPS
      ? grouped(pairs, ([value]) => value)
      : grouped(
          pairs
            .toSorted(([a], [b]) => (a as number) - (b as number))
            .map((pair, rank) => [pair[0], pair[1], Math.floor((rank * RANGES) / count)] as const),
          ([, , range]) => range,
        );
  const all = mean(pairs.map(([, figure]) => figure));
  const total = pairs.reduce((sum, [, figure]) => sum + (figure - all) ** 2, 0);
  // Less than this is rounding.
  if (!(total > 1e-18 * count * all ** 2) || groups.size < 2) return 0;
  let between = 0;
  for (const group of groups.values())
    between += group.length * (mean(group.map(([, figure]) => figure)) - all) ** 2;
  if (groups.size === count) return between / total;
  const within = (total - between) / (count - groups.size);
  return Math.min(1, Math.max(0, (between - (groups.size - 1) * within) / (total + within)));
}

/**
 * The points that no other point beats in both figures, along x.
 *
 * @param better 1 where more is better, −1 where less is.
 */
export function paretoFront<At extends { readonly x: number; readonly y: number }>(
  points: readonly At[],
  better: { readonly x: 1 | -1; readonly y: 1 | -1 },
): At[] {
  const front: At[] = [];
  let best = -Infinity;
  for (const point of points.toSorted((a, b) => better.x * (b.x - a.x) || better.y * (b.y - a.y))) {
    if (better.y * point.y <= best) continue;
    best = better.y * point.y;
    front.push(point);
  }
  return front.toSorted((a, b) => a.x - b.x);
}

/** Share of the values that keep a limit, 0 to 1. */
export const yieldAt = (values: readonly number[], limit: number, atLeast: boolean): number =>
  values.filter((value) => (atLeast ? value >= limit : value <= limit)).length / values.length;

/**
 * Whether a run is wanted: `name < 3`, `name = D65` (also >, <=, >=), or text that occurs in one of
 * its cells.
 */
export function isWanted(cells: Readonly<Record<string, string>>, filter: string): boolean {
  return filter.split(/\s+and\s+/i).every((term) => {
    const [, name, relation, limit] =
      /^\s*([\w.[\]]+)\s*(<=|>=|<|>|=)\s*(\S.*?)\s*$/.exec(term) ?? [];
    const cell = name === undefined ? undefined : cells[name];
    if (cell === undefined || limit === undefined)
      return Object.values(cells).some((text) =>
        text.toLowerCase().includes(term.trim().toLowerCase()),
      );
    const [left, right] = [Number(cell), Number(limit)];
    if (cell === '') return false;
    if (relation === '=') return cell === limit || left === right;
    return relation === '<'
      ? left < right
      : relation === '>'
        ? left > right
        : relation === '<='
          ? left <= right
          : left >= right;
  });
}

/** A number as people read it. */
export function shown(value: unknown): string {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

type Attributes = Readonly<Record<string, string | number | EventListener>>;
type Child = Node | string;

const SVG = 'http://www.w3.org/2000/svg';

function filled<Made extends Element>(
  made: Made,
  attributes: Attributes,
  children: readonly Child[],
): Made {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(name, value);
    else made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
const html = (
  tag: string,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElement => filled(document.createElement(tag), attributes, children);
/** A drawing as elements. */
const elementOf = ({ tag, attributes, children }: Drawn): SVGElement =>
  filled(
    document.createElementNS(SVG, tag),
    attributes,
    children.map((child) => (typeof child === 'string' ? child : elementOf(child))),
  );

/** Colours that the style sheets of report.html and of the workbench name. */
const LOOK: Look = {
  text: 'var(--soft)',
  title: 'var(--soft)',
  grid: 'var(--line)',
  axis: 'var(--line)',
};
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
  if (!names) return { title, domain: domainOf(values, { padding: SPARE }) };
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

/** A title and a drawing. */
const figureOf = (title: string, drawing: Drawn): HTMLElement =>
  html('figure', {}, html('figcaption', {}, title), elementOf(drawing));

/** Two axes and what is drawn on them. */
const plotted = (title: string, content: Pick<Plot, 'x' | 'y' | 'series' | 'marks' | 'yTitle'>) =>
  figureOf(
    title,
    plot({
      ...{ description: title, width: 420, look: LOOK },
      height: content.x.title === undefined ? 260 : 278,
      ...content,
    }),
  );

const tip = (text: string): Drawn => drawn('title', {}, text);

/** Attributes of the mark of a run: its radius, and its number where it can be pressed. */
type Press = (run: Run, radius: number) => Readonly<Record<string, number>>;

/** A figure against a variable: every run, and the line of the means. */
function linePlot(
  title: string,
  across: string,
  points: readonly Point[],
  names: readonly string[] | undefined,
  press: Press,
): HTMLElement {
  const means = [...grouped(points, (point) => point.x)]
    .map(([value, group]) => [value, mean(group.map((point) => point.y))] as const)
    .toSorted(([a], [b]) => a - b);
  // Between drawn values a line would only join noise.
  const hasLine = !names && means.length <= MOST_GROUPS * 4;
  return plotted(title, {
    x: wideAxisOf(
      across,
      points.map((point) => point.x),
      names,
    ),
    y: axisOf(
      undefined,
      points.map((point) => point.y),
    ),
    marks: ({ x, y }) =>
      points.map((point) =>
        drawn(
          'circle',
          {
            ...{ class: 'mark', fill: ACCENT, cx: x(point.x), cy: y(point.y) },
            ...press(point.run, 2.5),
          },
          tip(`run ${point.run.run}: ${shown(point.y)}`),
        ),
      ),
    series: hasLine ? [{ points: means, colour: ACCENT, width: 2 }] : [],
  });
}

function barPlot(
  title: string,
  bars: readonly (readonly [name: string, share: number])[],
): HTMLElement {
  const row = 26;
  return figureOf(
    title,
    drawn(
      'svg',
      {
        ...{ viewBox: `0 0 420 ${bars.length * row}`, role: 'img', 'aria-label': title },
        ...{ 'font-size': 11, fill: LOOK.text },
      },
      ...bars.flatMap(([name, share], index) => [
        drawn(
          'text',
          { x: 190, y: index * row + 17, 'text-anchor': 'end' },
          name.length > 30 ? `…${name.slice(-29)}` : name,
        ),
        drawn('rect', {
          ...{ x: 198, y: index * row + 5, height: row - 10, fill: ACCENT },
          width: Math.max(1, 170 * share),
        }),
        drawn(
          'text',
          { x: 204 + 170 * share, y: index * row + 17 },
          `${Math.round(100 * share)} %`,
        ),
      ]),
    ),
  );
}

function histogram(
  title: string,
  values: readonly number[],
  limit: number | undefined,
): HTMLElement {
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
            ...{ fill: ACCENT, x: x(low + bin * size) + 0.5 },
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
interface Side {
  readonly title: string;
  readonly values: readonly string[];
}

/** Means of a figure over two variables; the fuller the colour, the larger. */
function heatMap(
  figure: string,
  cells: readonly Cell[],
  { title, values: columns }: Side,
  { title: up, values: rows }: Side,
): HTMLElement {
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
            ...{ fill: ACCENT, x: x(column) - width / 2, y: y(row) - height / 2 },
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

function paretoPlot(
  names: { readonly x: string; readonly y: string },
  points: readonly Point[],
  better: { readonly x: 1 | -1; readonly y: 1 | -1 },
  press: Press,
): HTMLElement {
  const front = paretoFront(points, better);
  const isBest = new Set(front);
  return plotted(`${names.y} against ${names.x}; the line joins the ${front.length} best runs`, {
    x: axisOf(
      undefined,
      points.map((point) => point.x),
    ),
    y: axisOf(
      undefined,
      points.map((point) => point.y),
    ),
    marks: ({ x, y }) =>
      points.map((point) =>
        drawn(
          'circle',
          {
            class: isBest.has(point) ? 'best' : 'mark',
            ...{ fill: ACCENT, cx: x(point.x), cy: y(point.y) },
            ...press(point.run, isBest.has(point) ? 4 : 2.5),
          },
          tip(`run ${point.run.run}: ${shown(point.x)}, ${shown(point.y)}`),
        ),
      ),
    series: [{ points: front.map(({ x, y }) => [x, y] as const), colour: ACCENT, width: 2 }],
  });
}

/**
 * A choice with its label; `changed` is called when another one is made.
 * @param nameOf what an option is called.
 */
function choice(
  label: string,
  options: readonly string[],
  changed: () => void,
  nameOf: (option: string) => string = (option) => option,
): { readonly element: HTMLElement; readonly value: () => string } {
  const select = html(
    'select',
    { change: changed },
    ...options.map((option) => html('option', { value: option }, nameOf(option))),
  ) as HTMLSelectElement;
  return { element: html('label', {}, label, select), value: () => select.value };
}

/** A variable as places on an axis: its numbers, or the places of its other values in a list. */
function placesOf(
  runs: readonly Run[],
  path: string,
): { readonly at: (run: Run) => number; readonly names: readonly string[] | undefined } {
  if (runs.every(({ values }) => typeof values[path] === 'number'))
    return { at: ({ values }) => values[path] as number, names: undefined };
  const names = [...new Set(runs.map(({ values }) => shown(values[path])))];
  return { at: ({ values }) => names.indexOf(shown(values[path])), names };
}

/** The cell of a run in the table. */
const cellOf = (run: Run, column: string): unknown =>
  column === 'run' || column === 'seed' || column === 'status' || column === 'message'
    ? run[column]
    : (run.figures[column] ?? run.values[column]);

/** Numbers by size, anything else as text. */
const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : shown(one).localeCompare(shown(other));

/** Rows of the table that are drawn; the filter reaches the others. */
const MOST_ROWS = 2000;

const noFigure = (name: string): HTMLElement => html('p', {}, `No run has ${name} yet.`);

/** The page's parts, each of which draws itself again when one of its choices changes. */
export class ReportPage {
  #data: ReportData;
  /** Paths that are varied. */
  readonly #paths: readonly string[];
  readonly #nameOf: (path: string) => string;
  /** Runs that gave figures. */
  #done: readonly Run[] = [];
  /** Figures that at least one run has; all of them while runs are still to come. */
  readonly #figures: readonly string[];
  readonly #live: LiveUse | undefined;
  readonly #redraws: (() => void)[] = [];

  constructor(data: ReportData, live?: LiveUse) {
    this.#data = data;
    this.#paths = Object.keys(data.labels);
    this.#nameOf = (path) => data.labels[path]!;
    this.#live = live;
    this.#done = data.runs.filter(({ status }) => status === 'done');
    this.#figures = data.measure.filter(
      (name) => live || this.#done.some(({ figures }) => typeof figures[name] === 'number'),
    );
  }

  /** Draws all plots and the table again, with more runs. */
  update(runs: readonly Run[]): void {
    this.#data = { ...this.#data, runs };
    this.#done = runs.filter(({ status }) => status === 'done');
    for (const redraw of this.#redraws) redraw();
  }

  /** Larger where it is to be pressed; the table has a button for the same. */
  readonly #press: Press = (run, radius) =>
    this.#live ? { r: 1.5 * radius, 'data-run': run.run } : { r: radius };

  /** A press on the mark of a run. */
  readonly #pressed = ({ target }: Event): void => {
    const run = (target as Element).closest('[data-run]')?.getAttribute('data-run');
    if (run) this.#live?.onRun(Number(run));
  };

  /** Plots and table, below the head. */
  parts(): HTMLElement[] {
    const hasFigures = this.#figures.length > 0;
    return [
      ...(hasFigures && this.#paths.length > 0 ? [this.#lines(), this.#sensitivity()] : []),
      ...(hasFigures && this.#paths.length > 1 ? [this.#heat()] : []),
      ...(this.#figures.length > 1 ? [this.#pareto()] : []),
      ...(hasFigures ? [this.#yield()] : []),
      this.#table(),
      ...(Object.keys(this.#data.thumbnails).length > 0 ? [this.#sheet()] : []),
    ];
  }

  #points(figure: string, at: (run: Run) => number | null | undefined): Point[] {
    return this.#done.flatMap((run) => {
      const [x, y] = [at(run), run.figures[figure]];
      return typeof x === 'number' && typeof y === 'number' ? [{ x, y, run }] : [];
    });
  }

  /** A part with choices above and plots below; `draw` is called at once and after each change. */
  #part(
    title: string,
    description: string,
    choose: (changed: () => void) => {
      readonly controls: readonly HTMLElement[];
      readonly draw: () => readonly Node[];
    },
  ): HTMLElement {
    const plots = html('div', { class: 'plots', click: this.#pressed });
    const redraw = (): void => {
      plots.replaceChildren(
        ...(this.#done.length > 0 ? draw() : [html('p', {}, 'No run has ended yet.')]),
      );
    };
    const { controls, draw } = choose(redraw);
    redraw();
    this.#redraws.push(redraw);
    return html(
      'section',
      {},
      html('h2', {}, title),
      html('p', { class: 'soft' }, description),
      html('div', { class: 'controls' }, ...controls),
      plots,
    );
  }

  /** Name of the sweep, number of its runs, and its failures. */
  head(): HTMLElement {
    const { name, madeBy, runs } = this.#data;
    const failed = runs.filter(({ status }) => status === 'failed');
    return html(
      'header',
      {},
      html('h1', {}, name),
      html('p', { class: 'soft' }, `${runs.length} runs, ${failed.length} failed. ${madeBy}.`),
      ...(failed.length === 0
        ? []
        : [
            html('h2', {}, 'Failed runs'),
            html(
              'ul',
              {},
              ...[...grouped(failed, ({ message }) => message)].map(([message, group]) =>
                html(
                  'li',
                  {},
                  `${message} (run ${group
                    .map(({ run }) => run)
                    .slice(0, 12)
                    .join(', ')}${group.length > 12 ? ` and ${group.length - 12} more` : ''})`,
                ),
              ),
            ),
          ]),
    );
  }

  #lines(): HTMLElement {
    return this.#part('Figures', 'Each point is a run; the line joins the means.', (changed) => {
      const variable = choice('Against', this.#paths, changed, this.#nameOf);
      return {
        controls: [variable.element],
        draw: () => {
          const { at, names } = placesOf(this.#done, variable.value());
          return this.#figures.flatMap((figure) => {
            const points = this.#points(figure, at);
            const across = this.#nameOf(variable.value());
            return points.length > 0 ? [linePlot(figure, across, points, names, this.#press)] : [];
          });
        },
      };
    });
  }

  #sensitivity(): HTMLElement {
    return this.#part(
      'Sensitivity',
      'Share of the variance of a figure that each field explains by itself; what is missing to 100 % is noise and fields acting together.',
      () => ({
        controls: [],
        draw: () =>
          this.#figures
            .filter((figure) => this.#points(figure, () => 0).length > 0)
            .map((figure) =>
              barPlot(
                figure,
                this.#paths
                  .map((path) => {
                    const pairs = this.#points(figure, () => 0).map(
                      ({ y, run }) =>
                        [
                          typeof run.values[path] === 'number'
                            ? run.values[path]
                            : shown(run.values[path]),
                          y,
                        ] as const,
                    );
                    return [this.#nameOf(path), explainedShare(pairs)] as const;
                  })
                  .toSorted(([, a], [, b]) => b - a),
              ),
            ),
      }),
    );
  }

  #heat(): HTMLElement {
    const paths = this.#paths;
    return this.#part('Heat map', 'Mean of a figure over two fields.', (changed) => {
      const figure = choice('Figure', this.#figures, changed);
      const across = choice('Across', paths, changed, this.#nameOf);
      const up = choice('Up', [...paths.slice(1), paths[0]!], changed, this.#nameOf);
      return {
        controls: [figure.element, across.element, up.element],
        draw: () => {
          const ordered = (path: string): Side => {
            const values = [...new Set(this.#done.map(({ values: runValues }) => runValues[path]))];
            const sorted = values.every((value) => typeof value === 'number')
              ? values.toSorted((a, b) => a - b)
              : values;
            return { title: this.#nameOf(path), values: sorted.map(shown) };
          };
          const [columns, rows] = [ordered(across.value()), ordered(up.value())];
          const placeOf = ({ values }: Side, value: unknown): number =>
            values.indexOf(shown(value));
          const cells = [
            ...grouped(
              this.#points(figure.value(), () => 0),
              ({ run }) =>
                `${placeOf(columns, run.values[across.value()])} ${placeOf(rows, run.values[up.value()])}`,
            ),
          ].map(([key, group]) => {
            const [column, row] = key.split(' ').map(Number) as [number, number];
            return { column, row, value: mean(group.map(({ y }) => y)) };
          });
          if (cells.length === 0) return [noFigure(figure.value())];
          return across.value() === up.value()
            ? [html('p', {}, 'Choose two different fields.')]
            : [heatMap(figure.value(), cells, columns, rows)];
        },
      };
    });
  }

  #pareto(): HTMLElement {
    return this.#part(
      'Pareto front',
      'Runs that no other run beats in both figures.',
      (changed) => {
        const figures = this.#figures;
        const x = choice('Across', figures, changed);
        const y = choice('Up', [...figures.slice(1), figures[0]!], changed);
        const goals = ['more is better', 'less is better'];
        const [betterX, betterY] = [
          choice('Across:', goals, changed),
          choice('Up:', goals, changed),
        ];
        const sign = (goal: { readonly value: () => string }): 1 | -1 =>
          goal.value() === goals[0] ? 1 : -1;
        return {
          controls: [x.element, betterX.element, y.element, betterY.element],
          draw: () => {
            const points = this.#points(
              y.value(),
              ({ figures: runFigures }) => runFigures[x.value()],
            );
            if (points.length === 0) return [noFigure(`${x.value()} and ${y.value()}`)];
            return [
              paretoPlot(
                { x: x.value(), y: y.value() },
                points,
                { x: sign(betterX), y: sign(betterY) },
                this.#press,
              ),
            ];
          },
        };
      },
    );
  }

  #yield(): HTMLElement {
    return this.#part(
      'Distribution and yield',
      'How a figure is distributed over the runs, and how many keep a limit.',
      (changed) => {
        const figure = choice('Figure', this.#figures, changed);
        const relation = choice('must be', ['at least', 'at most'], changed);
        const limit = html('input', {
          input: changed,
          type: 'number',
          step: 'any',
          'aria-label': 'Limit',
        }) as HTMLInputElement;
        return {
          controls: [figure.element, relation.element, html('label', {}, 'the limit', limit)],
          draw: () => {
            const values = this.#points(figure.value(), () => 0).map(({ y }) => y);
            if (values.length === 0) return [noFigure(figure.value())];
            const bound = limit.value === '' ? undefined : Number(limit.value);
            const share =
              bound === undefined
                ? undefined
                : yieldAt(values, bound, relation.value() === 'at least');
            const average = mean(values);
            const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
            return [
              histogram(figure.value(), values, bound),
              html(
                'p',
                {},
                `${values.length} runs: mean ${shown(average)}, standard deviation ${shown(deviation)}, from ${shown(extentOf(values)[0])} to ${shown(extentOf(values)[1])}. ${share === undefined ? 'Type a limit to see the yield.' : `Yield ${shown(100 * share)} %.`}`,
              ),
            ];
          },
        };
      },
    );
  }

  #table(): HTMLElement {
    const { measure } = this.#data;
    const columns = ['run', 'seed', ...this.#paths, ...measure, 'status', 'message'];
    const body = html('tbody');
    const count = html('span', { role: 'status', class: 'soft' });
    const order = { column: 'run', sign: 1 };
    const headers = columns.map((column) =>
      html(
        'th',
        { scope: 'col' },
        html(
          'button',
          {
            type: 'button',
            click: () => {
              sortBy(column);
            },
          },
          column,
        ),
      ),
    );
    const filter = html('input', {
      type: 'search',
      input: () => {
        draw();
      },
      size: 36,
      placeholder: `${this.#paths[0] ?? 'run'} > 1 and done`,
    }) as HTMLInputElement;
    const draw = (): void => {
      const { runs } = this.#data;
      const wanted = runs.filter((run) =>
        isWanted(
          Object.fromEntries(columns.map((column) => [column, shown(cellOf(run, column))])),
          filter.value,
        ),
      );
      const sorted = wanted.toSorted(
        (a, b) => order.sign * compare(cellOf(a, order.column), cellOf(b, order.column)),
      );
      body.replaceChildren(
        ...sorted
          .slice(0, MOST_ROWS)
          .map((run) =>
            html(
              'tr',
              { class: run.status },
              ...columns.map((column) => html('td', {}, this.#cell(run, column))),
            ),
          ),
      );
      count.textContent = `${wanted.length} of ${runs.length} runs${wanted.length > MOST_ROWS ? `, the first ${MOST_ROWS} here` : ''}`;
      for (const [index, header] of headers.entries())
        header.setAttribute(
          'aria-sort',
          columns[index] !== order.column ? 'none' : order.sign > 0 ? 'ascending' : 'descending',
        );
    };
    const sortBy = (column: string): void => {
      order.sign = order.column === column ? -order.sign : 1;
      order.column = column;
      draw();
    };
    draw();
    this.#redraws.push(draw);
    return html(
      'section',
      {},
      html('h2', {}, 'Runs'),
      html('div', { class: 'controls' }, html('label', {}, 'Show', filter), count),
      html(
        'div',
        { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Table of runs' },
        html('table', {}, html('thead', {}, html('tr', {}, ...headers)), body),
      ),
    );
  }

  /** The number of a run is a button where it can be pressed. */
  #cell(run: Run, column: string): Child {
    const { onRun } = this.#live ?? {};
    if (column !== 'run' || !onRun) return shown(cellOf(run, column));
    return html(
      'button',
      {
        type: 'button',
        'aria-label': `Run ${run.run}`,
        click: () => {
          onRun(run.run);
        },
      },
      String(run.run),
    );
  }

  #sheet(): HTMLElement {
    const { thumbnails, pictures = '' } = this.#data;
    const shownRuns = this.#done.filter(({ run }) => thumbnails[run] !== undefined);
    const cells = shownRuns.map((run) =>
      html(
        'a',
        { href: `${pictures}run_${String(run.run).padStart(6, '0')}.png` },
        html('img', {
          src: thumbnails[run.run]!,
          alt: `Picture of run ${run.run}`,
        }),
        `Run ${run.run}. ${this.#paths.map((path) => `${this.#nameOf(path)}: ${shown(run.values[path])}`).join('; ')}`,
      ),
    );
    return html(
      'section',
      {},
      html('h2', {}, 'Contact sheet'),
      ...(shownRuns.length < this.#done.length
        ? [
            html(
              'p',
              { class: 'soft' },
              `The first ${shownRuns.length} pictures; the others are in the folder.`,
            ),
          ]
        : []),
      html('div', { class: 'sheet' }, ...cells),
    );
  }
}

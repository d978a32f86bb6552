import { scaleOf, type Axis, type Scale, type Tick } from './axis.ts';
import { drawn, type Drawn } from './drawn.ts';
import { placesBeside } from './names-beside.ts';

/** Points that belong together, in the units of the axes. */
export interface Series {
  /** A series without a name is in no legend. */
  readonly name?: string | undefined;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line by default; steps go from each point to the next. */
  readonly shape?: 'line' | 'points' | 'steps' | undefined;
  readonly colour?: string | undefined;
  /** Width of a line or diameter of a point, px. */
  readonly width?: number | undefined;
  readonly dashes?: string | undefined;
  /** How far a line is bent at its points: 0 (default) not at all, 0.3 softly. */
  readonly tension?: number | undefined;
}

/** Colours and letters, as CSS; variables are allowed where the drawing stands in a page. */
export interface Look {
  readonly text: string;
  readonly title: string;
  readonly grid: string;
  readonly axis: string;
  /** Behind the plot. */
  readonly ground?: string | undefined;
  readonly font?: string | undefined;
  /** Size of the numbers on the axes. */
  readonly numberFont?: string | undefined;
  /** px. */
  readonly fontSize?: number | undefined;
}

/** The area of the data, px, and the places of values in it. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale['at'];
  readonly y: Scale['at'];
}

export interface Plot {
  /** What it shows, for those who do not see it. */
  readonly description: string;
  /** Stands above the plot. */
  readonly heading?: string | undefined;
  /** px. */
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
  /** Where the title of the axis y stands: along it by default. */
  readonly yTitle?: 'along' | 'above' | undefined;
  /** The area of the data is a square: axes of the same length have the same scale. */
  readonly isSquare?: boolean | undefined;
  /** The last lies on top. */
  readonly series?: readonly Series[];
  /** Where names of series stand: in a row above, beside the curves, or at their ends. */
  readonly names?: 'row' | 'row at the end' | 'beside' | 'at the ends' | undefined;
  /** More of the drawing, below the series. */
  readonly marks?: ((frame: PlotArea) => readonly Drawn[]) | undefined;
  readonly look: Look;
}

/**
 * Width of a letter as a share of the font size; exact for monospaced letters, too wide for others.
 */
const LETTER = 0.6;
/** Distance of text from what it belongs to, px. */
const GAP = 6;

const widthOf = (text: string, { fontSize = 11 }: Look): number => LETTER * fontSize * text.length;
const widest = (texts: readonly string[], look: Look): number =>
  Math.max(0, ...texts.map((text) => widthOf(text, look)));

/** Two axes, and series on them: an `svg` element. */
export function plot(content: Plot): Drawn {
  const { width, height, description, heading, series = [], marks, look } = content;
  const { frame, xTicks, yTicks } = frameOf(content);
  return drawn(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': description,
      'font-family': look.font,
      'font-size': look.fontSize ?? 11,
      fill: look.text,
    },
    ...(look.ground ? [drawn('rect', { width, height, fill: look.ground })] : []),
    ...(heading
      ? [
          drawn(
            'text',
            { y: 14, fill: look.title, 'font-size': 13, 'font-weight': 600, x: GAP },
            heading,
          ),
        ]
      : []),
    ...axesOf(content, frame, xTicks, yTicks),
    ...(marks?.(frame) ?? []),
    ...series.map((one) => strokeOf(one, placesOf(one, frame), frame)),
    ...namesOf(content, frame),
  );
}

/** Margins as wide as what stands in them needs. */
function frameOf(content: Plot) {
  const { width, height, x, y, yTitle, isSquare, heading, names, series = [], look } = content;
  const size = look.fontSize ?? 11;
  const named = series.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const hasRow = names?.startsWith('row') && named.length > 0;
  const highest =
    size +
    (heading ? 20 : 0) +
    (y.title !== undefined && yTitle === 'above' ? size + GAP : 0) +
    (hasRow ? size + GAP : 0);
  const bottom = height - 2 * GAP - size - (x.title === undefined ? 0 : size + GAP);
  const up = scaleOf(y, [bottom, highest]);
  const labels = up.ticks.map(({ label }) => label);
  const left =
    widest(labels, look) + 2 * GAP + (y.title !== undefined && yTitle !== 'above' ? size + GAP : 0);
  const ends = names === 'at the ends' ? widest(named, look) + GAP : 0;
  const widestRight = width - Math.max(GAP, ends);
  // The last number may reach beyond the end of the axis.
  const last = scaleOf(x, [left, widestRight]).ticks.at(-1);
  const over = last
    ? scaleOf(x, [left, widestRight]).at(last.value) + widthOf(last.label, look) / 2 - width
    : 0;
  const farthest = widestRight - Math.max(0, over);
  const side = isSquare ? Math.min(farthest - left, bottom - highest) : Infinity;
  const [right, top] = [Math.min(farthest, left + side), Math.max(highest, bottom - side)];
  const across = scaleOf(x, [left, right]);
  const placed = scaleOf(y, [bottom, top]);
  const frame: PlotArea = { left, right, top, bottom, x: across.at, y: placed.at };
  return { frame, xTicks: across.ticks, yTicks: placed.ticks };
}

function axesOf(
  { x, y, yTitle, look, height, names }: Plot,
  { left, right, top, bottom, ...at }: PlotArea,
  xTicks: readonly Tick[],
  yTicks: readonly Tick[],
): Drawn[] {
  const size = look.fontSize ?? 11;
  const line = (d: string, stroke: string): Drawn => drawn('path', { d, stroke, fill: 'none' });
  const number = (attributes: Record<string, string | number>, label: string): Drawn =>
    drawn('text', { 'font-family': look.numberFont, ...attributes }, label);
  const p = (value: number): number => Math.round(value * 100) / 100;
  const above = names?.startsWith('row') ? 2 * (size + GAP) : size;
  return [
    ...yTicks.flatMap(({ value, label }) => [
      ...(y.hasGrid === false
        ? []
        : [line(`M${p(left)} ${p(at.y(value))}H${p(right)}`, look.grid)]),
      number({ x: left - GAP, y: at.y(value) + size / 3, 'text-anchor': 'end' }, label),
    ]),
    ...xTicks.flatMap(({ value, label }) => [
      ...(x.hasGrid ? [line(`M${p(at.x(value))} ${p(top)}V${p(bottom)}`, look.grid)] : []),
      number({ x: at.x(value), y: bottom + GAP + size, 'text-anchor': 'middle' }, label),
    ]),
    line(`M${p(left)} ${p(bottom)}H${p(right)}`, look.axis),
    ...(x.title === undefined
      ? []
      : [
          drawn(
            'text',
            { x: (left + right) / 2, y: height - GAP, 'text-anchor': 'middle', fill: look.title },
            x.title,
          ),
        ]),
    ...(y.title === undefined
      ? []
      : [
          drawn(
            'text',
            yTitle === 'above'
              ? { x: GAP, y: top - GAP - (above - size), fill: look.title }
              : {
                  transform: `translate(${size} ${p((top + bottom) / 2)}) rotate(-90)`,
                  'text-anchor': 'middle',
                  fill: look.title,
                },
            y.title,
          ),
        ]),
  ];
}

type Place = readonly [x: number, y: number];

/**
 * Places of the points; what lies above the frame stands on its upper edge, what is beyond the
 * others is left out.
 */
const placesOf = ({ points }: Series, { left, bottom, top, x, y }: PlotArea): Place[] =>
  points.flatMap(([px, py]) => {
    const [across, down] = [x(px), y(py)];
    return across > left - 1 && down < bottom + 1 ? [[across, Math.max(top, down)] as const] : [];
  });

function strokeOf(
  { shape = 'line', colour = 'currentColor', width, dashes, tension = 0 }: Series,
  places: readonly Place[],
  { top, bottom }: Pick<PlotArea, 'top' | 'bottom'>,
): Drawn {
  const p = (value: number): number => Math.round(value * 100) / 100;
  const stroke = { fill: 'none', stroke: colour };
  if (shape === 'points')
    return drawn('path', {
      ...stroke,
      'stroke-width': width ?? 3.5,
      'stroke-linecap': 'round',
      d: places.map(([x, y]) => `M${p(x)} ${p(y)}h0`).join(''),
    });
  const line = {
    ...stroke,
    'stroke-width': width ?? 1.5,
    'stroke-linejoin': 'round',
    'stroke-dasharray': dashes,
  };
  if (shape === 'line' && tension === 0)
    return drawn('polyline', {
      ...line,
      points: places.map(([x, y]) => `${p(x)},${p(y)}`).join(' '),
    });
  // Bent lines leave each point along the chord of its neighbours, by a share of the
  // distance to the next one, and stay in the frame.
  const arm = (index: number, side: 1 | -1): string => {
    const [x, y] = places[index]!;
    const [before, after] = [places[index - 1] ?? [x, y], places[index + 1] ?? [x, y]];
    const [back, ahead] = [
      Math.hypot(x - before[0], y - before[1]),
      Math.hypot(after[0] - x, after[1] - y),
    ];
    const reach = (tension * (side > 0 ? ahead : -back)) / (back + ahead || 1);
    const down = Math.min(bottom, Math.max(top, y + reach * (after[1] - before[1])));
    return `${p(x + reach * (after[0] - before[0]))} ${p(down)}`;
  };
  const parts = places.map(([x, y], index) => {
    if (index === 0) return `M${p(x)} ${p(y)}`;
    if (shape === 'steps') return `H${p(x)}V${p(y)}`;
    return `C${arm(index - 1, 1)} ${arm(index, -1)} ${p(x)} ${p(y)}`;
  });
  return drawn('path', { ...line, d: parts.join('') });
}

function namesOf(content: Plot, frame: PlotArea): Drawn[] {
  const { names, look } = content;
  const named = (content.series ?? []).flatMap(({ name, ...one }) =>
    name === undefined ? [] : [{ ...one, name }],
  );
  if (names === 'beside') {
    const lines = named.map((one) => ({ name: one.name, points: placesOf(one, frame) }));
    const places = placesBeside(lines, { ...frame, right: content.width });
    return named.map(({ name, colour = 'currentColor' }, index) => {
      const [x, y] = places[index]!;
      const halo = { stroke: look.ground, 'stroke-width': 3, 'paint-order': 'stroke' };
      return drawn('text', { x, y, fill: colour, ...(look.ground ? halo : {}) }, name);
    });
  }
  if (names === 'at the ends') return namesAtEnds(named, frame, look);
  return names === undefined ? [] : rowOf(named, frame, look, names === 'row at the end');
}

type Named = Series & { readonly name: string };

/** Names at the ends of their curves, the lowest first, each clear of the one below it. */
function namesAtEnds(named: readonly Named[], frame: PlotArea, look: Look): Drawn[] {
  const line = (look.fontSize ?? 11) * 1.2;
  let lowest = Infinity;
  return named
    .flatMap((one) => {
      const end = placesOf(one, frame).at(-1);
      return end ? [{ ...one, end }] : [];
    })
    .toSorted((a, b) => b.end[1] - a.end[1])
    .map(({ name, colour, end: [x, y] }) => {
      lowest = Math.min(lowest - line, y);
      return drawn(
        'text',
        { x: x + GAP, y: lowest + line / 3, fill: colour ?? 'currentColor' },
        name,
      );
    });
}

/** Width of the mark before a name in a row, px. */
const MARK = 14;

/** Marks and names of series in a row above the frame, at its left or its right end. */
function rowOf(named: readonly Named[], frame: PlotArea, look: Look, isAtEnd: boolean): Drawn[] {
  const y = frame.top - GAP - 4;
  const widths = named.map(({ name }) => MARK + GAP + widthOf(name, look) + 2 * GAP);
  const all = widths.reduce((sum, width) => sum + width, -2 * GAP);
  let x = isAtEnd ? frame.right - all : frame.left;
  return named.flatMap((one, index) => {
    const places: readonly Place[] =
      one.shape === 'points'
        ? [[x + MARK / 2, y]]
        : [
            [x, y],
            [x + MARK, y],
          ];
    const mark = strokeOf(
      { ...one, shape: one.shape === 'points' ? 'points' : 'line', tension: 0 },
      places,
      frame,
    );
    const text = drawn('text', { x: x + MARK + GAP, y: y + 4 }, one.name);
    x += widths[index]!;
    return [mark, text];
  });
}

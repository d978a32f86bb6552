/** A curve of a plot, with the name that is written at its end. */
export interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 64, right: 112, top: 36, bottom: 52 } as const;
/** Least distance between the names of curves, pixels. */
const NAME_HEIGHT = 15;

const escape = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!);
const rounded = (value: number): string => Number(value.toFixed(2)).toString();

/** Draws curves with both axes and a title, each curve named at its end. Returns an SVG document. */
export function linePlot(title: string, x: Axis, y: Axis, curves: readonly Curve[]): string {
  const across = (value: number): number =>
    MARGIN.left + ((value - x.from) / (x.to - x.from)) * (WIDTH - MARGIN.left - MARGIN.right);
  const down = (value: number): number =>
    HEIGHT -
    MARGIN.bottom -
    ((value - y.from) / (y.to - y.from)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const ticks = ({ from, to, step }: Axis): number[] =>
    Array.from({ length: Math.round((to - from) / step) + 1 }, (_, tick) => from + tick * step);
  const [left, right, bottom] = [across(x.from), across(x.to), down(y.from)];
  let lowest = Infinity;
  const ends = curves
    .map((curve) => ({ curve, at: down(curve.points.at(-1)![1]) }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ curve, at }) => {
      lowest = Math.min(lowest - NAME_HEIGHT, at);
      return `<text x="${rounded(across(curve.points.at(-1)![0]) + 6)}" y="${rounded(lowest + 4)}" fill="${curve.colour}">${escape(curve.name)}</text>`;
    });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="12" fill="#4a5160">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="20" font-size="13" fill="#0b0d12">${escape(title)}</text>`,
    ...ticks(y).map(
      (value) =>
        `<path d="M${left} ${rounded(down(value))}H${right}" stroke="#dfe3ea"/><text x="${left - 8}" y="${rounded(down(value) + 4)}" text-anchor="end">${rounded(value)}</text>`,
    ),
    ...ticks(x).map(
      (value) =>
        `<path d="M${rounded(across(value))} ${bottom}v4" stroke="#4a5160"/><text x="${rounded(across(value))}" y="${bottom + 18}" text-anchor="middle">${rounded(value)}</text>`,
    ),
    `<path d="M${left} ${bottom}H${right}" stroke="#4a5160"/>`,
    `<text x="${(left + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escape(x.label)}</text>`,
    `<text transform="translate(16 ${rounded((MARGIN.top + bottom) / 2)}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
    ...curves.map(
      ({ colour, isDashed, points }) =>
        `<path d="M${points.map(([px, py]) => `${rounded(across(px))} ${rounded(down(py))}`).join('L')}" fill="none" stroke="${colour}" stroke-width="1.5"${isDashed ? ' stroke-dasharray="5 4"' : ''}/>`,
    ),
    ...ends,
    '</svg>',
    '',
  ].join('\n');
}

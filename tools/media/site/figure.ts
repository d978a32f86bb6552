import { escapeUTF8 } from 'entities';
import { palette } from '../../../apps/web/app/palette.ts';
import { wavelengthColour } from '../../../apps/web/app/ui/mark/spectrum-colours.ts';
import { rasterise } from './rasterise.ts';

/** Colours of figures on ink, from the palette of the site. */
export const INK = palette.ink;
export const TEXT = palette.workbench.text;
export const MUTED = palette.figure.muted;
const LINE = palette.figure.line;
export const ACCENT = palette.accentOnDark;

export const n = (value: number): string => Number(value.toFixed(2)).toString();

interface TextStyle {
  readonly size?: number;
  readonly colour?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly mono?: boolean;
  readonly weight?: number;
}

/** A line of text. */
export const text = (
  x: number,
  y: number,
  content: string,
  { size = 24, colour = MUTED, anchor = 'start', mono = false, weight = 400 }: TextStyle = {},
): string =>
  `<text x="${n(x)}" y="${n(y)}" font-family="${mono ? 'JetBrains Mono' : 'Inter'}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escapeUTF8(content)}</text>`;

export type Point = readonly [x: number, y: number];

export const path = (points: readonly Point[], colour: string, width = 2.5, extra = ''): string =>
  `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ${extra}/>`;

/** Where something lies in a figure: its upper left corner and its size. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** A PNG inside a figure; `crisp` keeps its pixels square. */
export const image = (png: Buffer, [x, y, width, height]: Box, crisp = false): string =>
  `<image href="data:image/png;base64,${png.toString('base64')}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="xMidYMid slice"${crisp ? ' style="image-rendering:pixelated"' : ''}/>`;

/** A horizontal gradient of the visible spectrum between x = left and right, 400 to 700 nm. */
export const spectrumGradient = (id: string, left: number, right: number): string =>
  `<linearGradient id="${id}" x1="${left}" x2="${right}" gradientUnits="userSpaceOnUse">${Array.from({ length: 31 }, (_, band) => `<stop offset="${n(band / 30)}" stop-color="${wavelengthColour(400 + 10 * band)}"/>`).join('')}</linearGradient>`;

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly ticks: readonly number[];
  readonly isLogarithmic?: boolean;
  readonly format?: (value: number) => string;
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Axes with thin lines and units in their labels, and the way from values to places. */
export function axes(
  { left, top, right, bottom }: Frame,
  x: Axis,
  y: Axis,
  size = 22,
): {
  readonly svg: string;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
} {
  const share = ({ from, to, isLogarithmic }: Axis, value: number): number =>
    isLogarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
  const across = (value: number): number => left + share(x, value) * (right - left);
  const down = (value: number): number => bottom - share(y, value) * (bottom - top);
  const shown = ({ format = String }: Axis, value: number): string => format(value);
  const svg = [
    ...y.ticks.map(
      (tick) =>
        `<path d="M${left} ${n(down(tick))}H${right}" stroke="${LINE}" stroke-width="1.5"/>${text(left - 12, down(tick) + size * 0.35, shown(y, tick), { size, anchor: 'end', mono: true })}`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<path d="M${n(across(tick))} ${bottom}v8" stroke="${MUTED}" stroke-width="1.5"/>${text(across(tick), bottom + size + 14, shown(x, tick), { size, anchor: 'middle', mono: true })}`,
    ),
    `<path d="M${left} ${bottom}H${right}" stroke="${MUTED}" stroke-width="1.5"/>`,
    text((left + right) / 2, bottom + 2 * size + 26, x.label, { size, anchor: 'middle' }),
    y.label === '' ? '' : text(left - 12, top - 22, y.label, { size }),
  ].join('');
  return { svg, x: across, y: down };
}

/** A figure on ink as a PNG. */
export const figure = (
  width: number,
  height: number,
  ...parts: readonly string[]
): Promise<Buffer> =>
  rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${INK}"/>${parts.join('')}</svg>`,
    width,
    height,
  );

/** Only the parts, on nothing: to lay over a picture. */
export const overlay = (
  width: number,
  height: number,
  ...parts: readonly string[]
): Promise<Buffer> =>
  rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
    width,
    height,
  );

/** A small label on a dark ground, to lay over a picture; x, y is its lower left corner. */
export function tag(
  x: number,
  y: number,
  content: string,
  { size = 24, anchor = 'start' }: Pick<TextStyle, 'size' | 'anchor'> = {},
): string {
  const width = content.length * size * 0.6 + size;
  const left = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  return `<rect x="${n(left)}" y="${n(y - size * 1.7)}" width="${n(width)}" height="${n(size * 1.7)}" rx="4" fill="${INK}" fill-opacity="0.78"/>${text(left + width / 2, y - size * 0.52, content, { size, colour: TEXT, anchor: 'middle', mono: true })}`;
}

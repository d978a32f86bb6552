import type { Gains } from '../analysis/colour/neutral-gains.ts';
import { percentile } from '../analysis/percentile.ts';
import { exp, log } from '../quantities/elementary.ts';
import type { WHITE_BALANCE_RULES } from './choices.ts';

/** The rules that look at the picture. */
export type MeasuringRule = Exclude<(typeof WHITE_BALANCE_RULES)[number], 'fixed' | 'truth'>;

/** A Bayer mosaic whose white balance is sought. */
export interface BalancedMosaic {
  /** codes[row * columns + column]. */
  readonly codes: Uint16Array;
  readonly rows: number;
  readonly columns: number;
  readonly bits: number;
  /** Code of the dark. */
  readonly black: number;
  /** Channel of each pixel of the tile: 0 red, 1 green, 2 blue. */
  readonly layout: readonly (readonly number[])[];
}

/** Gains that a rule found, and the cells that it looked at. */
export interface FoundGains {
  /** Undefined where the picture has too few usable cells. */
  readonly gains: Gains | undefined;
  readonly cells: number;
}

/** A cell counts where no code of it reaches this share of full scale. */
const NOT_CLIPPED = 0.98;
/** And where its green has at least this share of the range above black. */
const NOT_DARK = 0.02;
const FEWEST_CELLS = 64;
const PATCH_SHARE = 0.99;
/** Power of the mean of the edges; `edgeFigure` has its products. */
const EDGE_POWER = 6;
/** Smallest and largest gain. */
const [LEAST, MOST] = [1 / 8, 8];

/** Cells of 2 x 2 pixels, above black. */
interface Cells {
  readonly down: number;
  readonly across: number;
  /** Red, green (the mean of both) and blue by cell. */
  readonly channels: readonly [Float32Array, Float32Array, Float32Array];
  readonly used: Uint8Array;
  readonly count: number;
}

/**
 * White balance gains by a rule that looks at the mosaic (docs/reference/isp.md#white-balance).
 *
 * @see van de Weijer, Gevers, Gijsenij, Edge-Based Color Constancy, 2007: grey edge with n = 1,
 *   p = 6, without smoothing.
 */
export function gainsByRule(mosaic: BalancedMosaic, rule: MeasuringRule): FoundGains {
  const cells = cellsOf(mosaic);
  if (cells.count < FEWEST_CELLS) return { gains: undefined, cells: cells.count };
  const [red, green, blue] = cells.channels.map((channel) => figureOf(channel, cells, rule)) as [
    number,
    number,
    number,
  ];
  const limited = (gain: number): number => Math.min(MOST, Math.max(LEAST, gain));
  const gains = { red: limited(green / red), blue: limited(green / blue) };
  const isUsable = Number.isFinite(gains.red) && Number.isFinite(gains.blue);
  return { gains: isUsable ? gains : undefined, cells: cells.count };
}

function cellsOf({ codes, rows, columns, bits, black, layout }: BalancedMosaic): Cells {
  const full = 2 ** bits - 1;
  const [clipped, dark] = [NOT_CLIPPED * full, NOT_DARK * (full - black)];
  const [down, across] = [rows >> 1, columns >> 1];
  const places = [0, 1, 2].map((channel) =>
    layout.flatMap((line, row) =>
      line.flatMap((other, column) => (other === channel ? [row * columns + column] : [])),
    ),
  );
  const [[red], [green, otherGreen], [blue]] = places as [number[], number[], number[]];
  const channels = [0, 1, 2].map(() => new Float32Array(down * across)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const used = new Uint8Array(down * across);
  let count = 0;
  for (let row = 0, cell = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1, cell += 1) {
      const at = 2 * row * columns + 2 * column;
      const [r, g, h, b] = [
        codes[at + red!]!,
        codes[at + green!]!,
        codes[at + otherGreen!]!,
        codes[at + blue!]!,
      ];
      const middle = (g + h) / 2 - black;
      channels[0][cell] = r - black;
      channels[1][cell] = middle;
      channels[2][cell] = b - black;
      if (Math.max(r, g, h, b) < clipped && middle >= dark) {
        used[cell] = 1;
        count += 1;
      }
    }
  return { down, across, channels, used, count };
}

function figureOf(channel: Float32Array, cells: Cells, rule: MeasuringRule): number {
  switch (rule) {
    case 'greyWorld':
      return channel.reduce((sum, value, at) => sum + (cells.used[at] ? value : 0), 0);
    case 'whitePatch':
      return percentile(
        channel.filter((_, at) => cells.used[at]),
        PATCH_SHARE,
      );
    case 'greyEdge':
      return edgeFigure(channel, cells);
  }
}

/** (mean |gradient|^6)^(1/6) over the cells whose four neighbours are used too. */
function edgeFigure(channel: Float32Array, { down, across, used }: Cells): number {
  let [sum, count] = [0, 0];
  for (let row = 1; row + 1 < down; row += 1)
    for (let column = 1; column + 1 < across; column += 1) {
      const at = row * across + column;
      const [left, right, above, below] = [at - 1, at + 1, at - across, at + across];
      if (!(used[at]! & used[left]! & used[right]! & used[above]! & used[below]!)) continue;
      const x = (channel[right]! - channel[left]!) / 2;
      const y = (channel[below]! - channel[above]!) / 2;
      // The sixth power by products: those of `**` may differ from one program to the next.
      const square = x * x + y * y;
      sum += square * square * square;
      count += 1;
    }
  return exp(log(sum / count) / EDGE_POWER);
}

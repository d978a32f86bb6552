import { percentile } from '../../analysis/percentile.ts';
import { logAverageOf, type ToneMapPlan } from '../../corrections/tone-map.ts';
import type { ParametersOf } from '../../field-descriptor.ts';
import { demosaicMenon } from './demosaic-menon.ts';
import { demosaicTile } from './demosaic-tile.ts';
import type { referenceFields } from './descriptor.ts';

export type ReferenceParameters = ParametersOf<typeof referenceFields>;

/** A mosaic of linear light and the colours of its channels. */
export interface ColouredMosaic {
  /** electrons[row * columns + column] above black. */
  readonly electrons: Float32Array;
  /** Electrons at saturation. */
  readonly full: number;
  readonly rows: number;
  readonly columns: number;
  readonly layout: readonly (readonly number[])[];
  /** Gains by channel that make white neutral; the smallest is 1. */
  readonly gains: readonly number[];
  /** From balanced channels to linear sRGB, a row for each of red, green, blue. */
  readonly matrix: readonly (readonly number[])[];
  readonly isBayer: boolean;
}

/** A picture in linear sRGB: linear[(row * columns + column) * 3 + channel], 1 for white. */
export interface LinearPicture {
  readonly linear: Float32Array;
  /** What the operator found, in electrons and as a share of white; of reinhard alone. */
  readonly logAverage?: number;
  readonly white?: number;
  /** Factor that keeps highlights below 97 %. */
  readonly scale: number;
}

const LUMA = [0.2126, 0.7152, 0.0722] as const;
const [HI_PERCENTILE, HIGHLIGHTS] = [0.995, 0.97];
const WHITE_SHARE = 0.999;

/**
 * Balances and demosaics linear light, brings it to linear sRGB and maps its tones
 * (docs/reference/isp.md#reference-isp).
 *
 * @param inLinear brings a mosaic to linear sRGB: the kernel or its plain twin.
 */
export function developLinear(
  mosaic: ColouredMosaic,
  { operator, key }: Pick<ToneMapPlan, 'operator' | 'key'>,
  sharpening: number,
  inLinear: InLinear = linearPlain,
): LinearPicture {
  const { linear, luminances } = inLinear(mosaic);
  const tones = operator === 'reinhard' ? compressed(linear, luminances, mosaic.full, key) : {};
  const hi = percentile(luminances, HI_PERCENTILE);
  const scale = hi > HIGHLIGHTS ? HIGHLIGHTS / hi : 1;
  if (scale < 1) for (let i = 0; i < linear.length; i += 1) linear[i]! *= scale;
  if (sharpening > 0) sharpen(linear, mosaic, sharpening);
  return { linear, ...tones, scale };
}

/** A balanced and demosaiced mosaic in linear sRGB, and its luminance Y. */
export type InLinear = (mosaic: ColouredMosaic) => {
  readonly linear: Float32Array;
  readonly luminances: Float32Array;
};

/** The plain twin of the kernel assembly/reference-isp.ts. */
export const linearPlain: InLinear = (mosaic) =>
  inSrgb(demosaiced(balanced(mosaic), mosaic), mosaic.matrix);

/** Shares of saturation per electron times the gains, for each pixel of the tile. */
export const balanceFactors = ({
  layout,
  gains,
  full,
}: Pick<ColouredMosaic, 'layout' | 'gains' | 'full'>): readonly (readonly number[])[] =>
  layout.map((line) => line.map((channel) => gains[channel]! / full));

/** Weights of the balanced channels in the luminance. */
export const luminanceFactors = ([red, green, blue]: ColouredMosaic['matrix']): readonly number[] =>
  red!.map(
    (toRed, channel) => LUMA[0] * toRed + LUMA[1] * green![channel]! + LUMA[2] * blue![channel]!,
  );

/** Shares of saturation times the gains, at most 1, so that what is saturated is white. */
function balanced(mosaic: ColouredMosaic): Float32Array {
  const { electrons, rows, columns, layout } = mosaic;
  const out = new Float32Array(electrons.length);
  const [high, wide] = [layout.length, layout[0]!.length];
  const tile = balanceFactors(mosaic);
  for (let row = 0; row < rows; row += 1) {
    const factors = tile[row % high]!;
    for (let phase = 0; phase < wide; phase += 1) {
      const factor = factors[phase]!;
      for (let at = row * columns + phase; at < (row + 1) * columns; at += wide)
        out[at] = Math.min(1, electrons[at]! * factor);
    }
  }
  return out;
}

const demosaiced = (
  values: Float32Array,
  { rows, columns, layout, gains, isBayer }: ColouredMosaic,
): readonly Float32Array[] =>
  isBayer
    ? demosaicMenon({ values, rows, columns, layout })
    : demosaicTile(values, { rows, columns }, layout, gains.length);

function inSrgb(planes: readonly Float32Array[], matrix: ColouredMosaic['matrix']) {
  const pixels = planes[0]!.length;
  const linear = new Float32Array(3 * pixels);
  const luminances = new Float32Array(pixels);
  const [red, green, blue] = matrix as readonly [number[], number[], number[]];
  const luminance = luminanceFactors(matrix);
  // Channel by channel: arrays have one to seven.
  for (const [channel, plane] of planes.entries()) {
    const [toRed, toGreen, toBlue] = [red[channel]!, green[channel]!, blue[channel]!];
    const toLuminance = luminance[channel]!;
    for (let pixel = 0, at = 0; pixel < pixels; pixel += 1, at += 3) {
      const value = plane[pixel]!;
      linear[at]! += toRed * value;
      linear[at + 1]! += toGreen * value;
      linear[at + 2]! += toBlue * value;
      luminances[pixel]! += toLuminance * value;
    }
  }
  return { linear, luminances };
}

/** Reinhard's global operator on luminance; hue stays. Changes both in place. */
function compressed(
  linear: Float32Array,
  luminances: Float32Array,
  full: number,
  key: number,
): Pick<LinearPicture, 'logAverage' | 'white'> {
  const logAverage = logAverageOf(luminances, full);
  const scale = (key / logAverage) * full;
  const white = scale * percentile(luminances, WHITE_SHARE);
  const perWhite = white > 0 ? 1 / white ** 2 : 0;
  for (let pixel = 0, at = 0; pixel < luminances.length; pixel += 1, at += 3) {
    const scaled = scale * Math.max(0, luminances[pixel]!);
    const factor = (scale * (1 + scaled * perWhite)) / (1 + scaled);
    luminances[pixel]! *= factor;
    linear[at]! *= factor;
    linear[at + 1]! *= factor;
    linear[at + 2]! *= factor;
  }
  return { logAverage, white };
}

/** Adds luminance minus its mean over 3 x 3 pixels to all three colours. */
function sharpen(
  linear: Float32Array,
  { rows, columns }: Pick<ColouredMosaic, 'rows' | 'columns'>,
  share: number,
): void {
  const luminances = new Float32Array(rows * columns);
  for (let pixel = 0; pixel < luminances.length; pixel += 1)
    luminances[pixel] = LUMA.reduce(
      (sum, weight, channel) => sum + weight * linear[3 * pixel + channel]!,
      0,
    );
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let [sum, count] = [0, 0];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
          sum += luminances[y * columns + x]!;
          count += 1;
        }
      const pixel = row * columns + column;
      const detail = share * (luminances[pixel]! - sum / count);
      for (let channel = 0; channel < 3; channel += 1) linear[3 * pixel + channel]! += detail;
    }
}

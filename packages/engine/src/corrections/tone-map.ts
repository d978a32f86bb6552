import { percentile } from '../analysis/percentile.ts';
import { sharedFloat32, sharedUint16 } from '../images/shared-array.ts';
import { exp, log } from '../quantities/elementary.ts';
import type { ShownColour } from '../sensors/exposure.ts';
import type { TONE_OPERATORS } from './choices.ts';

/** How linear light becomes codes for an ISP (docs/reference/isp.md#tone-map). */
export interface ToneMapPlan {
  readonly operator: (typeof TONE_OPERATORS)[number];
  /** What the log-average of the picture becomes, .01 to 1; of reinhard alone. */
  readonly key: number;
  /** Bits of the codes, 8 to 16. */
  readonly bits: number;
}

/** For a sensor that gives linear light, where the recipe asks for nothing else. */
export const USUAL_TONE_MAP: ToneMapPlan = { operator: 'reinhard', key: 0.18, bits: 12 };

/** Linear light of a mosaic: electrons[row * columns + column], reference electrons. */
export interface LinearMosaic {
  readonly electrons: Float32Array;
  /** Electrons at saturation. */
  readonly full: number;
  readonly rows: number;
  readonly columns: number;
}

/** A picture after the operator, 1 for full scale, and what the operator found in it. */
export interface ToneMapped {
  /** t[row * columns + column]; may exceed 1 and, where noise is below black, fall below 0. */
  readonly tones: Float32Array;
  /** exp of the mean of ln(1 + luminance), electrons; of reinhard alone. */
  readonly logAverage?: number;
  /** The scaled luminance that becomes 1; of reinhard alone. */
  readonly white?: number;
}

/** Share of the luminances below the one that becomes white: a hot pixel is not. */
const WHITE_SHARE = 0.999;

/**
 * Applies a tone operator.
 *
 * @see Reinhard, Stark, Shirley, Ferwerda, Photographic Tone Reproduction for Digital Images, 2002,
 *   the global operator; docs/reference/isp.md#tone-map.
 */
export function toneMapped(
  { electrons, full, rows, columns }: LinearMosaic,
  { operator, key }: ToneMapPlan,
): ToneMapped {
  const tones = sharedFloat32(electrons.length);
  if (operator === 'linear') {
    for (let i = 0; i < tones.length; i += 1) tones[i] = electrons[i]! / full;
    return { tones };
  }
  const luminances = luminanceOf(electrons, rows, columns);
  const logAverage = logAverageOf(luminances, 1);
  const scale = key / logAverage;
  const white = scale * percentile(luminances, WHITE_SHARE);
  const perWhite = white > 0 ? 1 / white ** 2 : 0;
  for (let i = 0; i < tones.length; i += 1) {
    const scaled = scale * luminances[i]!;
    tones[i] = (electrons[i]! * scale * (1 + scaled * perWhite)) / (1 + scaled);
  }
  return { tones, logAverage, white };
}

/** So many luminances are multiplied before their logarithm is taken: it takes most of the time. */
const AT_ONCE = 16;

/**
 * exp of the mean of ln(1 + luminance), electrons.
 *
 * @param luminances what is below 0 counts as 0.
 * @param unit electrons of a luminance of 1; products of 16 luminances stay below 1e300.
 */
export function logAverageOf(luminances: Float32Array, unit: number): number {
  let logarithms = 0;
  for (let from = 0; from < luminances.length; from += AT_ONCE) {
    let product = 1;
    const to = Math.min(luminances.length, from + AT_ONCE);
    for (let i = from; i < to; i += 1) product *= 1 + unit * Math.max(0, luminances[i]!);
    logarithms += log(product);
  }
  return exp(logarithms / luminances.length);
}

/** An index of a picture that is mirrored without repeating its edge. */
const mirrored = (at: number, count: number): number =>
  count === 1 ? 0 : at < 0 ? -at : at >= count ? 2 * (count - 1) - at : at;

/**
 * Luminance of each pixel of a mosaic, electrons: [1 2 1; 2 4 2; 1 2 1]/16 over what is above 0,
 * which is (R + 2 G + B)/4 everywhere on a Bayer mosaic.
 */
function luminanceOf(electrons: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(electrons.length);
  const sums = new Float64Array(columns);
  for (let row = 0; row < rows; row += 1) {
    const above = mirrored(row - 1, rows) * columns;
    const here = row * columns;
    const below = mirrored(row + 1, rows) * columns;
    for (let column = 0; column < columns; column += 1)
      sums[column] =
        Math.max(0, electrons[above + column]!) +
        2 * Math.max(0, electrons[here + column]!) +
        Math.max(0, electrons[below + column]!);
    for (let column = 0; column < columns; column += 1)
      out[here + column] =
        (sums[mirrored(column - 1, columns)]! +
          2 * sums[column]! +
          sums[mirrored(column + 1, columns)]!) /
        16;
  }
  return out;
}

/** Codes of a tone-mapped picture: clip(floor(t·scale·(2^bits − 1) + ½)). Their black is 0. */
export function toneCodes(tones: Float32Array, scale: number, bits: number): Uint16Array {
  const full = 2 ** bits - 1;
  const codes = sharedUint16(tones.length);
  for (let i = 0; i < codes.length; i += 1)
    codes[i] = Math.min(full, Math.max(0, Math.floor(tones[i]! * scale * full + 0.5)));
  return codes;
}

/** Weights of R', G', B' in Y', and the percentile that counts (docs/reference/physics.md#p6). */
const LUMA = [0.2126, 0.7152, 0.0722] as const;
const HI_PERCENTILE = 0.995;
/** Share of full scale that the highlights get at most. */
const HIGHLIGHTS = 0.97;

/**
 * The factor between tones and codes: below 1 where the highlights, as the ISP shows them, would
 * exceed 97 % of full scale.
 *
 * @param shown how the ISP shows the channels of the mosaic; undefined: as they are.
 * @param layout channel of each pixel of the Bayer tile: 0 red, 1 green, 2 blue.
 */
export function toneScale(
  tones: Float32Array,
  { rows, columns }: Pick<LinearMosaic, 'rows' | 'columns'>,
  shown: ShownColour | undefined,
  layout: readonly (readonly number[])[],
): number {
  const hi = percentile(
    shown ? shownLuma(tones, { rows, columns }, shown, layout) : tones,
    HI_PERCENTILE,
  );
  return hi > HIGHLIGHTS ? HIGHLIGHTS / hi : 1;
}

/** Y' of each cell of 2 x 2 pixels. */
function shownLuma(
  tones: Float32Array,
  { rows, columns }: Pick<LinearMosaic, 'rows' | 'columns'>,
  shown: ShownColour,
  layout: readonly (readonly number[])[],
): Float32Array {
  const [down, across] = [rows >> 1, columns >> 1];
  const weights = [0, 1, 2].map((channel) =>
    LUMA.reduce((sum, weight, row) => sum + weight * shown[row]![channel]!, 0),
  );
  // Two of the four pixels are green: their mean counts.
  const [a, b, c, d] = layout.flat().map((channel) => weights[channel]! / (channel === 1 ? 2 : 1));
  const out = new Float32Array(down * across);
  for (let row = 0, cell = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1, cell += 1) {
      const at = 2 * row * columns + 2 * column;
      out[cell] =
        a! * tones[at]! +
        b! * tones[at + 1]! +
        c! * tones[at + columns]! +
        d! * tones[at + columns + 1]!;
    }
  return out;
}

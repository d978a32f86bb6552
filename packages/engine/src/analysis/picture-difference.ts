import { deltaE2000 } from '../colour/delta-e-2000.ts';
import { labOf } from '../colour/lab.ts';
import { linearSrgbToXyz, SRGB_TO_LINEAR } from '../colour/srgb.ts';
import { AXES, eachOf, type Triple } from '../colour/xyz.ts';

/** How far two arrays of equal shape are apart, in their own unit. */
export interface PictureDifference {
  readonly maxAbs: number;
  readonly meanAbs: number;
  readonly rms: number;
  /**
   * Peak signal-to-noise ratio, dB: the peak is the largest value of the type, or of the first
   * array where it has none; null when equal.
   */
  readonly psnrDb: number | null;
  /** Difference of the pixels of two sRGB pictures. */
  readonly ciede2000?: { readonly mean: number; readonly max: number };
}

/** Two arrays of the same length. */
interface Compared {
  readonly one: ArrayLike<number>;
  readonly other: ArrayLike<number>;
  /** What psnrDb is measured against. */
  readonly peak: number;
  /** The arrays are 8-bit sRGB, red, green and blue in turn. */
  readonly isSrgb: boolean;
}

/** Compares two arrays value by value, and two sRGB pictures pixel by pixel. */
export function pictureDifference({ one, other, peak, isSrgb }: Compared): PictureDifference {
  let [maxAbs, sum, squares] = [0, 0, 0];
  for (let i = 0; i < one.length; i += 1) {
    const difference = Math.abs(one[i]! - other[i]!);
    maxAbs = Math.max(maxAbs, difference);
    sum += difference;
    squares += difference ** 2;
  }
  const rms = Math.sqrt(squares / one.length);
  return {
    maxAbs,
    meanAbs: sum / one.length,
    rms,
    psnrDb: rms > 0 ? 20 * Math.log10(peak / rms) : null,
    ...(isSrgb ? { ciede2000: colourDifference(one, other) } : {}),
  };
}

function colourDifference(one: ArrayLike<number>, other: ArrayLike<number>) {
  let [max, sum] = [0, 0];
  for (let i = 0; i < one.length; i += 3) {
    const difference = deltaE2000(srgbLab(one, i), srgbLab(other, i));
    max = Math.max(max, difference);
    sum += difference;
  }
  return { mean: (3 * sum) / one.length, max };
}

/**
 * XYZ of sRGB white by the same rounded matrix, so that white is L* 100, a* 0, b* 0 to the last
 * digit.
 */
const WHITE = linearSrgbToXyz([1, 1, 1]);

/** L*a*b* of the sRGB pixel that begins at an index, under its own white, D65. */
const srgbLab = (codes: ArrayLike<number>, at: number): Triple =>
  labOf(linearSrgbToXyz(eachOf(AXES, (channel) => SRGB_TO_LINEAR[codes[at + channel]!]!)), WHITE);

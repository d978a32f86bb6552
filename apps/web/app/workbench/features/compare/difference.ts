import { pictureDifference, type PictureDifference } from '@lumenloom/engine/measuring';
import type { DecodedPicture } from '../../kit/picture/measure-region.ts';

/** Values of pixels that are compared at a time, so that the page answers in between. */
const VALUES_AT_A_TIME = 90_000;

/** Whether every pixel has three equal values, as in a picture of one channel. */
function isGrey({ data }: DecodedPicture): boolean {
  for (let at = 0; at < data.length; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

/**
 * How far two decoded pictures of the same size are apart: the figures of `lumenloom measure
 * difference`. Grey pictures have no CIEDE2000.
 *
 * @param pause lets the page answer.
 */
export async function differenceInParts(
  one: DecodedPicture,
  other: DecodedPicture,
  pause: () => Promise<void>,
): Promise<PictureDifference> {
  const isSrgb = !isGrey(one) || !isGrey(other);
  let [maxAbs, sum, squares, colourSum, colourMax] = [0, 0, 0, 0, 0];
  const count = one.data.length;
  for (let from = 0; from < count; from += VALUES_AT_A_TIME) {
    const to = Math.min(count, from + VALUES_AT_A_TIME);
    const part = pictureDifference({
      one: one.data.subarray(from, to),
      other: other.data.subarray(from, to),
      peak: 255,
      isSrgb,
    });
    maxAbs = Math.max(maxAbs, part.maxAbs);
    sum += part.meanAbs * (to - from);
    squares += part.rms ** 2 * (to - from);
    colourSum += (part.ciede2000?.mean ?? 0) * (to - from);
    colourMax = Math.max(colourMax, part.ciede2000?.max ?? 0);
    await pause();
  }
  const rms = Math.sqrt(squares / count);
  return {
    maxAbs,
    meanAbs: sum / count,
    rms,
    psnrDb: rms > 0 ? 20 * Math.log10(255 / rms) : null,
    ...(isSrgb && { ciede2000: { mean: colourSum / count, max: colourMax } }),
  };
}

/** The absolute differences of two pictures of the same size, times a factor, at most 255. */
export function amplified(one: DecodedPicture, other: DecodedPicture, factor: number): Uint8Array {
  const result = new Uint8ClampedArray(one.data.length);
  for (let at = 0; at < result.length; at += 1)
    result[at] = factor * Math.abs(other.data[at]! - one.data[at]!);
  return new Uint8Array(result.buffer);
}

import type { ElectronMosaic } from './stabilised-denoising.ts';

/** A pixel is a defect where it leaves the range of its neighbours by so many deviations. */
const FAR = 8;
/** And where it is so many times as bright as the brightest, or as the darkest is bright. */
const RATIO = 2;
/** The pixels beside it stay within so many deviations of the median around each of them. */
const NEAR = 4;

/**
 * Calls `check` for each pixel that differs from the two of its place in the tile beside it by more
 * than RATIO and `far` electrons; pixels beside the left and right border may be called too. In
 * order.
 */
export type Suspects = (mosaic: ElectronMosaic, far: number, check: (at: number) => void) => void;

/** The plain twin of the kernel assembly/reference-isp.ts. */
export const suspectsPlain: Suspects = ({ electrons, period: [, across] }, far, check) => {
  for (let at = across; at < electrons.length - across; at += 1) {
    const value = electrons[at]!;
    const [left, right] = [electrons[at - across]!, electrons[at + across]!];
    const [low, high] = left < right ? [left, right] : [right, left];
    const isNear = value <= high + far && value >= low - far;
    if (!isNear && (value > RATIO * high || RATIO * value < low)) check(at);
  }
};

/**
 * Replaces pixels that stand alone: brighter than RATIO times the brightest of the eight nearest
 * pixels of the same place in the tile, or darker than the darkest over RATIO, by FAR standard
 * deviations of the noise, while none of the four pixels beside it differs the same way from the
 * median of its own neighbours: the image of a point of light covers more than one pixel. The
 * median of the eight neighbours takes its place. Pixels at the border stay.
 *
 * @param floor standard deviation without light, electrons.
 * @param suspects finds the few pixels that are looked at closely.
 * @returns a new mosaic, and how many pixels were replaced.
 */
export function withoutDefects(
  mosaic: ElectronMosaic,
  floor: number,
  suspects: Suspects = suspectsPlain,
): { readonly electrons: Float32Array; readonly replaced: number } {
  const { electrons, rows, columns, period } = mosaic;
  const [down, across] = period;
  const steps = [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((x) => (x === 0 && y === 0 ? [] : [y * down * columns + x * across])),
  );
  const out = electrons.slice();
  let replaced = 0;
  const deviation = (value: number): number => Math.sqrt(Math.max(0, value) + floor ** 2);
  const around = new Float32Array(8);
  /** Sorts the neighbours of a pixel into `around`, and gives their median. */
  const medianAround = (at: number): number => {
    for (let i = 0; i < 8; i += 1) around[i] = electrons[at + steps[i]!]!;
    around.sort();
    return (around[3]! + around[4]!) / 2;
  };
  /** 1 where a pixel stands far above its neighbours, -1 below, 0 within. */
  const sideOf = (at: number): number => {
    medianAround(at);
    const [value, least, most] = [electrons[at]!, around[0]!, around[7]!];
    if (value > RATIO * most && value > most + FAR * deviation(most)) return 1;
    return value * RATIO < least && value < least - FAR * deviation(least) ? -1 : 0;
  };
  /** Whether a pixel differs from the median around it in the same way. */
  const joins = (at: number, side: number): boolean => {
    const median = medianAround(at);
    return side * (electrons[at]! - median) > NEAR * deviation(median);
  };
  suspects(mosaic, FAR * floor, (at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    // Room for the neighbours of the pixels beside it.
    const isInside =
      row > down && row < rows - down - 1 && column > across && column < columns - across - 1;
    const side = isInside ? sideOf(at) : 0;
    if (side === 0) return;
    if ([at - 1, at + 1, at - columns, at + columns].some((next) => joins(next, side))) return;
    out[at] = medianAround(at);
    replaced += 1;
  });
  return { electrons: out, replaced };
}

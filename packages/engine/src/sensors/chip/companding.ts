import type { Companding } from './chip.ts';

/** The segment of a rising list in which a value lies: the index of its first knee. */
function segmentOf(knees: Companding['knees'], axis: 0 | 1, value: number): number {
  let segment = 0;
  while (segment < knees.length - 2 && value >= knees[segment + 1]![axis]) segment += 1;
  return segment;
}

/** Carries a value along the curve from one axis to the other. */
function interpolated({ knees }: Companding, from: 0 | 1, value: number): number {
  const segment = segmentOf(knees, from, value);
  const to = from === 0 ? 1 : 0;
  const [low, high] = [knees[segment]!, knees[segment + 1]!];
  return low[to] + ((value - low[from]) * (high[to] - low[to])) / (high[from] - low[from]);
}

/** The code that leaves the chip for a linear code. */
export const companded = (curve: Companding, linear: number): number =>
  Math.floor(interpolated(curve, 0, linear) + 0.5);

/** The linear code of a code, by the inverse line; it need not be whole. */
export const expanded = (curve: Companding, code: number): number => interpolated(curve, 1, code);

/**
 * The largest share of shot and read noise that the rounding of companded codes has.
 *
 * @param electronsPerCode of the linear codes.
 * @param noiseVariance electrons², at a signal in electrons.
 */
export function largestNoiseShare(
  { knees }: Companding,
  electronsOf: (linear: number) => number,
  noiseVariance: (electrons: number) => number,
): number {
  let largest = 0;
  for (const [k, [linear, code]] of knees.slice(0, -1).entries()) {
    const [nextLinear, nextCode] = knees[k + 1]!;
    const step = (nextLinear - linear) / (nextCode - code);
    const electronsPerStep = electronsOf(linear + step) - electronsOf(linear);
    // Noise grows with the signal, so each segment is coarsest at its beginning.
    const variance = noiseVariance(Math.max(0, electronsOf(linear)));
    largest = Math.max(largest, Math.sqrt(electronsPerStep ** 2 / 12 / variance));
  }
  return largest;
}

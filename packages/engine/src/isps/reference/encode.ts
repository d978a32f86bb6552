import { exp, log } from '../../quantities/elementary.ts';

/** Samples of the sRGB curve: linear between them it is within 1e-7, far below a 16-bit code. */
const STEPS = 65536;
const FULL = 65535;

let curve: Float64Array | undefined;

/** Codes of 16 bits at even steps of linear light. @see IEC 61966-2-1 */
const curveOf16Bits = (): Float64Array =>
  (curve ??= Float64Array.from({ length: STEPS + 2 }, (_, step) => {
    const linear = Math.min(1, step / STEPS);
    return FULL * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * exp(log(linear) / 2.4) - 0.055);
  }));

/** Linear light to sRGB with 16 bits; out of range is clipped. */
export function encoded16(linear: Float32Array): Uint16Array {
  const samples = curveOf16Bits();
  const out = new Uint16Array(linear.length);
  for (let i = 0; i < out.length; i += 1) {
    const value = linear[i]!;
    if (!(value > 0)) continue;
    const place = value >= 1 ? STEPS : STEPS * value;
    const step = place | 0;
    const low = samples[step]!;
    out[i] = low + (samples[step + 1]! - low) * (place - step) + 0.5;
  }
  return out;
}

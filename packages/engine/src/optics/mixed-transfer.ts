import type { Spectrum } from '../quantities/wavelengths.ts';
import type { LensModel } from './form-image/lens-model.ts';
import { heightAt } from './form-image/lens-table.ts';
import {
  transferCurve,
  transferOnCurve,
  type TransferCurve,
} from './point-spread/modulation-transfer.ts';
import { pupilsOf } from './form-image/pupil-source.ts';
import type { PupilFunction } from './point-spread/pupil-function.ts';

/** Bands that one traced wavelength represents: transfer functions change little over 30 nm. */
const GROUP = 3;
/** Bands from the shortest wavelength on, up to 490 nm, that are traced one by one. */
const ALONE = 10;
/** Groups with less than this share of the light are left out. */
export const LEAST_SHARE = 0.002;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

/** Earlier results, per lens: every run with the same sensor needs the same fields. */
const kept = new WeakMap<LensModel, Map<string, unknown>>();
/** Largest number of entries per lens; the largest has some hundred numbers. */
const MOST_KEPT = 512;

function keptFor<Value>(model: LensModel, key: string, make: () => Value): Value {
  const known = kept.get(model) ?? new Map<string, unknown>();
  kept.set(model, known);
  if (!known.has(key)) {
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, make());
  }
  return known.get(key) as Value;
}

/**
 * Contrast that a lens passes in mixed light, without the pixel: |Σ weight · OTF · phase of the
 * chief ray|, over groups of bands.
 *
 * @param angle of the field, radians.
 * @param direction of the frequencies, radians from the direction away from the axis.
 * @param weights of the bands: light times response, on any scale; mixtures of colours may have
 *   negative ones.
 * @param frequencies line pairs per mm.
 * @returns one value per frequency, 1 at frequency 0.
 * @see docs/reference/measuring.md#true-sfr
 */
export function mixedTransfer(
  model: LensModel,
  angle: number,
  direction: number,
  weights: Spectrum,
  frequencies: readonly number[],
): number[] {
  const { table } = model;
  const size = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const sumsReal = new Float64Array(frequencies.length);
  const sumsImaginary = new Float64Array(frequencies.length);
  let total = 0;
  const { heightMm } = heightAt(table, table.reference, angle);
  for (const [from, to] of groupsOf(weights.length)) {
    const bands = Array.from({ length: to - from }, (_, i) => from + i);
    const share = bands.reduce((sum, band) => sum + Math.abs(weights[band]!), 0) / size;
    if (!(share >= LEAST_SHARE)) continue;
    const { curve, area } = transferOf(model, (from + to) >> 1, angle, direction);
    // Lateral colour shifts the image of each band along the radius.
    const shifts = bands.map(
      (band) => (heightAt(table, band, angle).heightMm - heightMm) * Math.cos(direction),
    );
    for (const band of bands) total += weights[band]! * area;
    for (let f = 0; f < frequencies.length; f += 1) {
      const [real, imaginary] = transferOnCurve(curve, frequencies[f]!);
      for (let i = 0; i < bands.length; i += 1) {
        const phase = -2 * Math.PI * frequencies[f]! * shifts[i]!;
        // Nothing is shifted on the axis: cosine 1 and sine 0, with the sign of the phase.
        const cosine = phase === 0 ? 1 : Math.cos(phase);
        const sine = phase === 0 ? phase : Math.sin(phase);
        const weight = weights[bands[i]!]! * area;
        sumsReal[f]! += weight * (real * cosine - imaginary * sine);
        sumsImaginary[f]! += weight * (real * sine + imaginary * cosine);
      }
    }
  }
  return Array.from(sumsReal, (real, f) => Math.hypot(real, sumsImaginary[f]!) / Math.abs(total));
}

/**
 * Groups of bands as ranges. Towards blue focus changes fast, so the first bands stand alone; the
 * last group includes the remainder.
 */
export function groupsOf(bands: number): [from: number, to: number][] {
  const groups: [number, number][] = [];
  for (let from = 0; from < bands;) {
    const to = from < ALONE ? from + 1 : from + GROUP;
    groups.push([from, bands - to < GROUP ? (from < ALONE ? to : bands) : to]);
    from = groups.at(-1)![1];
  }
  return groups;
}

/**
 * Transfer of one wavelength and field, and the area of its pupil, which the light that passes is
 * proportional to.
 */
function transferOf(
  model: LensModel,
  band: number,
  angle: number,
  direction: number,
): { readonly curve: TransferCurve; readonly area: number } {
  const place = `${band} ${angle}`;
  const pupil = keptFor(model, place, (): PupilFunction =>
    pupilsOf(model.design, EDGE)(model.table.wavelengths[band]!, angle),
  );
  // On the axis all directions are the same.
  const along = angle === 0 ? 0 : direction;
  const curve = keptFor(model, `${place} ${along}`, () => transferCurve(pupil, along));
  return { curve, area: pupil.area };
}

import { findBeam } from '../ray-trace/beam.ts';
import { firstOrder } from '../ray-trace/first-order.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { pupilFunction } from '../point-spread/pupil-function.ts';
import { samplesFor } from '../point-spread/samples-for.ts';
import type { Host } from '../../host.ts';
import { loadSumPlaneWaves } from '../../kernels/load-point-spread.ts';
import { pointSpread } from '../point-spread/point-spread.ts';

/** The point spread functions of one node; plain data, so that it can go to another thread. */
export interface TracePointSpreadsPart {
  readonly design: LensDesign;
  readonly wavelengths: readonly number[];
  /** Field angle and shift of the kernel outwards, mm, per wavelength. */
  readonly angles: readonly number[];
  readonly shifts: readonly number[];
  /** Unit vector from the axis to the node. */
  readonly towards: readonly [number, number];
  /** Working pixels and mm. */
  readonly reach: number;
  readonly pitch: number;
  /** Shared; receives kernels of unit sum, (2·reach + 1)² per wavelength, from `at` on. */
  readonly out: Float32Array;
  readonly at: number;
}

/** Kernels change by less than half a per cent, a per cent in the farthest corner of a vignetted field, against four times as many azimuths. */
const EDGE = { azimuths: 32, tolerance: 1e-6 };
/** Blur larger than this against the wavelength is geometry: finer sampling of the pupil would cost minutes and show nothing. */
const MOST_SAMPLES = 384;

/** Traces the pupil of a field per wavelength and sums its plane waves at the working pixels. */
export async function tracePointSpreads(
  { design, wavelengths, angles, shifts, towards, reach, pitch, out, at }: TracePointSpreadsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const sumPlaneWaves = await loadSumPlaneWaves(host);
  const wide = 2 * reach + 1;
  let guess: number | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    const beam = findBeam(
      design,
      tracedLens(design, wavelength),
      firstOrder(design, wavelength).entrancePupil,
      angles[band]!,
      EDGE,
      guess,
    );
    guess = beam.chief;
    const pupil = pupilFunction(beam, wavelength);
    const shift = shifts[band]!;
    const places = (direction: number): Float64Array =>
      Float64Array.from({ length: wide }, (_, i) => (i - reach) * pitch - shift * direction);
    const samples = Math.min(
      MOST_SAMPLES,
      Math.max(32, samplesFor(pupil, reach * pitch + Math.abs(shift))),
    );
    const density = pointSpread(
      pupil,
      { xs: places(towards[0]), ys: places(towards[1]), towards, samples },
      sumPlaneWaves,
    );
    const kernel = out.subarray(at + band * wide * wide, at + (band + 1) * wide * wide);
    kernel.set(density);
    const [total, meanX, meanY] = moments(kernel, wide);
    const outwards = (shift + pupil.centroid) / pitch;
    moveKernel(kernel, wide, 1, outwards * towards[0] - meanX);
    moveKernel(kernel, wide, wide, outwards * towards[1] - meanY);
    for (let i = 0; i < kernel.length; i += 1) kernel[i]! /= total;
  }
}

/** Sum of a kernel, and its centroid from the middle, in samples. */
function moments(kernel: Float32Array, wide: number): readonly [number, number, number] {
  let [total, x, y] = [0, 0, 0];
  for (let row = 0, i = 0; row < wide; row += 1) {
    for (let column = 0; column < wide; column += 1, i += 1) {
      total += kernel[i]!;
      x += column * kernel[i]!;
      y += row * kernel[i]!;
    }
  }
  const reach = (wide - 1) / 2;
  return [total, x / total - reach, y / total - reach];
}

/**
 * Moves a kernel by part of a sample, keeping its sum and its sign. A spot finer than the samples falls between them: its samples alone
 * would put its light, and with it lateral colour, up to half a sample beside the place where it is.
 *
 * @param step between neighbours in the direction of the move.
 */
function moveKernel(kernel: Float32Array, wide: number, step: number, by: number): void {
  const share = Math.min(1, Math.abs(by));
  if (share === 0) return;
  const last = wide - 1;
  const forwards = by > 0;
  for (let line = 0; line < wide; line += 1) {
    const start = line * (step === 1 ? wide : 1);
    let carried = 0;
    for (let k = 0; k < wide; k += 1) {
      const i = start + (forwards ? k : last - k) * step;
      // What would leave the kernel stays at its edge.
      const moved = k === last ? 0 : kernel[i]! * share;
      kernel[i]! += carried - moved;
      carried = moved;
    }
  }
}

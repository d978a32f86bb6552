import { findBeam } from '../ray-trace/beam.ts';
import { firstOrder } from '../ray-trace/first-order.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { pupilFunction } from '../point-spread/pupil-function.ts';
import { samplesFor } from '../point-spread/samples-for.ts';
import type { Host } from '../../host.ts';
import { loadPointSpread } from '../../kernels/load-point-spread.ts';

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

const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Blur larger than this against the wavelength is geometry: finer sampling of the pupil would cost minutes and show nothing. */
const MOST_SAMPLES = 384;

/** Traces the pupil of a field per wavelength and sums its plane waves at the working pixels. */
export async function tracePointSpreads({ design, wavelengths, angles, shifts, towards, reach, pitch, out, at }: TracePointSpreadsPart, host: Pick<Host, 'loadKernel'>): Promise<void> {
  const pointSpread = await loadPointSpread(host);
  const wide = 2 * reach + 1;
  let guess: number | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    const beam = findBeam(design, tracedLens(design, wavelength), firstOrder(design, wavelength).entrancePupil, angles[band]!, EDGE, guess);
    guess = beam.chief;
    const pupil = pupilFunction(beam, wavelength);
    const shift = shifts[band]!;
    const places = (direction: number): Float64Array => Float64Array.from({ length: wide }, (_, i) => (i - reach) * pitch - shift * direction);
    const samples = Math.min(MOST_SAMPLES, Math.max(32, samplesFor(pupil, reach * pitch + Math.abs(shift))));
    const density = pointSpread(pupil, { xs: places(towards[0]), ys: places(towards[1]), towards, samples });
    let total = 0;
    for (let i = 0; i < density.length; i += 1) total += density[i]!;
    const scale = 1 / total;
    for (let i = 0, to = at + band * wide * wide; i < density.length; i += 1, to += 1) out[to] = density[i]! * scale;
  }
}

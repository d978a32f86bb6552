import { findBeam } from '../ray-trace/beam.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { bandLimitWeights } from '../point-spread/band-limit.ts';
import { pupilFunction, type PupilFunction } from '../point-spread/pupil-function.ts';
import { samplesFor } from '../point-spread/samples-for.ts';
import type { Host } from '../../host.ts';
import { loadPlaneWaves } from '../plane-waves/load-plane-waves.ts';
import { pupilGrid } from '../point-spread/point-spread.ts';

/** The kernels of one node; plain data, so that it can go to another thread. */
export interface TracePointSpreadsPart {
  readonly design: LensDesign;
  readonly wavelengths: readonly number[];
  /** Field angle and shift of the kernel outwards, mm, per wavelength. */
  readonly angles: readonly number[];
  readonly shiftsMm: readonly number[];
  /** Unit vector from the axis to the node. */
  readonly towards: readonly [number, number];
  /** Half width of the kernels, pixels. */
  readonly reach: number;
  /** Samples of the source per pixel along a side, and their distance, mm. */
  readonly oversampling: number;
  readonly pitchMm: number;
  /** Shared; receives (2·reach + 1)² weights per phase and wavelength from `at` on: out[at + ((phase · wavelengths) + wavelength) · size + place]. */
  readonly out: Float32Array;
  readonly at: number;
  /** Receives the share of the light that falls beyond each wavelength's kernel, from here on. */
  readonly lostAt: number;
}

/** Kernels change by less than half a per cent, a per cent in the farthest corner of a vignetted field, against four times as many azimuths. */
const EDGE = { azimuths: 32, tolerance: 1e-6 };
/** Blur larger than this against the wavelength is geometry: finer sampling of the pupil would cost minutes and show nothing. */
const MOST_SAMPLES = 384;
/** Working pitches round a kernel in which light still counts for its outermost values: the band limit reaches that far. */
const BEYOND = 6;

/** Traces the pupil of a field per wavelength, sums its plane waves and brings the sum to the kernel's places, band-limited to the working grid. */
export async function tracePointSpreads(
  part: TracePointSpreadsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { design, wavelengths, angles, shiftsMm, out, lostAt } = part;
  const { filterPlaneWaves } = await loadPlaneWaves(host);
  let guessMm: number | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    const beam = findBeam(tracedLens(design, wavelength), angles[band]!, EDGE, guessMm);
    guessMm = beam.chiefMm;
    const pupil = pupilFunction(beam, wavelength);
    const { waves, filter, scale } = sampling(part, pupil, shiftsMm[band]!);
    const kernel = filterPlaneWaves(waves, filter);
    out[lostAt + band] = Math.max(0, 1 - storePhases(part, band, kernel, scale));
  }
}

/** Where to look at the light of a pupil, how to weigh what is there, and what brings the outcome to shares of the light. */
function sampling(
  { towards, reach, oversampling, pitchMm }: TracePointSpreadsPart,
  pupil: PupilFunction,
  shiftMm: number,
) {
  const count = oversampling * (2 * reach + 1);
  const places = (direction: number): Float64Array =>
    Float64Array.from(
      { length: count },
      (_, i) => (i - (count - 1) / 2) * pitchMm - shiftMm * direction,
    );
  const halfWidthMm = (count / 2 + BEYOND) * pitchMm + Math.abs(shiftMm);
  const samples = Math.min(MOST_SAMPLES, Math.max(32, samplesFor(pupil, halfWidthMm)));
  const grid = pupilGrid(pupil, towards, samples);
  // Nothing may fold into the band: samples are as close as the sum of the light's highest frequency and the band's asks for.
  const cutoff = (2 * pupil.scale * Math.max(...pupil.edge)) / pupil.wavelengthMm;
  const half = Math.ceil(halfWidthMm * (cutoff + 1 / (2 * pitchMm)));
  const from = Float64Array.from(
    { length: 2 * half + 1 },
    (_, i) => ((i - half) * halfWidthMm) / half,
  );
  return {
    waves: { ...grid, xs: from, ys: from, wavenumber: (2 * Math.PI) / pupil.wavelengthMm },
    filter: {
      across: bandLimitWeights(places(towards[0]), from, pitchMm, oversampling),
      down: bandLimitWeights(places(towards[1]), from, pitchMm, oversampling),
    },
    scale: grid.norm * pitchMm * pitchMm,
  };
}

/**
 * Sorts a kernel by the phase of the source's samples inside their pixels: value i·s − a + s − 1 of a line is what a sample of phase a gives
 * to the pixel i − reach further.
 *
 * @returns the sum of the kernel.
 */
function storePhases(
  { wavelengths, reach, oversampling, out, at }: TracePointSpreadsPart,
  band: number,
  kernel: Float32Array,
  scale: number,
): number {
  const wide = 2 * reach + 1;
  const size = oversampling * wide;
  let total = 0;
  for (let phase = 0; phase < oversampling ** 2; phase += 1) {
    const [across, down] = [phase % oversampling, Math.floor(phase / oversampling)];
    let to = at + (phase * wavelengths.length + band) * wide * wide;
    for (let row = 0; row < wide; row += 1) {
      const line = (row * oversampling - down + oversampling - 1) * size;
      for (let column = 0; column < wide; column += 1, to += 1) {
        const value = scale * kernel[line + column * oversampling - across + oversampling - 1]!;
        out[to] = value;
        total += value;
      }
    }
  }
  return total;
}

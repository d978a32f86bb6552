import { findBeam, wavefrontArea } from '../ray-trace/beam.ts';
import { straightened, turnedTowards, type LensDesign } from '../ray-trace/lens-design.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { bandLimitWeights } from '../point-spread/band-limit.ts';
import { movedPupil } from '../point-spread/moved-pupil.ts';
import { pupilFunction, type PupilFunction } from '../point-spread/pupil-function.ts';
import { fewestSamplesFor, samplesFor } from '../point-spread/samples-for.ts';
import type { Host } from '../../host.ts';
import { loadPlaneWaves } from '../plane-waves/load-plane-waves.ts';
import type { PixelSides } from '../pixel-shape.ts';
import { pupilGrid } from '../point-spread/point-spread.ts';
import { raySpread } from '../point-spread/ray-spread.ts';
import { thinPupil, type ThinDesign } from '../point-spread/thin-pupil.ts';

/** The kernels of one node to trace; plain data, so that another thread can get it. */
export interface TracePointSpreadsPart {
  readonly design: LensDesign | ThinDesign;
  /** Nanometres. */
  readonly wavelengths: readonly number[];
  /** Field angle, radians, and shift of the kernel away from the axis, per wavelength. */
  readonly angles: readonly number[];
  readonly shiftsMm: readonly number[];
  /** Unit vector on the sensor from the axis to the node. */
  readonly towards: readonly [number, number];
  /** Half width of the kernels, pixels. */
  readonly reach: number;
  /** Samples of the source per pixel along a side. */
  readonly oversampling: number;
  /** Distance between samples of the source. */
  readonly pitchMm: number;
  /** The light-sensitive sides of a pixel of the picture. */
  readonly sides: PixelSides;
  /** Pixels of the picture per pixel, along a side, where kernels are made of rays; absent: 1. */
  readonly binning?: number;
  /**
   * Shared memory; receives kernels of size = (2·reach + 1)² numbers: out[at + (phase · wavelengths
   * + wavelength) · size + place].
   */
  readonly out: Float32Array;
  readonly at: number;
  /**
   * Index in `out` from which on the share of the light that falls beyond each wavelength's kernel
   * is stored.
   */
  readonly lostAt: number;
  /** Set for a lens with tilted or decentred surfaces. */
  readonly moved?: {
    /** Height per wavelength of the chief ray of the straight lens in the map of the source. */
    readonly heightsMm: readonly number[];
    /** Place of the axis of the source, along the picture's rows and columns. */
    readonly originMm: readonly [number, number];
    /**
     * Index in `out` from which on each wavelength has the light of the field that passes, over the
     * light that passes the straight lens.
     */
    readonly at: number;
  };
}

/**
 * With four times as many azimuths kernels change by less than .5 %; by less than 1 % in the
 * farthest corner of a vignetted field.
 */
const EDGE = { azimuths: 32, tolerance: 1e-6 };
/**
 * Samples across the pupil. Blur that would need more is so large that diffraction does not show,
 * and more would take minutes: such kernels are made of rays.
 */
const MOST_SAMPLES = 512;
/** The same where the blur is wanted: it fits the widest kernels. */
const MOST_SAMPLES_OUT_OF_FOCUS = 1024;
/**
 * Working pitches round a kernel in which the light still affects its outermost values, through the
 * band-limiting filter.
 */
const BEYOND = 6;
/** Standard deviations that diffusion moves light: less than 1e-4 of it goes further. */
export const DIFFUSED = 4;

/**
 * Traces the kernels of a node: per wavelength the beam of its field, the pupil function of the
 * beam, the sum of its plane waves, and the point spread function filtered to the band limit of the
 * working grid.
 *
 * @throws SimulationError when no ray of a field gets through.
 */
export async function tracePointSpreads(
  part: TracePointSpreadsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { design, wavelengths, angles, shiftsMm, towards, out, lostAt } = part;
  const { filterPlaneWaves, filterField } = await loadPlaneWaves(host);
  let guessMm: number | undefined;
  let rays: ReturnType<typeof raySpread> | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    let pupil: PupilFunction;
    let shift: Shift = {
      acrossMm: shiftsMm[band]! * towards[0],
      downMm: shiftsMm[band]! * towards[1],
      lengthMm: Math.abs(shiftsMm[band]!),
    };
    if ('surfaces' in design && part.moved) {
      const turned = turnedTowards(design, towards);
      const beam = beamOf(turned, wavelength, angles[band]!, EDGE);
      const straight = tracedLens(straightened(design), wavelength);
      pupil = movedPupil(beam, wavelength);
      shift = shiftOf(pupil, part.moved.heightsMm[band]!, part.moved.originMm, towards);
      out[part.moved.at + band] =
        wavefrontArea(beam) / wavefrontArea(findBeam(straight, angles[band]!, EDGE));
    } else if ('surfaces' in design) {
      const beam = findBeam(tracedLens(design, wavelength), angles[band]!, EDGE, guessMm);
      guessMm = beam.chiefMm;
      pupil = pupilFunction(beam, wavelength);
    } else pupil = thinPupil(design, wavelength);
    const sampled = part.binning === undefined ? sampling(part, pupil, shift) : undefined;
    if (!sampled) {
      // Rays through a thin lens are the same at all wavelengths.
      rays =
        rays && !('surfaces' in design)
          ? rays
          : raySpread(pupil, { ...part, shiftMm: shiftsMm[band]! }, filterField);
      const share = part.binning === undefined ? rays.share : 1;
      storePhases(part, band, rays.kernel, share);
      out[lostAt + band] = 1 - share;
      continue;
    }
    const { waves, filter, scale } = sampled;
    const kernel = filterPlaneWaves(waves, filter);
    out[lostAt + band] = Math.max(0, 1 - storePhases(part, band, kernel, scale));
  }
}

/** How far a kernel is moved along the picture's rows and columns. */
interface Shift {
  readonly acrossMm: number;
  readonly downMm: number;
  readonly lengthMm: number;
}

/**
 * How far the chief ray of a lens with moved surfaces is from its place in the map of the source.
 */
function shiftOf(
  { uneven, chiefHeightMm }: PupilFunction,
  heightMm: number,
  [originX, originY]: readonly [number, number],
  [ex, ey]: readonly [number, number],
): Shift {
  const [across, along] = [uneven!.chiefXMm, chiefHeightMm - heightMm];
  const acrossMm = across * ey + along * ex - originX;
  const downMm = along * ey - across * ex - originY;
  return { acrossMm, downMm, lengthMm: Math.hypot(acrossMm, downMm) };
}

/**
 * Places at which to sum the waves of a pupil, weights that filter the sum to a kernel, and the
 * factor that makes it shares of the light; undefined where the blur is so wide that its light
 * would be repeated inside the kernel.
 */
function sampling(
  { design, towards, reach, oversampling, pitchMm, sides }: TracePointSpreadsPart,
  pupil: PupilFunction,
  { acrossMm, downMm, lengthMm }: Shift,
) {
  const count = oversampling * (2 * reach + 1);
  const places = (shiftMm: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * pitchMm - shiftMm);
  const halfWidthMm =
    (count / 2 + BEYOND + DIFFUSED * oversampling * sides[0].spread) * pitchMm + lengthMm;
  const isFocused = !('surfaces' in design) || design.moved !== undefined;
  const most = isFocused ? MOST_SAMPLES_OUT_OF_FOCUS : MOST_SAMPLES;
  if (!pupil.uneven && fewestSamplesFor(pupil, halfWidthMm) > most) return undefined;
  const samples = Math.min(most, Math.max(32, samplesFor(pupil, halfWidthMm)));
  const grid = pupilGrid(pupil, towards, samples);
  // Against aliasing into the band: the sampling frequency is the sum of the light's highest
  // frequency and the band limit.
  const cutoff =
    (2 * pupil.scale * Math.max(...pupil.edge, ...(pupil.uneven?.edge ?? []))) / pupil.wavelengthMm;
  const half = Math.ceil(halfWidthMm * (cutoff + 1 / (2 * pitchMm)));
  const from = Float64Array.from(
    { length: 2 * half + 1 },
    (_, i) => ((i - half) * halfWidthMm) / half,
  );
  return {
    waves: { ...grid, xs: from, ys: from, wavenumber: (2 * Math.PI) / pupil.wavelengthMm },
    filter: {
      across: bandLimitWeights(places(acrossMm), from, pitchMm, oversampling, sides[0]),
      down: bandLimitWeights(places(downMm), from, pitchMm, oversampling, sides[1]),
    },
    scale: grid.norm * pitchMm * pitchMm,
  };
}

/**
 * Stores a kernel by the phase of the source's samples inside their pixels, s of them per pixel:
 * number i·s − a + s − 1 of a row is what a sample of phase a contributes to the pixel that lies i
 * − reach further.
 *
 * @returns the sum of the kernel, a share of the light.
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

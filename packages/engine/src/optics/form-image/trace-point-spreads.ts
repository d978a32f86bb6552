import { findBeam, wavefrontArea } from '../ray-trace/beam.ts';
import { straightened, turnedTowards, type LensDesign } from '../ray-trace/lens-design.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { freeChief, traceChief, walkedChief, type Tangents } from '../ray-trace/free-chief.ts';
import { SimulationError } from '../../simulation-error.ts';
import { directionOf } from './traced-nodes.ts';
import { wavelengthMmOf } from '../millimetres.ts';
import { bandLimitWeights } from '../point-spread/band-limit.ts';
import { movedPupil } from '../point-spread/moved-pupil.ts';
import { coreReachMm, coreShifts } from '../point-spread/core.ts';
import { pointField, type PointField } from '../point-spread/point-picture.ts';
import type { PupilFunction } from '../point-spread/pupil-function.ts';
import { fewestSamplesFor, samplesFor } from '../point-spread/samples-for.ts';
import type { Host } from '../../host.ts';
import { loadPlaneWaves } from '../plane-waves/load-plane-waves.ts';
import type { PixelSides } from '../pixel-shape.ts';
import type { FieldFilter, PlaneWaveSum, PlaneWaves } from '../plane-waves/plane-waves.ts';
import { pupilGrid } from '../point-spread/point-spread.ts';
import { raySpread } from '../point-spread/ray-spread.ts';
import { calibratedPlace } from '../measured/calibrated-nodes.ts';
import type { MeasuredDesign } from '../measured/measured-design.ts';
import {
  isRefocused,
  isSameEverywhere,
  isTraced,
  pupilsOf,
  type PupilSource,
} from './pupil-source.ts';

/** The kernels of one node to trace; plain data, so that another thread can get it. */
export interface TracePointSpreadsPart {
  readonly design: PupilSource;
  /** Nanometres. */
  readonly wavelengths: readonly number[];
  /** Field angle, radians, and shift of the kernel away from the axis, per wavelength. */
  readonly angles: readonly number[];
  readonly shiftsMm: readonly number[];
  /** Unit vector on the sensor from the axis to the node. */
  readonly towards: readonly [number, number];
  /** Half width of the kernels, pixels. */
  readonly reach: number;
  /**
   * Set where each kernel is computed as far as its own light reaches, at least as far as this; it
   * is 0 beyond.
   */
  readonly leastHalfMm?: number;
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
  /** Set for a lens without symmetry, in place of `angles`, `shiftsMm` and `towards`. */
  readonly free?: FreeNode;
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

/** A node in the picture of a lens without symmetry. */
export interface FreeNode {
  readonly placeMm: readonly [number, number];
  /** Per wavelength: the reference through whose map the source of the node is seen, nm. */
  readonly references: readonly number[];
  /** The field that it images there, and the light that the source has, steradians. */
  readonly tangents: readonly Tangents[];
  readonly light: readonly number[];
  /** See `moved.at`: the light that passes over the light of the source. */
  readonly at: number;
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
export const MOST_SAMPLES = 512;
/** The same where the blur is wanted: it fits the widest kernels. */
const MOST_SAMPLES_OUT_OF_FOCUS = 1024;
/**
 * Working pitches round a kernel in which the light still affects its outermost values, through the
 * band-limiting filter.
 */
const BEYOND = 6;
/** Step of the tangents over which the image of a field is seen to stretch. */
const TANGENT_STEP = 1e-4;
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
  const planeWaves = await loadPlaneWaves(host);
  const { filterField } = planeWaves;
  if (part.free) {
    const trace = isTraced(design) ? traceFree : traceCalibrated;
    trace(part, part.free, (pupil, shift, band) => {
      const sampled = sampling({ ...part, towards: shift.towards }, pupil, shift)!;
      const share = storePhases(part, band, kernelOf(sampled, planeWaves), sampled.scale);
      out[lostAt + band] = Math.max(0, 1 - share);
    });
    return;
  }
  const pupilOf = pupilsOf(design, EDGE);
  let rays: ReturnType<typeof raySpread> | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    let pupil: PupilFunction;
    let shift: Shift = {
      acrossMm: shiftsMm[band]! * towards[0],
      downMm: shiftsMm[band]! * towards[1],
      lengthMm: Math.abs(shiftsMm[band]!),
    };
    if (part.moved && isTraced(design)) {
      const turned = turnedTowards(design, towards);
      const beam = beamOf(turned, wavelength, angles[band]!, EDGE);
      const straight = tracedLens(straightened(design), wavelength);
      pupil = movedPupil(beam, wavelength);
      shift = shiftOf(pupil, part.moved.heightsMm[band]!, part.moved.originMm, towards);
      out[part.moved.at + band] =
        wavefrontArea(beam) / wavefrontArea(findBeam(straight, angles[band]!, EDGE));
    } else pupil = pupilOf(wavelength, angles[band]!);
    const sampled = part.binning === undefined ? sampling(part, pupil, shift) : undefined;
    if (!sampled) {
      // Rays through a thin lens are the same at all wavelengths.
      rays =
        rays && isSameEverywhere(design)
          ? rays
          : raySpread(pupil, { ...part, shiftMm: shiftsMm[band]! }, filterField);
      const share = part.binning === undefined ? rays.share : 1;
      storePhases(part, band, rays.kernel, share);
      out[lostAt + band] = 1 - share;
      continue;
    }
    const kernel = inMiddle(kernelOf(sampled, planeWaves), sampled.count, part);
    out[lostAt + band] = Math.max(0, 1 - storePhases(part, band, kernel, sampled.scale));
  }
}

/** The kernels of a node of a lens without symmetry; those of fields without light stay 0. */
function traceFree(
  { wavelengths, out, design: source }: TracePointSpreadsPart,
  { placeMm, references, tangents, light, at }: FreeNode,
  store: (pupil: PupilFunction, shift: TurnedShift, band: number) => void,
): void {
  const design = source as LensDesign;
  const isAchromatic = design.surfaces.every(({ glass, phase }) => !glass && !phase);
  let last: FreePupil | undefined;
  for (const [band, wavelength] of wavelengths.entries()) {
    const field = tangents[band]!;
    const { towards, angle } = directionOf(field);
    try {
      const isSame = isAchromatic && last?.field[0] === field[0] && last.field[1] === field[1];
      if (!isSame) {
        const beam = beamOf(turnedTowards(design, towards), wavelength, angle, EDGE);
        const stretch = stretchOf(design, wavelength, field);
        last = { field, pupil: movedPupil(beam, wavelength), stretch };
      }
      const { pupil: known, stretch } = last!;
      const pupil = { ...known, wavelengthMm: wavelengthMmOf(wavelength) };
      const own = isAchromatic ? stretch : stretchOf(design, references[band]!, field);
      out[at + band] = light[band]! > 0 ? (pupil.area * stretch) / (light[band]! * own) : 0;
      store(pupil, { ...shiftOf(pupil, 0, placeMm, towards), towards }, band);
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
    }
  }
}

/** The same of a calibration that is not round. */
function traceCalibrated(
  { wavelengths, out, design }: TracePointSpreadsPart,
  { placeMm, tangents, light, at }: FreeNode,
  store: (pupil: PupilFunction, shift: TurnedShift, band: number) => void,
): void {
  const pupilOf = pupilsOf(design, EDGE);
  for (const [band, wavelength] of wavelengths.entries()) {
    if (!(light[band]! > 0)) continue;
    const { towards, angle } = directionOf(tangents[band]!);
    const pupil = pupilOf(wavelength, angle);
    const [x, y] = calibratedPlace(design as MeasuredDesign, wavelength, tangents[band]!);
    const [acrossMm, downMm] = [x - placeMm[0], y - placeMm[1]];
    out[at + band] = pupil.area / light[band]!;
    store(pupil, { acrossMm, downMm, lengthMm: Math.hypot(acrossMm, downMm), towards }, band);
  }
}

/** What mirrors alone do to a field: the same at all wavelengths. */
interface FreePupil {
  readonly field: Tangents;
  readonly pupil: PupilFunction;
  readonly stretch: number;
}

/** Area of the sensor over the area of the scene at unit distance, round a field, mm². */
function stretchOf(design: LensDesign, wavelength: number, [tanX, tanY]: Tangents): number {
  const lens = tracedLens(design, wavelength);
  const chief = walkedChief(lens, [tanX, tanY]);
  const placeOf = (x: number, y: number): readonly [number, number] => {
    const beside = chief && freeChief(lens, [tanX + x, tanY + y], chief);
    if (!beside) return [NaN, NaN];
    const { xMm, yMm } = traceChief(lens, [tanX + x, tanY + y], beside);
    return [xMm, yMm];
  };
  const [right, left] = [placeOf(TANGENT_STEP, 0), placeOf(-TANGENT_STEP, 0)];
  const [down, up] = [placeOf(0, TANGENT_STEP), placeOf(0, -TANGENT_STEP)];
  const area = (right[0] - left[0]) * (down[1] - up[1]) - (right[1] - left[1]) * (down[0] - up[0]);
  return Math.abs(area) / (4 * TANGENT_STEP * TANGENT_STEP);
}

/** How far a kernel is moved, and the direction of its field. */
interface TurnedShift extends Shift {
  readonly towards: readonly [number, number];
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
 * Dark rings round its blur that a kernel holds: it then differs by less than .25 % from one as
 * wide as the widest (docs/reference/depth.md#largest-blur).
 */
const RINGS = 60;

/**
 * Half width in pixels of the kernel of a pupil: its blur and diffraction, where kernels have
 * widths of their own.
 *
 * @see docs/reference/physics.md#p5
 */
function ownReach(
  { reach, leastHalfMm, pitchMm, oversampling, sides }: TracePointSpreadsPart,
  { extentMm, wavelengthMm, scale, edge, uneven }: PupilFunction,
  { lengthMm }: Shift,
): number {
  if (leastHalfMm === undefined) return reach;
  const widest = Math.max(...edge, ...(uneven?.edge ?? []));
  const ringsMm = (RINGS * wavelengthMm) / (2 * scale * widest);
  const pixelMm = oversampling * pitchMm;
  const diffusedMm = DIFFUSED * Math.max(...sides.map(({ spread }) => spread)) * pixelMm;
  const halfMm = Math.max(leastHalfMm + lengthMm, lengthMm + extentMm + ringsMm + diffusedMm);
  return Math.min(reach, Math.ceil(halfMm / pixelMm));
}

/** A kernel of count x count numbers in the middle of one as wide as the part's, 0 around it. */
function inMiddle(
  kernel: Float32Array,
  count: number,
  { reach, oversampling }: TracePointSpreadsPart,
): Float32Array {
  const size = oversampling * (2 * reach + 1);
  if (count === size) return kernel;
  const out = new Float32Array(size * size);
  const margin = (size - count) / 2;
  for (let row = 0; row < count; row += 1)
    out.set(kernel.subarray(row * count, (row + 1) * count), (margin + row) * size + margin);
  return out;
}

/**
 * Places at which to sum the waves of a pupil, weights that filter the sum to a kernel, and the
 * factor that makes it shares of the light; undefined where the blur is so wide that its light
 * would be repeated inside the kernel.
 */
function sampling(
  part: TracePointSpreadsPart,
  pupil: PupilFunction,
  shift: Shift,
): Sampling | undefined {
  const { design, towards, reach, oversampling, pitchMm, sides } = part;
  const { acrossMm, downMm, lengthMm } = shift;
  const coreMm = coreReachMm(pupil.core);
  const halfWidthOf = (count: number): number =>
    (count / 2 + BEYOND + DIFFUSED * oversampling * sides[0].spread) * pitchMm + lengthMm + coreMm;
  const most = isRefocused(design) ? MOST_SAMPLES_OUT_OF_FOCUS : MOST_SAMPLES;
  const widestMm = halfWidthOf(oversampling * (2 * reach + 1));
  if (!pupil.uneven && !pupil.points && fewestSamplesFor(pupil, widestMm) > most) return undefined;
  const count = oversampling * (2 * ownReach(part, pupil, shift) + 1);
  if (pupil.points) {
    const light = pointField(pupil.points, towards, pitchMm);
    const limits = { from: light.places, count, acrossMm, downMm, cutoff: 1 / (2 * pitchMm) };
    const filters = filtersOf(part, pupil, limits);
    return { light, filters, scale: pitchMm * pitchMm, count };
  }
  const halfWidthMm = halfWidthOf(count);
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
    light: { ...grid, xs: from, ys: from, wavenumber: (2 * Math.PI) / pupil.wavelengthMm },
    filters: filtersOf(part, pupil, {
      from,
      count,
      acrossMm,
      downMm,
      cutoff: Math.min(cutoff, 1 / (2 * pitchMm)),
    }),
    scale: grid.norm * pitchMm * pitchMm,
    count,
  };
}

/** Light of a field, how it becomes a kernel, and how much of the light that is. */
interface Sampling {
  /** The waves that make it, or the light itself on width x width places. */
  readonly light: PlaneWaveSum | PointField;
  readonly filters: readonly SharedFilter[];
  readonly scale: number;
  readonly count: number;
}

/** A filter and the share of the light that goes through it. */
interface SharedFilter {
  readonly filter: FieldFilter;
  readonly weight: number;
}

/**
 * Filters from the samples of a pupil's light to a kernel: one, or, where a core blurs more in one
 * direction than in the other, one for each place along it.
 */
function filtersOf(
  { towards: [ex, ey], oversampling, pitchMm, sides }: TracePointSpreadsPart,
  { core }: PupilFunction,
  {
    from,
    count,
    acrossMm,
    downMm,
    cutoff,
  }: {
    readonly from: Float64Array;
    readonly count: number;
    readonly acrossMm: number;
    readonly downMm: number;
    readonly cutoff: number;
  },
): readonly SharedFilter[] {
  const { alongMm2, acrossMm2 } = core ?? { alongMm2: 0, acrossMm2: 0 };
  const round = coreShifts(Math.min(alongMm2, acrossMm2), cutoff);
  const weightsTo = (shiftMm: number, side: 0 | 1): Float32Array => {
    const sum = new Float32Array(count * from.length);
    for (const { atMm, weight } of round) {
      const places = Float64Array.from(
        { length: count },
        (_, i) => (i - (count - 1) / 2) * pitchMm - shiftMm - atMm,
      );
      const weights = bandLimitWeights(places, from, pitchMm, oversampling, sides[side]);
      if (round.length === 1) return weights;
      for (let i = 0; i < sum.length; i += 1) sum[i]! += weight * weights[i]!;
    }
    return sum;
  };
  // The field points along (ex, ey); across it is (ey, -ex).
  const [lineX, lineY] = alongMm2 > acrossMm2 ? [ex, ey] : [ey, -ex];
  return coreShifts(Math.abs(alongMm2 - acrossMm2), cutoff).map(({ atMm, weight }) => ({
    weight,
    filter: {
      across: weightsTo(acrossMm + atMm * lineX, 0),
      down: weightsTo(downMm + atMm * lineY, 1),
    },
  }));
}

/** The kernel of the light of a pupil, as many numbers along a side as its filters have. */
function kernelOf(
  { light: source, filters }: Sampling,
  { filterPlaneWaves, filterField, sumPlaneWaves }: PlaneWaves,
): Float32Array {
  const [only] = filters;
  if ('places' in source) return filterField(source.light, source.places.length, only!.filter);
  if (filters.length === 1) return filterPlaneWaves(source, only!.filter);
  const light = sumPlaneWaves(source);
  const kernel = new Float64Array((only!.filter.across.length / source.xs.length) ** 2);
  for (const { filter, weight } of filters)
    for (const [i, value] of filterField(light, source.xs.length, filter).entries())
      kernel[i]! += weight * value;
  return Float32Array.from(kernel);
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

import type { Spectrum } from '../quantities/wavelengths.ts';
import type { LensModel } from './form-image/lens-model.ts';
import { angleAt, heightAt, solidAngleAt } from './form-image/lens-table.ts';
import { cyclesPerMm, metresOf, millimetresOf } from './millimetres.ts';
import { opticalTransfer, type Transfer } from './point-spread/modulation-transfer.ts';
import { pupilFunction } from './point-spread/pupil-function.ts';
import { beamOf, chiefRay } from './ray-trace/beam.ts';

/** Modulation at half of the sensor's Nyquist frequency, and at the Nyquist frequency. */
export type ModulationPair = readonly [halfNyquist: number, nyquist: number];

/** What a data sheet says of a lens on a sensor, on the axis and at the sensor's corner. The keys are published. */
export interface LensFigures {
  /** Distance of the corner from the axis, or of the rim of the image circle where the corner lies outside; figures are for that place. */
  readonly heightMm: number;
  readonly fieldDegrees: number;
  readonly isImageCircle: boolean;
  /** Image height at 550 nm against focal length · tan(field). */
  readonly distortionPercent: number;
  /** Image height at 650 nm minus that at 450 nm. */
  readonly lateralColourPixels: number;
  /** Angle of the chief ray from the sensor's normal at 550 nm. */
  readonly chiefRayDegrees: number;
  /** Irradiance over that on the axis at 550 nm. */
  readonly relativeIllumination: number;
  /** Modulation by the lens alone, without the pixel, in light of the given weights. */
  readonly modulation: {
    readonly onAxis: ModulationPair;
    /** At the corner: tangential has lines across the radius, sagittal along it. */
    readonly tangential: ModulationPair;
    readonly sagittal: ModulationPair;
  };
}

/** Bands that one traced wavelength represents: transfer functions change little over 30 nm. */
const GROUP = 3;
/** Groups with less than this share of the light are left out. */
const LEAST_SHARE = 0.01;
/** Fine enough for 1e-3 in modulation. */
const PUPIL_SAMPLES = 48;
const EDGE = { azimuths: 48, tolerance: 1e-6 };
const DIRECTIONS = [0, Math.PI / 2] as const;

/** Optical transfer of one wavelength and field, at both frequencies. */
type FieldTransfer = readonly [tangential: readonly Transfer[], sagittal: readonly Transfer[]];

/** Transfers that were computed before, per lens: every run with the same sensor needs the same fields and frequencies. */
const traced = new WeakMap<LensModel, Map<string, FieldTransfer>>();
/** Largest number of entries per lens, of a dozen numbers each. */
const MOST_TRACED = 1024;

/**
 * Computes the figures of a lens on a sensor.
 *
 * @param cornerHeight distance of the sensor's corner from the axis, metres.
 * @param pitch of its pixels, metres.
 * @param weights of the bands in the modulation: light times response, on any scale; equal weights where all are 0.
 * @throws SimulationError when no ray of the field gets through.
 */
export function lensFigures(
  model: LensModel,
  cornerHeight: number,
  pitch: number,
  weights: Spectrum,
): LensFigures {
  const { design, table } = model;
  const { reference, wavelengths } = table;
  const rimMm = table.heightsMm[reference]!.at(-1)!;
  const heightMm = Math.min(millimetresOf(cornerHeight), rimMm);
  const angle = angleAt(table, reference, heightMm);
  const heightMmOf = (wavelength: number): number =>
    heightAt(table, wavelengths.indexOf(wavelength), angle).heightMm;
  const { M } = chiefRay(beamOf(design, wavelengths[reference]!, angle, EDGE));
  const nyquist = cyclesPerMm(2 * pitch);
  const frequencies = [nyquist / 2, nyquist] as const;
  const light = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const [onAxis] = meanModulation(model, 0, frequencies, light);
  const [tangential, sagittal] = meanModulation(model, angle, frequencies, light);
  return {
    heightMm,
    fieldDegrees: (angle * 180) / Math.PI,
    isImageCircle: millimetresOf(cornerHeight) >= rimMm,
    distortionPercent: 100 * (heightMm / (design.focalLengthMm * Math.tan(angle)) - 1),
    lateralColourPixels: metresOf(heightMmOf(650) - heightMmOf(450)) / pitch,
    chiefRayDegrees: (Math.asin(Math.abs(M)) * 180) / Math.PI,
    relativeIllumination: solidAngleAt(table, reference, angle) / table.solidAngles[reference]![0]!,
    modulation: { onAxis, tangential, sagittal },
  };
}

/** Modulation of a field in mixed light: the weighted sum of the transfers of its wavelengths, each shifted to its own chief ray. */
function meanModulation(
  model: LensModel,
  angle: number,
  frequencies: readonly [number, number],
  weights: Spectrum,
): readonly [tangential: ModulationPair, sagittal: ModulationPair] {
  const { table } = model;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sums = DIRECTIONS.map(() => frequencies.map((): [number, number] => [0, 0]));
  let used = 0;
  for (const [from, to] of groupsOf(weights.length)) {
    const share = weights.slice(from, to).reduce((sum, weight) => sum + weight, 0) / total;
    if (!(share >= LEAST_SHARE)) continue;
    used += share;
    const band = (from + to) >> 1;
    const transfer = transferOf(model, band, angle, frequencies);
    const shift =
      heightAt(table, band, angle).heightMm - heightAt(table, table.reference, angle).heightMm;
    for (const [d, sum] of sums.entries())
      for (const [f, value] of sum.entries()) {
        const [real, imaginary] = transfer[d as 0 | 1][f]!;
        // Lateral colour shifts images along the radius, so it acts on tangential lines alone.
        const phase = d === 0 ? -2 * Math.PI * frequencies[f]! * shift : 0;
        const [cosine, sine] = [Math.cos(phase), Math.sin(phase)];
        value[0] += share * (real * cosine - imaginary * sine);
        value[1] += share * (real * sine + imaginary * cosine);
      }
  }
  const [tangential, sagittal] = sums.map((sum) => sum.map((value) => Math.hypot(...value) / used));
  return [tangential as unknown as ModulationPair, sagittal as unknown as ModulationPair];
}

/** Groups of bands as ranges; the last one includes the remainder. */
const groupsOf = (bands: number): [from: number, to: number][] => {
  const count = Math.max(1, Math.floor(bands / GROUP));
  return Array.from({ length: count }, (_, group) => [
    group * GROUP,
    group === count - 1 ? bands : (group + 1) * GROUP,
  ]);
};

function transferOf(
  model: LensModel,
  band: number,
  angle: number,
  frequencies: readonly [number, number],
): FieldTransfer {
  const known = traced.get(model) ?? new Map<string, FieldTransfer>();
  traced.set(model, known);
  const key = `${band} ${angle} ${frequencies[1]}`;
  const before = known.get(key);
  if (before) return before;
  const wavelength = model.table.wavelengths[band]!;
  const pupil = pupilFunction(beamOf(model.design, wavelength, angle, EDGE), wavelength);
  const [tangential, sagittal] = DIRECTIONS.map((direction) =>
    // On the axis both directions are the same.
    angle === 0 && direction !== 0
      ? undefined
      : opticalTransfer(pupil, frequencies, direction, PUPIL_SAMPLES),
  );
  const transfer = [tangential!, sagittal ?? tangential!] as const;
  if (known.size >= MOST_TRACED) known.clear();
  known.set(key, transfer);
  return transfer;
}

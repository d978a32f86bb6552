import type { Spectrum } from '../quantities/wavelengths.ts';
import type { LensModel } from './form-image/lens-model.ts';
import { angleAt, heightAt, solidAngleAt } from './form-image/lens-table.ts';
import { cyclesPerMm, metresOf, millimetresOf } from './millimetres.ts';
import { opticalTransfer, type Transfer } from './point-spread/modulation-transfer.ts';
import { pupilFunction } from './point-spread/pupil-function.ts';
import { beamOf, chiefRay } from './ray-trace/beam.ts';

/** Modulation at half of the sensor's Nyquist frequency and at it. */
export type ModulationPair = readonly [halfNyquist: number, nyquist: number];

/** What a data sheet says of a lens on a sensor, on the axis and at the sensor's corner. */
export interface LensFigures {
  /** Farthest that the sensor sees from the axis: its corner, or the rim of the image circle where that is nearer. */
  readonly heightMm: number;
  readonly fieldDegrees: number;
  readonly isImageCircle: boolean;
  /** Of the height at 550 nm, against focal length · tan(field). */
  readonly distortionPercent: number;
  /** Height at 650 nm less that at 450 nm. */
  readonly lateralColourPixels: number;
  /** Of the chief ray from the sensor's normal, 550 nm. */
  readonly chiefRayDegrees: number;
  /** Irradiance over that on the axis, 550 nm. */
  readonly relativeIllumination: number;
  /** Of the lens alone, without the pixel, in the light that the weights describe. */
  readonly modulation: {
    readonly onAxis: ModulationPair;
    /** At the corner: lines across the radius, and along it. */
    readonly tangential: ModulationPair;
    readonly sagittal: ModulationPair;
  };
}

/** Bands that one traced wavelength stands for: transfer functions change little over 30 nm. */
const GROUP = 3;
/** Groups of less than this share of the light are left out. */
const LEAST_SHARE = 0.01;
/** Fine enough for 1e-3 in modulation. */
const PUPIL_SAMPLES = 48;
const EDGE = { azimuths: 48, tolerance: 1e-6 };
const DIRECTIONS = [0, Math.PI / 2] as const;

/** Transfer of one wavelength and field at both frequencies, tangential and sagittal. */
type FieldTransfer = readonly [tangential: readonly Transfer[], sagittal: readonly Transfer[]];

/** What was traced before, per lens: fields and frequencies come back with every run of the same sensor. */
const traced = new WeakMap<LensModel, Map<string, FieldTransfer>>();
/** Entries per lens; each is a dozen numbers. */
const MOST_TRACED = 1024;

/**
 * Figures of a lens on a sensor.
 *
 * @param cornerHeight of the sensor's corner from the axis, metres.
 * @param pitch of its pixels, metres.
 * @param weights of the light and the receptors per band, any scale: what the modulation is averaged with; all alike where all are 0.
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

/** Modulation of a field in mixed light: the transfers of its wavelengths add up, each about its own chief ray. */
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
        // Lateral colour lies along the radius.
        const phase = d === 0 ? -2 * Math.PI * frequencies[f]! * shift : 0;
        const [cosine, sine] = [Math.cos(phase), Math.sin(phase)];
        value[0] += share * (real * cosine - imaginary * sine);
        value[1] += share * (real * sine + imaginary * cosine);
      }
  }
  const [tangential, sagittal] = sums.map((sum) => sum.map((value) => Math.hypot(...value) / used));
  return [tangential as unknown as ModulationPair, sagittal as unknown as ModulationPair];
}

/** Ranges of bands, the last one taking what is left over. */
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
    // On the axis both directions are one.
    angle === 0 && direction !== 0
      ? undefined
      : opticalTransfer(pupil, frequencies, direction, PUPIL_SAMPLES),
  );
  const transfer = [tangential!, sagittal ?? tangential!] as const;
  if (known.size >= MOST_TRACED) known.clear();
  known.set(key, transfer);
  return transfer;
}

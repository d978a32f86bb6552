import type { Spectrum } from '../quantities/wavelengths.ts';
import type { LensModel } from './form-image/lens-model.ts';
import { angleAt, heightAt, solidAngleAt } from './form-image/lens-table.ts';
import { cyclesPerMm, metresOf, millimetresOf } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';

/** Modulation at half of the sensor's Nyquist frequency, and at the Nyquist frequency. */
export type ModulationPair = readonly [halfNyquist: number, nyquist: number];

/** The figures of a lens at one distance from the axis; each as in `LensFigures`. */
export interface RadiusFigures {
  readonly heightMm: number;
  readonly distortionPercent: number;
  readonly lateralColourPixels: number;
  readonly relativeIllumination: number;
}

/**
 * The data-sheet figures of a lens on a sensor, on the axis and at the sensor's corner. The keys
 * are published.
 */
export interface LensFigures {
  /**
   * Distance of the corner from the axis, or of the rim of the image circle where the corner lies
   * outside; figures are for that place.
   */
  readonly heightMm: number;
  readonly fieldDegrees: number;
  readonly isImageCircle: boolean;
  /** Image height at 550 nm against the paraxial one: focal length · tan(field) at infinity. */
  readonly distortionPercent: number;
  /** Image height at 650 nm minus that at 450 nm. */
  readonly lateralColourPixels: number;
  /** Angle of the chief ray from the sensor's normal at 550 nm. */
  readonly chiefRayDegrees: number;
  /** Irradiance over that on the axis at 550 nm. */
  readonly relativeIllumination: number;
  /** Figures along the radius, from the axis to that place, at even heights. */
  readonly alongRadius: readonly RadiusFigures[];
  /** Modulation by the lens alone, without the pixel, in light of the given weights. */
  readonly modulation: {
    readonly onAxis: ModulationPair;
    /** At the corner: tangential has lines across the radius, sagittal along it. */
    readonly tangential: ModulationPair;
    readonly sagittal: ModulationPair;
  };
}

/** Heights along the radius, with both ends: plots are smooth then. */
const RADIUS_STEPS = 24;

/** The chief rays of a lens. */
export interface ChiefFigures {
  /** Paraxial image height over the tangent of the field. */
  readonly scaleMm: number;
  /** Angle from the sensor's normal at 550 nm by the field, radians. */
  readonly angleOf: (angle: number) => number;
}

/** The sensor whose figures are wanted. */
interface SensorView {
  readonly cornerHeight: number;
  readonly pitch: number;
  readonly weights: Spectrum;
}

/**
 * Computes the figures of a lens on a sensor.
 *
 * @param sensor with the distance of its corner from the axis and the pitch of its pixels, metres,
 *   and the weights of the bands in the modulation: light times response, on any scale; equal
 *   weights where all are 0.
 * @throws SimulationError when no ray of the field gets through.
 */
export function lensFigures(
  model: LensModel,
  { scaleMm, angleOf }: ChiefFigures,
  { cornerHeight, pitch, weights }: SensorView,
): LensFigures {
  const { table } = model;
  const { reference, wavelengths } = table;
  const rimMm = table.heightsMm[reference]!.at(-1)!;
  const heightMm = Math.min(millimetresOf(cornerHeight), rimMm);
  const angle = angleAt(table, reference, heightMm);
  const figuresAt = (height: number): RadiusFigures => {
    const field = angleAt(table, reference, height);
    const heightMmOf = (wavelength: number): number =>
      heightAt(table, wavelengths.indexOf(wavelength), field).heightMm;
    return {
      heightMm: height,
      // The paraxial image height is the limit towards the axis.
      distortionPercent: field === 0 ? 0 : 100 * (height / (scaleMm * Math.tan(field)) - 1),
      lateralColourPixels: metresOf(heightMmOf(650) - heightMmOf(450)) / pitch,
      relativeIllumination:
        solidAngleAt(table, reference, field) / table.solidAngles[reference]![0]!,
    };
  };
  const nyquist = cyclesPerMm(2 * pitch);
  const frequencies = [nyquist / 2, nyquist] as const;
  const light = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  const modulation = (field: number, direction: number) =>
    mixedTransfer(model, field, direction, light, frequencies) as unknown as ModulationPair;
  return {
    ...figuresAt(heightMm),
    fieldDegrees: (angle * 180) / Math.PI,
    isImageCircle: millimetresOf(cornerHeight) >= rimMm,
    chiefRayDegrees: (angleOf(angle) * 180) / Math.PI,
    alongRadius: Array.from({ length: RADIUS_STEPS + 1 }, (_, step) =>
      figuresAt((heightMm * step) / RADIUS_STEPS),
    ),
    modulation: {
      onAxis: modulation(0, 0),
      tangential: modulation(angle, 0),
      sagittal: modulation(angle, Math.PI / 2),
    },
  };
}

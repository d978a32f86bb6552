import { degreesOf } from '../quantities/units.ts';
import { middleOf } from '../quantities/wavelengths.ts';
import {
  fitCameraModel,
  fitDecentredModel,
  type CameraModel,
  type CameraModelName,
  type ImagedAngle,
  type ImagedDirection,
} from '../analysis/camera-models.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Lens } from './lens.ts';
import { metresOf, micrometresOf, millimetresOf } from './millimetres.ts';
import { chiefRay } from './ray-trace/beam.ts';
import { beamOf, freeChiefOn, movedChief } from './ray-trace/field-beam.ts';
import { aim } from './ray-trace/chief-ray.ts';
import { fieldFigures } from './ray-trace/field-figures.ts';
import { launch, wavefrontOf } from './ray-trace/launch.ts';
import { isMoved, straightened, turnedTowards, type LensDesign } from './ray-trace/lens-design.ts';
import { newRay } from './ray-trace/ray.ts';
import { traceRay, tracedLens } from './ray-trace/trace-ray.ts';

/** Where a lens images a field, and how bright. The keys are published. */
export interface FieldGeometry {
  readonly fieldDegrees: number;
  /** Where the chief ray at 550 nm meets the sensor, from the axis. */
  readonly heightMm: number;
  /** From the image of the axis, against f·tan(field). */
  readonly distortionPercent: number;
  /** Height at 650 nm minus that at 450 nm. */
  readonly lateralColourUm: number;
  /** Irradiance at 550 nm over that on the axis. */
  readonly relativeIllumination: number;
  /** At 550 nm, from the sensor's normal. */
  readonly chiefRayAngleDegrees: number;
}

/** A fitted model and the half field up to which it holds. */
export type FittedModel = CameraModel & {
  readonly validToDegrees: number;
  /** Place of its axis, pixels from the middle of the sensor; absent where it is the middle. */
  readonly principal?: readonly [x: number, y: number];
  /** Focal length along columns over that along rows; absent: 1. */
  readonly aspect?: number;
};

const WAVELENGTH = 550;
const [SHORT, LONG] = [450, 650] as const;
const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Half field beyond which a pinhole polynomial is refused: tan(θ) grows without bound. */
export const WIDEST_PINHOLE = Math.PI / 3;
/**
 * Rays of the fit. Between them the error of a smooth model changes by less than 1e-5 of itself.
 */
const RAYS = 1000;

/** Chief rays are traced to this accuracy or better, pixels. */
const TRACED = 1e-6;

/**
 * Geometry of a lens over its field.
 *
 * @param fractions of the half field, 0 to 1.
 * @throws SimulationError when no ray of a field gets through.
 */
export const lensGeometry = (
  design: LensDesign,
  fractions: readonly number[],
): readonly FieldGeometry[] =>
  fractions.map((fraction) => {
    const angle = fraction * design.halfField;
    const figures = fieldFigures(design, WAVELENGTH, angle);
    const { L, M } = chiefRay(beamOf(design, WAVELENGTH, angle, EDGE));
    const isOnAxis = angle === 0 && !isMoved(design);
    const heightAt = (wavelength: number): number =>
      isOnAxis ? 0 : chiefRay(beamOf(design, wavelength, angle, EDGE)).yMm;
    return {
      fieldDegrees: degreesOf(angle),
      heightMm: figures.chiefHeightMm,
      distortionPercent: figures.distortionPercent,
      lateralColourUm: micrometresOf(heightAt(LONG) - heightAt(SHORT)),
      relativeIllumination: figures.relativeIllumination,
      chiefRayAngleDegrees: isOnAxis ? 0 : degreesOf(Math.asin(Math.hypot(L, M))),
    };
  });

/** Where the chief rays of a field arrive, colour by colour. The keys are published. */
export interface FieldColour {
  readonly fieldDegrees: number;
  /** Height of each wavelength, from the height of the middle one of the list. */
  readonly shiftsUm: readonly number[];
}

/**
 * Lateral colour over the field.
 *
 * @param wavelengths nanometres; the middle one of the list gives the origin.
 * @param fractions of the half field, 0 to 1.
 * @throws SimulationError when no ray of a field gets through.
 */
export const lateralColour = (
  design: LensDesign,
  wavelengths: readonly number[],
  fractions: readonly number[],
): readonly FieldColour[] =>
  fractions.map((fraction) => {
    const angle = fraction * design.halfField;
    const heights = wavelengths.map((wavelength) =>
      angle === 0 && !isMoved(design) ? 0 : chiefRay(beamOf(design, wavelength, angle, EDGE)).yMm,
    );
    const middleMm = middleOf(heights);
    return {
      fieldDegrees: degreesOf(angle),
      shiftsUm: heights.map((heightMm) => micrometresOf(heightMm - middleMm)),
    };
  });

/**
 * Fits a camera model to chief rays at 550 nm, evenly spaced in angle from the axis to the corner
 * of the sensor, or to the rim of the lens's field where that comes first; of a lens with tilted or
 * decentred surfaces all round the axis.
 *
 * @param name undefined: opencv where it may be used, else kannala-brandt.
 * @param pitch of the pixels, metres.
 * @param corner distance of the sensor's corner from the axis, metres; infinite for the whole field
 * of the lens.
 * @throws SimulationError for a pinhole model beyond 60° of half field.
 */
export function fitLens(
  design: LensDesign,
  name: CameraModelName | undefined,
  pitch: number,
  corner: number,
): FittedModel {
  const straight = chiefPoints(straightened(design));
  const map = {
    halfField: design.halfField,
    heightAt: (angle: number): number => straight(angle)[1],
    ...(isMoved(design) && { imagePoint: imagePoints(design) }),
  };
  return fitMap(map, name, pitch, corner);
}

/** Where a lens images fields. */
export interface LensMap {
  /** Radians. */
  readonly halfField: number;
  /** Distance from the axis by the angle, mm. */
  readonly heightAt: (angle: number) => number;
  /** See `Lens.imagePoint`; absent where all directions are the same. */
  readonly imagePoint?: NonNullable<Lens['imagePoint']>;
  /** Focal length along columns over that along rows; absent: 1. */
  readonly aspect?: number;
}

/** The same of any lens by its map at 550 nm. */
export function fitMap(
  { halfField, heightAt, imagePoint, aspect = 1 }: LensMap,
  name: CameraModelName | undefined,
  pitch: number,
  corner: number,
): FittedModel {
  const shiftMm = imagePoint ? millimetresOf(Math.hypot(...imagePoint(0, [0, 1]))) : 0;
  const limit = angleOf(heightAt, millimetresOf(corner) + shiftMm, halfField);
  const isWide = limit > WIDEST_PINHOLE;
  if (isWide && name !== undefined && name !== 'kannala-brandt')
    throw new SimulationError(
      'bad-parameter',
      `The half field is ${degreesOf(limit).toFixed(1)}°, and a pinhole polynomial is fitted up to ${degreesOf(WIDEST_PINHOLE).toFixed(0)}°, because tan(field) grows without bound: take the fisheye model, --kannala-brandt.`,
      'model',
    );
  const rays = evenRays(limit, (angle) => metresOf(heightAt(angle)) / pitch);
  const chosen = name ?? (isWide ? 'kannala-brandt' : 'opencv');
  const model = imagePoint
    ? fitDecentredModel(chosen, rays, raysAllRound(limit, evenly(imagePoint, aspect), pitch))
    : fitCameraModel(chosen, rays);
  const fitted: FittedModel = {
    ...model,
    worstPx: roundedUp(model.worstPx + TRACED),
    validToDegrees: degreesOf(limit),
  };
  if (aspect === 1 || !fitted.principal) return fitted;
  const [x, y] = fitted.principal;
  return { ...fitted, principal: [x, y * aspect], aspect };
}

/** Places as if both focal lengths were that along rows. */
const evenly =
  (imagePoint: NonNullable<Lens['imagePoint']>, aspect: number): NonNullable<Lens['imagePoint']> =>
  (angle, towards) => {
    const [across, down] = imagePoint(angle, towards);
    return [across, down / aspect];
  };

/** Rays evenly spaced in angle, without the axis. */
export const evenRays = (
  limit: number,
  radiusAt: (angle: number) => number,
): readonly ImagedAngle[] =>
  Array.from({ length: RAYS }, (_, i) => {
    const angle = (limit * (i + 1)) / RAYS;
    return { angle, radius: radiusAt(angle) };
  });

/** Directions and angles of rays all round the axis. */
const [AZIMUTHS, ANGLES] = [16, 40];

/**
 * Rays evenly spaced in angle and direction.
 *
 * @param pointAt see `Lens.imagePoint`.
 * @param pitch of the pixels, metres.
 */
export const raysAllRound = (
  limit: number,
  pointAt: NonNullable<Lens['imagePoint']>,
  pitch: number,
): readonly ImagedDirection[] =>
  Array.from({ length: AZIMUTHS * ANGLES }, (_, i) => {
    const azimuth = (2 * Math.PI * (i % AZIMUTHS)) / AZIMUTHS;
    const towards = [Math.sin(azimuth), Math.cos(azimuth)] as const;
    const angle = (limit * (Math.floor(i / AZIMUTHS) + 1)) / ANGLES;
    const [x, y] = pointAt(angle, towards);
    return { angle, towards, place: [x / pitch, y / pitch] };
  });

/** Four significant digits, not below the value, which is above 0. */
function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - 3);
  return Number((Math.ceil(value / step) * step).toPrecision(4));
}

/**
 * Where the chief ray at 550 nm of a field towards +y meets the sensor, mm, by the field's angle.
 * Each search begins where the last one ended.
 */
function chiefPoints(
  design: LensDesign,
): (angle: number) => readonly [across: number, along: number] {
  const lens = tracedLens(design, WAVELENGTH);
  const ray = newRay();
  if (lens.tracer && lens.moved)
    return (angle) => {
      const wavefront = wavefrontOf(lens, angle);
      launch(wavefront, ...freeChiefOn(lens, wavefront), ray);
      traceRay(lens, ray, false);
      return [ray.xMm, ray.yMm];
    };
  const straight = tracedLens(straightened(design), WAVELENGTH);
  let guessMm = 0;
  return (angle) => {
    const wavefront = wavefrontOf(straight, angle);
    guessMm = aim(straight, wavefront, guessMm).chiefMm;
    const [uMm, vMm] = lens.moved ? movedChief(lens, wavefront, guessMm) : [0, guessMm];
    launch(wavefront, uMm, vMm, ray);
    traceRay(lens, ray, false);
    return [ray.xMm, ray.yMm];
  };
}

/** `Lens.imagePoint` of a lens with tilted or decentred surfaces. */
export const imagePoints =
  (design: LensDesign): NonNullable<Lens['imagePoint']> =>
  (angle, [ex, ey]) => {
    const [across, along] = chiefPoints(turnedTowards(design, [ex, ey]))(angle);
    return [metresOf(across * ey + along * ex), metresOf(along * ey - across * ex)];
  };

/**
 * The angle whose chief ray arrives at a height, by bisection; the half field where that lies
 * inside.
 */
function angleOf(heightAt: (angle: number) => number, heightMm: number, halfField: number): number {
  if (heightAt(halfField) <= heightMm) return halfField;
  let [low, high] = [0, halfField];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (heightAt(middle) < heightMm) low = middle;
    else high = middle;
  }
  return low;
}

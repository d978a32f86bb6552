import { wavelengthMmOf } from '../millimetres.ts';
import {
  indicesAt,
  vertexCurvature,
  vertexCurvatureX,
  type DesignSurface,
} from './design-surface.ts';
import { isActive, powerOf } from './surface-parts.ts';

/** Paraxial properties of a lens at one wavelength. */
export interface FirstOrder {
  readonly focalLengthMm: number;
  /** From the last vertex to the focal point. */
  readonly backFocalLengthMm: number;
  /** From the first vertex to the front focal point; negative before the lens. */
  readonly frontFocusMm: number;
  /** Image of the stop as seen from the object: from the first vertex. */
  readonly entrancePupilMm: number;
  readonly entrancePupilDiameterMm: number;
  /** Image of the stop as seen from the sensor: from the last vertex. */
  readonly exitPupilMm: number;
  readonly exitPupilDiameterMm: number;
}

/**
 * How far the paraxial image of a plane lies behind the rear focal point, mm (Newton's equation).
 *
 * @param objectMm from the plane to the first vertex; infinity unless given.
 */
export const imageBehindFocusMm = (
  { focalLengthMm, frontFocusMm }: Pick<FirstOrder, 'focalLengthMm' | 'frontFocusMm'>,
  objectMm = Infinity,
): number => focalLengthMm ** 2 / (frontFocusMm + objectMm);

/** From the last vertex to that image, mm. */
export const paraxialImageMm = (
  order: Pick<FirstOrder, 'focalLengthMm' | 'frontFocusMm' | 'backFocalLengthMm'>,
  objectMm?: number,
): number => order.backFocalLengthMm + imageBehindFocusMm(order, objectMm);

/** Ray transfer matrix [A, B, C, D] for (height, index·angle); its determinant is 1. */
type Matrix = readonly [number, number, number, number];

/** The paraxial system of one section of a lens at one wavelength, its axis unfolded. */
interface Section {
  readonly surfaces: readonly DesignSurface[];
  /** Behind each surface; less than 0 where the light runs towards −z. */
  readonly indices: Float64Array;
  readonly wavelengthMm: number;
  readonly curvature: (surface: DesignSurface) => number;
}

/** A mirror changes the sign of the index, as of the thickness behind it. */
const sectionOf = (
  surfaces: readonly DesignSurface[],
  wavelength: number,
  curvature = vertexCurvature,
): Section => {
  let way = 1;
  return {
    surfaces,
    indices: indicesAt(surfaces, wavelength).map((index, s) => {
      if (surfaces[s]!.mirror) way = -way;
      return way * index;
    }),
    wavelengthMm: wavelengthMmOf(wavelength),
    curvature,
  };
};

/**
 * Matrix through the surfaces `from` to `to` − 1, up to the vertex of surface `to`, or up to the
 * last vertex where there is none.
 */
function matrixThrough(
  { surfaces, indices, wavelengthMm, curvature }: Section,
  from: number,
  to: number,
): Matrix {
  let [a, b, c, d] = [1, 0, 0, 1];
  for (let s = from; s < to; s += 1) {
    const surface = surfaces[s]!;
    const refraction = (indices[s]! - (s === 0 ? 1 : indices[s - 1]!)) * curvature(surface);
    const power = isActive(surface) ? refraction + powerOf(surface, wavelengthMm) : refraction;
    [c, d] = [c - power * a, d - power * b];
    const next = surfaces[s + 1];
    if (next) {
      const reduced = (next.vertexMm - surface.vertexMm) / indices[s]!;
      [a, b] = [a + reduced * c, b + reduced * d];
    }
  }
  return [a, b, c, d];
}

/**
 * Focal length of the surfaces, mm; infinite or negative when they form no real image of a distant
 * object.
 */
export const focalLengthOf = (surfaces: readonly DesignSurface[], wavelength: number): number =>
  -1 / matrixThrough(sectionOf(surfaces, wavelength), 0, surfaces.length)[2];

/**
 * Paraxial properties by ray transfer matrices.
 *
 * @param wavelength nanometres.
 * @see W. T. Welford, Aberrations of Optical Systems, chapter 3.
 */
export function firstOrder(
  {
    surfaces,
    stopIndex,
  }: { readonly surfaces: readonly DesignSurface[]; readonly stopIndex: number },
  wavelength: number,
): FirstOrder {
  const section = sectionOf(surfaces, wavelength);
  const [a, , c, d] = matrixThrough(section, 0, surfaces.length);
  // The stop lies at its surface's vertex, where refraction changes no heights: the surface itself
  // belongs to the rear part.
  const [frontA, frontB] = matrixThrough(section, 0, stopIndex);
  const [, rearB, , rearD] = matrixThrough(section, stopIndex, surfaces.length);
  const stopDiameter = 2 * surfaces[stopIndex]!.semiDiameterMm;
  return {
    focalLengthMm: -1 / c,
    backFocalLengthMm: -a / c,
    frontFocusMm: d / c,
    entrancePupilMm: frontB / frontA,
    entrancePupilDiameterMm: stopDiameter / Math.abs(frontA),
    exitPupilMm: -rearB / rearD,
    exitPupilDiameterMm: stopDiameter / Math.abs(rearD),
  };
}

/**
 * Focal length and back focal length of the section in the plane of x; undefined where they are
 * those of the section in y.
 */
export function firstOrderX(
  surfaces: readonly DesignSurface[],
  wavelength: number,
): { readonly eflXMm: number; readonly bflXMm: number } | undefined {
  const [a, , c] = matrixThrough(sectionOf(surfaces, wavelength), 0, surfaces.length);
  const across = sectionOf(surfaces, wavelength, vertexCurvatureX);
  const [ax, , cx] = matrixThrough(across, 0, surfaces.length);
  if (Math.abs(1 / cx - 1 / c) <= 1e-9 && Math.abs(ax / cx - a / c) <= 1e-9) return undefined;
  return { eflXMm: -1 / cx, bflXMm: -ax / cx };
}

/**
 * Distances of the axial object and image of each ideal lens from it, along the light, at one
 * wavelength.
 *
 * @param objectMm from the object of the lens to the first vertex.
 */
export function thinConjugates(
  surfaces: readonly DesignSurface[],
  wavelength: number,
  objectMm = Infinity,
): readonly (readonly [beforeMm: number, behindMm: number] | undefined)[] {
  const section = sectionOf(surfaces, wavelength);
  // Height and reduced slope of a ray from the axial point of the object.
  const [height, slope] = Number.isFinite(objectMm) ? [objectMm, 1] : [1, 0];
  return surfaces.map(({ thin }, s) => {
    if (!thin) return undefined;
    const [a, b, c, d] = matrixThrough(section, 0, s);
    const [y, u] = [a * height + b * slope, c * height + d * slope];
    return [y / u, -y / (u - y / thin.focalLengthMm)];
  });
}

import { indicesAt, vertexCurvature, type DesignSurface } from './design-surface.ts';

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

/**
 * Matrix through the surfaces `from` to `to` − 1, up to the vertex of surface `to`, or up to the
 * last vertex where there is none.
 */
function matrixThrough(
  surfaces: readonly DesignSurface[],
  indices: Float64Array,
  from: number,
  to: number,
): Matrix {
  let [a, b, c, d] = [1, 0, 0, 1];
  for (let s = from; s < to; s += 1) {
    const { vertexMm } = surfaces[s]!;
    const power = (indices[s]! - (s === 0 ? 1 : indices[s - 1]!)) * vertexCurvature(surfaces[s]!);
    [c, d] = [c - power * a, d - power * b];
    const next = surfaces[s + 1];
    if (next) {
      const reduced = (next.vertexMm - vertexMm) / indices[s]!;
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
  -1 / matrixThrough(surfaces, indicesAt(surfaces, wavelength), 0, surfaces.length)[2];

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
  const indices = indicesAt(surfaces, wavelength);
  const [a, , c, d] = matrixThrough(surfaces, indices, 0, surfaces.length);
  // The stop lies at its surface's vertex, where refraction changes no heights: the surface itself
  // belongs to the rear part.
  const [frontA, frontB] = matrixThrough(surfaces, indices, 0, stopIndex);
  const [, rearB, , rearD] = matrixThrough(surfaces, indices, stopIndex, surfaces.length);
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

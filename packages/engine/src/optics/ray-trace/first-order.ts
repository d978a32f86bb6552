import { indicesAt, type DesignSurface } from './design-surface.ts';

/** What paraxial optics says about a lens at one wavelength, mm; pupils as seen from the object and from the sensor. */
export interface FirstOrder {
  readonly focalLengthMm: number;
  /** From the last vertex to the focus. */
  readonly backFocalLengthMm: number;
  /** From the first vertex. */
  readonly entrancePupilMm: number;
  readonly entrancePupilDiameterMm: number;
  /** From the last vertex. */
  readonly exitPupilMm: number;
  readonly exitPupilDiameterMm: number;
}

/** [A, B, C, D] of (height, index·angle), determinant 1. */
type Matrix = readonly [number, number, number, number];

/** Through the surfaces from..to − 1, ending at the vertex of surface `to` where there is one, else at the last vertex. */
function matrixThrough(
  surfaces: readonly DesignSurface[],
  indices: Float64Array,
  from: number,
  to: number,
): Matrix {
  let [a, b, c, d] = [1, 0, 0, 1];
  for (let s = from; s < to; s += 1) {
    const { curvature, vertexMm } = surfaces[s]!;
    const power = (indices[s]! - (s === 0 ? 1 : indices[s - 1]!)) * curvature;
    [c, d] = [c - power * a, d - power * b];
    const next = surfaces[s + 1];
    if (next) {
      const reduced = (next.vertexMm - vertexMm) / indices[s]!;
      [a, b] = [a + reduced * c, b + reduced * d];
    }
  }
  return [a, b, c, d];
}

/** Focal length of the surfaces, mm; infinite or negative when they do not focus. */
export const focalLengthOf = (surfaces: readonly DesignSurface[], wavelength: number): number =>
  -1 / matrixThrough(surfaces, indicesAt(surfaces, wavelength), 0, surfaces.length)[2];

/**
 * First order by matrices.
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
  const [a, , c] = matrixThrough(surfaces, indices, 0, surfaces.length);
  // The stop stands at its surface's vertex, where refraction changes no heights: before it for one pupil, behind it for the other.
  const [frontA, frontB] = matrixThrough(surfaces, indices, 0, stopIndex);
  const [, rearB, , rearD] = matrixThrough(surfaces, indices, stopIndex, surfaces.length);
  const stopDiameter = 2 * surfaces[stopIndex]!.semiDiameterMm;
  return {
    focalLengthMm: -1 / c,
    backFocalLengthMm: -a / c,
    entrancePupilMm: frontB / frontA,
    entrancePupilDiameterMm: stopDiameter / Math.abs(frontA),
    exitPupilMm: -rearB / rearD,
    exitPupilDiameterMm: stopDiameter / Math.abs(rearD),
  };
}

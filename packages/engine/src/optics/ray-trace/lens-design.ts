import { GLASSES } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { DesignSurface } from './design-surface.ts';
import { focalLengthOf } from './first-order.ts';
import { asphericOf, type LensFile, type SurfaceRow } from './lens-file.ts';

/** Wavelength at which focal lengths are defined: the helium d line, nanometres. */
export const REFERENCE_LINE = 587.5618;

/**
 * A lens at its final size, with the coefficients of its glasses: the start of every calculation at
 * any wavelength.
 */
export interface LensDesign {
  readonly name: string;
  readonly surfaces: readonly DesignSurface[];
  /** Index of the surface with the aperture stop. */
  readonly stopIndex: number;
  /** Largest field angle, radians. */
  readonly halfField: number;
  /** At `REFERENCE_LINE`; distortion is relative to it. */
  readonly focalLengthMm: number;
  /** From the last vertex to the sensor. */
  readonly imageDistanceMm: number;
  /** From the first vertex to the sensor. */
  readonly imagePlaneMm: number;
}

/**
 * Makes a design of a prescription: scales it to its focal length and looks up its glasses.
 *
 * @param file as `readLensFile` gives it.
 * @throws SimulationError when the lens forms no real image, or its image distance is not more than
 * 0.
 */
export function lensDesign(file: LensFile): LensDesign {
  const native = scaledSurfaces(file.surfaces, file.glasses, 1);
  const nativeFocalLengthMm = focalLengthOf(native, REFERENCE_LINE);
  if (!Number.isFinite(nativeFocalLengthMm) || nativeFocalLengthMm <= 0)
    throw new SimulationError(
      'bad-parameter',
      `The lens does not form a picture: its focal length at ${REFERENCE_LINE} nm is ${Number.isFinite(nativeFocalLengthMm) ? `${nativeFocalLengthMm.toPrecision(4)} mm` : 'not finite'}.`,
      'surfaces',
    );
  const scale = file.focalLengthMm === undefined ? 1 : file.focalLengthMm / nativeFocalLengthMm;
  const surfaces = scaledSurfaces(file.surfaces, file.glasses, scale);
  const imageDistanceMm = (file.imageDistance ?? file.surfaces.at(-1)!.thickness) * scale;
  if (!(imageDistanceMm > 0))
    throw new SimulationError(
      'bad-parameter',
      `Surface ${surfaces.length}: thickness must be more than 0 mm, because it is the distance to the sensor, not ${imageDistanceMm / scale}.`,
      `surfaces[${surfaces.length - 1}].thickness`,
    );
  return {
    name: file.name,
    surfaces,
    stopIndex: file.stopIndex,
    halfField: (file.halfFieldDegrees * Math.PI) / 180,
    focalLengthMm: file.focalLengthMm ?? nativeFocalLengthMm,
    imageDistanceMm,
    imagePlaneMm: surfaces.at(-1)!.vertexMm + imageDistanceMm,
  };
}

/** The surfaces of a prescription, all lengths times `scale`. */
export function scaledSurfaces(
  rows: readonly SurfaceRow[],
  own: LensFile['glasses'],
  scale: number,
): DesignSurface[] {
  let vertexMm = 0;
  return rows.map((row) => {
    const { radius, thickness, glass, semiDiameter, conic = 0 } = row;
    const surface = {
      curvature: radius === null ? 0 : 1 / (radius * scale),
      vertexMm,
      semiDiameterMm: semiDiameter * scale,
      glass: glass === null ? undefined : (own?.[glass] ?? GLASSES[glass]!),
      conic,
      aspheric: asphericOf(row).map((coefficient, term) => coefficient * scale ** (-1 - 2 * term)),
    };
    vertexMm += thickness * scale;
    return surface;
  });
}

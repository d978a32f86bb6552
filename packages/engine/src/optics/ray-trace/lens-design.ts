import { GLASSES } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { DesignSurface } from './design-surface.ts';
import { focalLengthOf } from './first-order.ts';
import type { LensFile, SurfaceRow } from './lens-file.ts';

/** Wavelength that focal lengths refer to: the helium d line, nanometres. */
export const REFERENCE_LINE = 587.5618;

/** A lens ready to be looked at in any wavelength: scaled, checked, every glass found. Lengths in mm, z = 0 at the first vertex. */
export interface LensDesign {
  readonly name: string;
  readonly surfaces: readonly DesignSurface[];
  readonly stopIndex: number;
  /** Radians. */
  readonly halfField: number;
  /** Focal length that distortion refers to, mm. */
  readonly focalLengthMm: number;
  /** From the last vertex to the sensor. */
  readonly imageDistanceMm: number;
  /** z of the sensor. */
  readonly imagePlaneMm: number;
}

/** @throws SimulationError when the lens does not focus, or has no image distance a sensor could stand at. */
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

function scaledSurfaces(
  rows: readonly SurfaceRow[],
  own: LensFile['glasses'],
  scale: number,
): DesignSurface[] {
  let vertexMm = 0;
  return rows.map(({ radius, thickness, glass, semiDiameter, conic = 0, asphere = [] }) => {
    const surface = {
      curvature: radius === null ? 0 : 1 / (radius * scale),
      vertexMm,
      semiDiameterMm: semiDiameter * scale,
      glass: glass === null ? undefined : (own?.[glass] ?? GLASSES[glass]!),
      conic,
      asphere: asphere.map((coefficient, term) => coefficient * scale ** (-3 - 2 * term)),
    };
    vertexMm += thickness * scale;
    return surface;
  });
}

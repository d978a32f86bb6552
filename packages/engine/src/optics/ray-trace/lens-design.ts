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
  readonly focalLength: number;
  /** From the last vertex to the sensor. */
  readonly imageDistance: number;
  /** z of the sensor. */
  readonly imagePlane: number;
}

/** @throws SimulationError when the lens does not focus, or has no image distance a sensor could stand at. */
export function lensDesign(file: LensFile): LensDesign {
  const native = scaledSurfaces(file.surfaces, file.glasses, 1);
  const nativeFocalLength = focalLengthOf(native, REFERENCE_LINE);
  if (!Number.isFinite(nativeFocalLength) || nativeFocalLength <= 0)
    throw new SimulationError(
      'bad-parameter',
      `The lens does not form a picture: its focal length at ${REFERENCE_LINE} nm is ${Number.isFinite(nativeFocalLength) ? `${nativeFocalLength.toPrecision(4)} mm` : 'not finite'}.`,
      'surfaces',
    );
  const scale = file.focalLengthMm === undefined ? 1 : file.focalLengthMm / nativeFocalLength;
  const surfaces = scaledSurfaces(file.surfaces, file.glasses, scale);
  const imageDistance = (file.imageDistance ?? file.surfaces.at(-1)!.thickness) * scale;
  if (!(imageDistance > 0))
    throw new SimulationError(
      'bad-parameter',
      `Surface ${surfaces.length}: thickness must be more than 0 mm, because it is the distance to the sensor, not ${imageDistance / scale}.`,
      `surfaces[${surfaces.length - 1}].thickness`,
    );
  return {
    name: file.name,
    surfaces,
    stopIndex: file.stopIndex,
    halfField: (file.halfFieldDegrees * Math.PI) / 180,
    focalLength: file.focalLengthMm ?? nativeFocalLength,
    imageDistance,
    imagePlane: surfaces.at(-1)!.vertex + imageDistance,
  };
}

function scaledSurfaces(
  rows: readonly SurfaceRow[],
  own: LensFile['glasses'],
  scale: number,
): DesignSurface[] {
  let vertex = 0;
  return rows.map(({ radius, thickness, glass, semiDiameter, conic = 0, asphere = [] }) => {
    const surface = {
      curvature: radius === null ? 0 : 1 / (radius * scale),
      vertex,
      semiDiameter: semiDiameter * scale,
      glass: glass === null ? undefined : (own?.[glass] ?? GLASSES[glass]!),
      conic,
      asphere: asphere.map((coefficient, term) => coefficient * scale ** (-3 - 2 * term)),
    };
    vertex += thickness * scale;
    return surface;
  });
}

import { GLASSES } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { DesignSurface } from './design-surface.ts';
import { firstOrder, focalLengthOf } from './first-order.ts';
import type { FocusingGroup, LensFile, SurfaceRow } from './lens-file.ts';
import { placedImage, placedSurfaces, turned, turnedAgain, type Placement } from './placement.ts';
import { scaledShape } from './surfaces/shape.ts';
import { numbersOf } from './surfaces/shape-numbers.ts';

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
  /** The first and the last surface of the group that focuses; absent: the whole lens does. */
  readonly focusing?: FocusingGroup;
  /** Where the plane of the sensor stands; absent where it is square to the axis. */
  readonly imagePlaced?: Placement;
  /**
   * From the plane of the object, flat and square to the axis, to the first vertex; absent at
   * infinity.
   */
  readonly objectDistanceMm?: number;
  /** The same of the plane on which the lens is focused. */
  readonly focusDistanceMm?: number;
  /**
   * How far the sensor has moved away from the lens and the focusing group towards the object;
   * absent where object, focus and stop are as the file has them.
   */
  readonly moved?: { readonly sensorMm: number; readonly groupMm: number };
}

/** A plane of the object at a finite distance. */
export interface ObjectPlane {
  /** z of the paraxial entrance pupil at `REFERENCE_LINE`, in which field angles are measured. */
  readonly pupilMm: number;
  /** From the plane to that pupil. */
  readonly fromPupilMm: number;
}

/** The plane of a design's object; undefined at infinity. */
export function objectPlane(design: LensDesign): ObjectPlane | undefined {
  const { objectDistanceMm } = design;
  if (objectDistanceMm === undefined) return undefined;
  const { entrancePupilMm } = firstOrder(design, REFERENCE_LINE);
  return { pupilMm: entrancePupilMm, fromPupilMm: objectDistanceMm + entrancePupilMm };
}

/** The design with its object where it is focused; the design itself where the object is there. */
export const atFocus = (design: LensDesign): LensDesign =>
  design.objectDistanceMm === design.focusDistanceMm
    ? design
    : objectAt(design, design.focusDistanceMm);

/** The design with its object at a distance from the first vertex, mm; undefined: infinity. */
export function objectAt(design: LensDesign, distanceMm: number | undefined): LensDesign {
  const { objectDistanceMm: _, ...distant } = design;
  return distanceMm === undefined ? distant : { ...distant, objectDistanceMm: distanceMm };
}

/**
 * Paraxial height of the image over the tangent of the field angle, mm, at `REFERENCE_LINE`: the
 * focal length for an object at infinity.
 */
export function imageScaleMm(design: LensDesign): number {
  const object = objectPlane(design);
  if (!object) return design.focalLengthMm;
  const { focalLengthMm, frontFocusMm } = firstOrder(design, REFERENCE_LINE);
  return (focalLengthMm * object.fromPupilMm) / (design.objectDistanceMm! + frontFocusMm);
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
  const design = {
    name: file.name,
    surfaces,
    stopIndex: file.stopIndex,
    halfField: (file.halfFieldDegrees * Math.PI) / 180,
    focalLengthMm: file.focalLengthMm ?? nativeFocalLengthMm,
    imageDistanceMm,
    imagePlaneMm: surfaces.at(-1)!.vertexMm + imageDistanceMm,
    ...(file.focusing && { focusing: file.focusing }),
  };
  return asMoved(design, file, scale);
}

/** Whether a surface or the plane of the sensor is tilted or decentred. */
export const isMoved = ({
  surfaces,
  imagePlaced,
}: Pick<LensDesign, 'surfaces' | 'imagePlaced'>): boolean =>
  imagePlaced !== undefined || surfaces.some(({ placed }) => placed !== undefined);

/** The design without its tilts and shifts across the axis; itself where it has none. */
export function straightened(design: LensDesign): LensDesign {
  if (!isMoved(design)) return design;
  const { imagePlaced: _, ...others } = design;
  return {
    ...others,
    surfaces: design.surfaces.map(({ placed: __, ...surface }) => surface),
  };
}

/**
 * The design seen along another direction across the axis: turned as one body about the axis so
 * that this direction becomes +y.
 *
 * @param towards unit vector.
 */
export function turnedTowards(design: LensDesign, [ex, ey]: readonly [number, number]): LensDesign {
  const [turn, back] = [
    [ey, -ex, 0, ex, ey, 0, 0, 0, 1],
    [ey, ex, 0, -ex, ey, 0, 0, 0, 1],
  ];
  const placedAlong = ({ shiftMm, turn: own }: Placement): Placement => ({
    shiftMm: turned(turn, shiftMm),
    turn: turnedAgain(turn, turnedAgain(own, back)),
  });
  return {
    ...design,
    surfaces: design.surfaces.map((surface) =>
      surface.placed ? { ...surface, placed: placedAlong(surface.placed) } : surface,
    ),
    ...(design.imagePlaced && { imagePlaced: placedAlong(design.imagePlaced) }),
  };
}

/** A design as its file's tilts, decentres and groups move it; itself where there are none. */
function asMoved(design: LensDesign, file: LensFile, scale: number): LensDesign {
  const { surfaces, imagePlaneMm } = design;
  const nominal = surfaces.map(({ vertexMm }) => vertexMm);
  const places = placedSurfaces(file.surfaces, file.groups ?? [], nominal, scale);
  const image = placedImage(imagePlaneMm, file.image, scale);
  const isShifted =
    image.vertexMm !== imagePlaneMm || places.some(({ vertexMm }, i) => vertexMm !== nominal[i]);
  if (!isShifted && !image.placed && places.every(({ placed }) => placed === undefined))
    return design;
  const moved = surfaces.map((surface, i) => ({ ...surface, ...places[i]! }));
  return {
    ...design,
    surfaces: moved,
    ...(isShifted && {
      focalLengthMm: focalLengthOf(moved, REFERENCE_LINE),
      imageDistanceMm: image.vertexMm - moved.at(-1)!.vertexMm,
      imagePlaneMm: image.vertexMm,
    }),
    ...(image.placed && { imagePlaced: image.placed }),
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
    const { thickness, glass, semiDiameter } = row;
    const { curvature, ...others } = numbersOf(scaledShape(row, scale));
    // Names of stored tables come from the order of these fields.
    const surface = {
      curvature,
      vertexMm,
      semiDiameterMm: semiDiameter * scale,
      glass: glass === null ? undefined : (own?.[glass] ?? GLASSES[glass]!),
      ...others,
    };
    vertexMm += thickness * scale;
    return surface;
  });
}

import { GLASSES } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { lensFrames, perturbedFrames, placedIn, placementFrom } from './axis-moves.ts';
import type { DesignSurface } from './design-surface.ts';
import { firstOrder, focalLengthOf } from './first-order.ts';
import type { FocusingGroup, LensFile, SurfaceRow } from './lens-file.ts';
import {
  STRAIGHT,
  placedImage,
  placedSurfaces,
  placementOf,
  turned,
  turnedAgain,
  type Placement,
} from './placement.ts';
import { isActive, isRoundActing, scaledActions } from './surface-parts.ts';
import { kindOf, scaledShape } from './surfaces/shape.ts';
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
  /** Set where moves of the axis lead from surface to surface. */
  readonly hasFrames?: true;
  /** Why the lens forms no picture, as a sentence; its rays alone can be traced. */
  readonly noPicture?: string;
  /**
   * From the plane of the object, flat and square to the axis, to the first vertex; absent at
   * infinity.
   */
  readonly objectDistanceMm?: number;
  /** Distance of the plane on which the lens is focused. */
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
 * @param needsPicture false: a lens that forms no real image gets `noPicture`.
 * @throws SimulationError when the lens forms no real image, or its image distance is not more than
 * 0.
 */
export function lensDesign(file: LensFile, needsPicture = true): LensDesign {
  const native = scaledSurfaces(file.surfaces, file.glasses, 1);
  const nativeFocalLengthMm = focalLengthOf(native, REFERENCE_LINE);
  const noPicture = formsImage(native, nativeFocalLengthMm)
    ? undefined
    : `The lens does not form a picture: its focal length at ${REFERENCE_LINE} nm is ${Number.isFinite(nativeFocalLengthMm) ? `${nativeFocalLengthMm.toPrecision(4)} mm` : 'not finite'}.`;
  if (noPicture !== undefined && (needsPicture || file.focalLengthMm !== undefined))
    throw new SimulationError('bad-parameter', noPicture, 'surfaces');
  const scale =
    file.focalLengthMm === undefined ? 1 : file.focalLengthMm / Math.abs(nativeFocalLengthMm);
  const surfaces = scaledSurfaces(file.surfaces, file.glasses, scale);
  const way = file.surfaces.filter(({ mirror }) => mirror).length % 2 === 0 ? 1 : -1;
  const imageDistanceMm = (file.imageDistance ?? way * file.surfaces.at(-1)!.thickness) * scale;
  if (!(imageDistanceMm > 0) && noPicture === undefined)
    throw againstLight(file, imageDistanceMm / scale);
  const design = {
    name: file.name,
    surfaces,
    stopIndex: file.stopIndex,
    halfField: (file.halfFieldDegrees * Math.PI) / 180,
    focalLengthMm:
      file.focalLengthMm === undefined
        ? nativeFocalLengthMm
        : Math.sign(nativeFocalLengthMm) * file.focalLengthMm,
    imageDistanceMm,
    imagePlaneMm: surfaces.at(-1)!.vertexMm + way * imageDistanceMm,
    ...(file.focusing && { focusing: file.focusing }),
    ...(noPicture !== undefined && { noPicture }),
  };
  return hasFrames(file) ? inFrames(design, file, scale) : asMoved(design, file, scale);
}

/** Whether light from far away meets behind the surfaces. */
function formsImage(surfaces: readonly DesignSurface[], focalLengthMm: number): boolean {
  if (!Number.isFinite(focalLengthMm) || focalLengthMm === 0) return false;
  if (focalLengthMm > 0) return true;
  // With an image in between it stands upright.
  return firstOrder({ surfaces, stopIndex: 0 }, REFERENCE_LINE).backFocalLengthMm > 0;
}

/** For a sensor that stands where the light comes from. */
function againstLight({ surfaces }: LensFile, distanceMm: number): SimulationError {
  const at = surfaces.length - 1;
  const mirrors = surfaces.filter(({ mirror }) => mirror).length;
  return new SimulationError(
    'bad-parameter',
    mirrors === 0
      ? `Surface ${surfaces.length}: thickness must be more than 0 mm, because it is the distance to the sensor, not ${distanceMm}.`
      : `surfaces[${at}].thickness: ${surfaces[at]!.thickness} mm lies against the light; behind ${mirrors} mirror${mirrors === 1 ? '' : 's'} the distance to the sensor is ${mirrors % 2 === 0 ? 'positive' : 'negative'}.`,
    `surfaces[${at}].thickness`,
  );
}

/** Whether a file moves the axis of its lens. */
const hasFrames = ({ surfaces, image }: LensFile): boolean =>
  image?.before !== undefined ||
  surfaces.some(
    ({ before, after, returnTo }) =>
      before !== undefined || after !== undefined || returnTo !== undefined,
  );

/** A design in the frames to which the moves of its file lead. */
function inFrames(design: LensDesign, file: LensFile, scale: number): LensDesign {
  const before = design.imagePlaneMm - design.surfaces.at(-1)!.vertexMm;
  const frames = lensFrames(file.surfaces, file.image?.before ?? [], before, scale);
  const placed = perturbedFrames(frames.surfaces, file.surfaces, file.groups ?? [], scale);
  const image = placedIn(frames.image, placementOf(file.image ?? {}, scale));
  const surfaces = design.surfaces.map((surface, i) => ({
    ...surface,
    vertexMm: frames.alongMm[i]!,
    placed: placementFrom(placed[i]!, frames.alongMm[i]!),
  }));
  return {
    ...design,
    surfaces,
    focalLengthMm: focalLengthOf(surfaces, REFERENCE_LINE),
    imagePlaneMm: frames.imageAlongMm,
    imagePlaced: placementFrom(image, frames.imageAlongMm),
    hasFrames: true,
  };
}

/**
 * Whether the lens is not round: a surface or the plane of the sensor is tilted or decentred, or a
 * surface is not the same all round the axis.
 */
export const isMoved = ({
  surfaces,
  imagePlaced,
}: Pick<LensDesign, 'surfaces' | 'imagePlaced'>): boolean =>
  imagePlaced !== undefined ||
  surfaces.some((surface) => surface.placed !== undefined || !isRoundSurface(surface));

/**
 * Whether the lens is round but for tilts and decentres of parts that leave its axis; false for a
 * round lens too.
 */
export const isPerturbed = (design: LensDesign): boolean =>
  isMoved(design) && design.hasFrames !== true && design.surfaces.every(isRoundSurface);

/** The design on whose axis figures are computed: without what C1 moves; else as it stands. */
export const axialDesign = (design: LensDesign): LensDesign =>
  isMoved(design) && !isPerturbed(design) ? design : straightened(design);

/** −1 where the light runs towards −z of the sensor. */
export const wayToSensor = ({ surfaces }: Pick<LensDesign, 'surfaces'>): 1 | -1 =>
  surfaces.filter(({ mirror }) => mirror).length % 2 === 0 ? 1 : -1;

/** The design with its sensor moved away from the lens, along the normal of the sensor. */
export function withSensorMoved(design: LensDesign, awayMm: number): LensDesign {
  const alongMm = wayToSensor(design) * awayMm;
  const moved = {
    ...design,
    imageDistanceMm: design.imageDistanceMm + awayMm,
    imagePlaneMm: design.imagePlaneMm + alongMm,
  };
  const { imagePlaced, hasFrames } = design;
  if (!hasFrames || !imagePlaced) return moved;
  const [x, y, z] = turned(imagePlaced.turn, [0, 0, alongMm]);
  const [sx, sy, sz] = imagePlaced.shiftMm;
  return {
    ...moved,
    // The nominal place has gone along the axis of the lens.
    imagePlaced: { ...imagePlaced, shiftMm: [sx + x, sy + y, sz + z - alongMm] },
  };
}

/**
 * Refuses a lens for what is traced through surfaces that refract within circles alone.
 *
 * @param what it is, for the sentence: 'Ghosts are traced'.
 * @throws SimulationError naming the surface.
 */
export function refuseActive({ surfaces, hasFrames }: LensDesign, what: string): void {
  const at = surfaces.findIndex(isActive);
  if (at < 0 && !hasFrames) return;
  const { mirror, thin, phase } = surfaces[at] ?? {};
  const why =
    at < 0
      ? 'moves of the axis lead through this lens'
      : `surface ${at + 1} ${mirror ? 'is a mirror' : thin ? 'is an ideal lens' : phase ? 'diffracts' : 'has apertures of its own'}`;
  throw new SimulationError(
    'bad-parameter',
    `${what} through refracting surfaces within circles alone, and ${why}.`,
    'surfaces',
  );
}

/** Whether a surface, but for its place, is the same all round its axis. */
export const isRoundSurface = (surface: DesignSurface): boolean =>
  kindOf(surface).roundDerivatives !== undefined && isRoundActing(surface);

/** The design without its tilts and shifts across the axis; itself where it has none. */
export function straightened(design: LensDesign): LensDesign {
  if (!isMoved(design)) return design;
  const { imagePlaced: _, hasFrames: __, ...others } = design;
  return {
    ...others,
    surfaces: design.surfaces.map(({ placed: ___, ...surface }) => surface),
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
  const placedAlong = ({ shiftMm, turn: own }: Placement, isRound = true): Placement => ({
    shiftMm: turned(turn, shiftMm),
    turn: turnedAgain(turn, isRound ? turnedAgain(own, back) : own),
  });
  /** A surface that is not round turns as it stands. */
  const along = (surface: DesignSurface): DesignSurface => {
    const isRound = isRoundSurface(surface);
    if (isRound && !surface.placed) return surface;
    return { ...surface, placed: placedAlong(surface.placed ?? STRAIGHT, isRound) };
  };
  return {
    ...design,
    surfaces: design.surfaces.map(along),
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
    const { thickness, glass } = row;
    const { curvature, ...others } = numbersOf(scaledShape(row, scale));
    // Names of stored tables come from the order of these fields.
    const surface = {
      curvature,
      vertexMm,
      semiDiameterMm: row.semiDiameter * scale,
      glass: glass === null ? undefined : (own?.[glass] ?? GLASSES[glass]!),
      ...others,
      ...scaledActions(row, scale),
    };
    vertexMm += thickness * scale;
    return surface;
  });
}

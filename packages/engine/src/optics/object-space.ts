import { metresOf, millimetresOf } from './millimetres.ts';
import type { Lens } from './lens.ts';
import type { PixelGrid } from './pixel-grid.ts';

/** What a picture shows of a plane at a distance, in lengths there. The keys are published. */
export interface ObjectSpace {
  /** From the first vertex, or from the ideal lens. */
  readonly distanceM: number;
  /** Height of the image over the object's on the axis, by chief rays. */
  readonly magnification: number;
  /** Size of a pixel on the axis: across and down. */
  readonly mmPerPixel: readonly [number, number];
  /** Size of a pixel at the sensor's corner; null where the corner is outside the image circle. */
  readonly mmPerPixelCorner: readonly [radial: number, tangential: number] | null;
  /** What the sensor sees along its row and its column through the axis. */
  readonly fieldMm: readonly [number, number];
  readonly fieldLimitedBy?: 'image circle';
  /** What the scene fills. */
  readonly sceneMm: readonly [number, number];
  readonly nyquistLinePairsPerMm: number;
  readonly cutoffLinePairsPerMm: number;
  /** For a circle of confusion of two pixels; null: infinity. */
  readonly depthOfField: {
    readonly nearMm: number | null;
    readonly farMm: number | null;
    readonly totalMm: number | null;
    readonly circleUm: number;
  };
  readonly workingFNumber: number;
}

/** How much of a scene a lens is shown. */
interface ShownScene {
  /** Radians. */
  readonly hfov: number;
  readonly rows: number;
  readonly columns: number;
}

/** Wavelength of the diffraction limit, mm. */
const CUTOFF_MM = 550e-6;
/** Share of the height over which the slope at the corner is taken. */
const CORNER_STEP = 1e-4;

/**
 * Magnification of chief rays at a distance, metres; undefined for a lens without an entrance pupil
 * before which the object lies.
 */
export function magnificationAt({ chiefRays }: Lens, distance: number): number | undefined {
  if (!chiefRays) return undefined;
  const fromPupil = distance + chiefRays.entrancePupil;
  return fromPupil > 0 ? chiefRays.scale / fromPupil : undefined;
}

/**
 * Lengths in a plane of objects; undefined where the lens has no perspective there.
 *
 * @param distance metres.
 * @see docs/reference/depth.md#object-space
 */
export function objectSpace(
  lens: Lens,
  grid: PixelGrid,
  scene: ShownScene,
  distance: number,
): ObjectSpace | undefined {
  const magnification = magnificationAt(lens, distance);
  if (magnification === undefined) return undefined;
  const fromPupilMm = lens.chiefRays!.scale / metresOf(magnification);
  const pitchMm = millimetresOf(grid.pitch);
  const mmPerPixel = pitchMm / magnification;
  const atObjectMm = (height: number): number => fromPupilMm * Math.tan(lens.fieldAngle(height));
  const { imageRadius = Infinity } = lens.field ?? {};
  const sides = [grid.columns, grid.rows].map((pixels) => (pixels * grid.pitch) / 2);
  const [width, height] = sides.map((side) => 2 * atObjectMm(Math.min(side, imageRadius)));
  const sceneWidthMm = 2 * fromPupilMm * Math.tan(scene.hfov / 2);
  return {
    distanceM: distance,
    magnification,
    mmPerPixel: [mmPerPixel, mmPerPixel],
    mmPerPixelCorner: cornerScale(atObjectMm, cornerOf(grid), imageRadius, grid.pitch),
    fieldMm: [width!, height!],
    ...(sides.some((side) => side > imageRadius) && { fieldLimitedBy: 'image circle' as const }),
    sceneMm: [sceneWidthMm, (sceneWidthMm * scene.rows) / scene.columns],
    nyquistLinePairsPerMm: 1 / (2 * mmPerPixel),
    cutoffLinePairsPerMm: magnification / (CUTOFF_MM * lens.fNumber),
    depthOfField: depthOfField(lens, grid.pitch),
    workingFNumber: lens.fNumber,
  };
}

/** Distance of a sensor's corner from the axis, metres. */
export const cornerOf = ({ rows, columns, pitch }: PixelGrid): number =>
  (Math.hypot(rows, columns) * pitch) / 2;

/** Lengths at the object of a pixel at the corner, along the radius and across it. */
function cornerScale(
  atObjectMm: (height: number) => number,
  corner: number,
  imageRadius: number,
  pitch: number,
): readonly [number, number] | null {
  if (corner > imageRadius) return null;
  const step = CORNER_STEP * corner;
  const slope = (atObjectMm(corner + step) - atObjectMm(corner - step)) / (2 * step);
  return [slope * pitch, (atObjectMm(corner) / corner) * pitch];
}

function depthOfField(lens: Lens, pitch: number): ObjectSpace['depthOfField'] {
  const circle = 2 * pitch;
  const { nearM = null, farM = null } = lens.focus?.(circle) ?? {};
  const [nearMm, farMm] = [nearM, farM].map((metres) =>
    metres === null ? null : millimetresOf(metres),
  ) as [number | null, number | null];
  return {
    nearMm,
    farMm,
    totalMm: nearMm === null || farMm === null ? null : farMm - nearMm,
    circleUm: circle * 1e6,
  };
}

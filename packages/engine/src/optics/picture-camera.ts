import { degreesOf } from '../quantities/units.ts';
import {
  fitCameraModel,
  fitDecentredModel,
  type CameraModelName,
} from '../analysis/camera-models.ts';
import { WIDEST_PINHOLE, evenRays, raysAllRound, type FittedModel } from './lens-geometry.ts';
import { loadLens, type OpticsPlan } from './load-lens.ts';
import type { PixelGrid } from './pixel-grid.ts';

/** A camera model with the place of the axis, pixels; the middle of the first pixel is 0, 0. */
export type PictureCamera = FittedModel & { readonly cx: number; readonly cy: number };

/** A pinhole model that errs by more, pixels, gives way to one that fits better. */
const ENOUGH = 0.05;

/**
 * The camera model of a picture, for other programs: fitted to where its lens, ideal or real and
 * focused as it is, images angles up to the farthest corner of the sensor. OpenCV's pinhole with k1
 * to k3 where it is good enough, else the best model that the field allows.
 *
 * @see docs/measuring-a-camera.md#geometry
 */
export async function pictureCamera({
  optics,
  grid,
}: {
  readonly optics: OpticsPlan;
  readonly grid: PixelGrid;
}): Promise<PictureCamera> {
  const lens = await loadLens(optics);
  const { rows, columns, pitch, offset: [right, down] = [0, 0] } = grid;
  const [shiftX, shiftY] = (lens.axisShift ?? [0, 0]).map((metres) => metres / pitch);
  const [middleX, middleY] = [(columns - 1) / 2 - right, (rows - 1) / 2 - down];
  const [cx, cy] = [middleX + shiftX!, middleY + shiftY!];
  const corner = Math.hypot(
    Math.max(cx + 0.5, columns - 0.5 - cx),
    Math.max(cy + 0.5, rows - 0.5 - cy),
  );
  const limit = Math.min(lens.fieldAngle(corner * pitch), lens.field?.halfAngle ?? Infinity);
  const rays = evenRays(limit, (angle) => lens.imageHeight(angle) / pitch);
  const allRound = lens.imagePoint && raysAllRound(limit, lens.imagePoint, pitch);
  const fit = (name: CameraModelName): PictureCamera => {
    const validToDegrees = degreesOf(limit);
    if (!allRound) return { ...fitCameraModel(name, rays), validToDegrees, cx, cy };
    const { principal, ...model } = fitDecentredModel(name, rays, allRound);
    return { ...model, validToDegrees, cx: middleX + principal[0], cy: middleY + principal[1] };
  };
  if (limit > WIDEST_PINHOLE) return fit('kannala-brandt');
  const simple = fit('opencv');
  if (simple.worstPx <= ENOUGH) return simple;
  const models = [simple, fit('opencv-rational'), fit('kannala-brandt')];
  return models.toSorted((a, b) => a.worstPx - b.worstPx)[0]!;
}

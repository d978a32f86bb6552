import { bilinear, resample } from '../resample.ts';
import type { DepthMap } from './depth-map.ts';

/**
 * Whether a place lies inside the image circle; x and y run from 0 to 1 across and down the
 * picture.
 */
export type IsInImageCircle = (x: number, y: number) => boolean;

/** The values of both maps inside the image circle, at the points of the camera's map. */
export function bothInCircle(
  camera: DepthMap,
  ideal: DepthMap,
  isSeen: IsInImageCircle,
): readonly [Float32Array, Float32Array] {
  const sameSize =
    ideal.rows === camera.rows && ideal.columns === camera.columns
      ? ideal.values
      : resample(ideal, camera.rows, camera.columns, bilinear);
  return [valuesInCircle(camera, isSeen), valuesInCircle({ ...camera, values: sameSize }, isSeen)];
}

/**
 * The values of a map inside the image circle; all values where no point of the map lies inside it.
 */
export function valuesInCircle(
  { rows, columns, values }: DepthMap,
  isSeen: IsInImageCircle,
): Float32Array {
  const inside = values.filter((_, at) =>
    isSeen(((at % columns) + 0.5) / columns, (Math.floor(at / columns) + 0.5) / rows),
  );
  return inside.length > 0 ? inside : values;
}

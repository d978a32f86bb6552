import { fitScaleAndShift, rangeOf, rankCorrelation } from '../analysis/compare-depth.ts';
import { bilinear, resample } from '../networks/resample.ts';
import type { IsInImageCircle } from './algorithm-descriptor.ts';
import type { DepthComparison } from './comparison.ts';
import type { DepthMap } from './overlay/draw-depth.ts';

/**
 * Compares the map found on the camera's picture with the one found on the ideal picture.
 *
 * @param quantity name of the values.
 * @returns the comparison, and its sentence for the log.
 */
export function compareDepth(
  camera: DepthMap,
  ideal: DepthMap,
  isSeen: IsInImageCircle,
  quantity: string,
): { readonly comparison: DepthComparison; readonly lines: readonly string[] } {
  const [cameraSeen, idealSeen] = bothInCircle(camera, ideal, isSeen);
  const [idealRange, cameraRange] = [rangeOf(idealSeen), rangeOf(cameraSeen)];
  const { scale, shift, meanDifference } = fitScaleAndShift(cameraSeen, idealSeen);
  const range = idealRange[1] - idealRange[0];
  const correlation = rankCorrelation(cameraSeen, idealSeen);
  const meanRelativeDifference = range > 0 ? meanDifference / range : undefined;
  return {
    comparison: {
      kind: 'depth',
      points: cameraSeen.length,
      rankCorrelation: correlation,
      scale,
      shift,
      meanRelativeDifference,
      cameraRange,
      idealRange,
    },
    lines: [
      correlation === undefined || meanRelativeDifference === undefined
        ? `${quantity}: flat on one of both pictures, so there is nothing to compare.`
        : `${quantity} on the camera's picture against the ideal one, inside the image circle (${cameraSeen.length} points): rank correlation ${correlation.toFixed(4)}, mean difference ${(100 * meanRelativeDifference).toFixed(2)} % of the ideal range after fitting scale ${scale.toPrecision(4)} and shift ${shift.toPrecision(4)}.`,
    ],
  };
}

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

import { fitScaleAndShift, rangeOf, rankCorrelation } from '../../../analysis/compare-depth.ts';
import type { DepthMap } from '../../overlay/depth-map.ts';
import { bothInCircle, type IsInImageCircle } from '../../overlay/image-circle.ts';

export interface DepthComparison {
  readonly kind: 'depth';
  /** Points of the network's map that lie inside the image circle. */
  readonly points: number;
  /** Spearman's rho, −1 to 1; undefined when a map is flat. */
  readonly rankCorrelation: number | undefined;
  /** scale · camera + shift is the least-squares fit to the ideal map. */
  readonly scale: number;
  readonly shift: number;
  /**
   * Mean absolute residual of that fit divided by the range of the ideal map, whose zero is
   * arbitrary; undefined when that map is flat.
   */
  readonly meanRelativeDifference: number | undefined;
  /** Smallest and largest value. */
  readonly cameraRange: readonly [number, number];
  readonly idealRange: readonly [number, number];
}

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

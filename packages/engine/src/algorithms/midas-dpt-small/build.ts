import { fitScaleAndShift, rangeOf, rankCorrelation } from '../../analysis/compare-depth.ts';
import type { Network } from '../../host.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { Algorithm, IsInImageCircle } from '../algorithm-descriptor.ts';
import { drawDepth, type DepthMap } from '../overlay/draw-depth.ts';
import { checkedFeeds } from '../../networks/feeds.ts';
import { prepareInput } from '../../networks/prepare-input.ts';
import { outputOf } from '../../networks/preprocessing.ts';
import { publishedInput } from '../published-input.ts';
import { bilinear, resample } from '../../networks/resample.ts';

/** Preprocessing of the published network, used where the files in its folder do not specify it. */
const PUBLISHED = {
  resample: 2,
  rescale_factor: 1 / 255,
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
  size: { height: 384, width: 384 },
};

/**
 * MiDaS with its pre- and postprocessing. Its finding is relative inverse depth: larger is nearer,
 * zero and unit are arbitrary.
 */
export function build(network: Network): Algorithm<DepthMap> {
  const input = publishedInput(network, PUBLISHED);
  return {
    read: async (picture, watch) => {
      const {
        shape: [, rows = 0, columns = 0],
        data: values,
      } = outputOf(
        await network.run(
          checkedFeeds(network, prepareInput(picture, { input }, network.inputs).feeds),
          watch,
        ),
        'predicted_depth',
        3,
      );
      if (values.length === 0 || values.length !== rows * columns || !values.every(Number.isFinite))
        throw new SimulationError(
          'bad-model',
          'its output predicted_depth is not one map of finite numbers.',
        );
      return { rows, columns, values };
    },
    compare: (camera, ideal, _size, isSeen) => {
      const sameSize =
        ideal.rows === camera.rows && ideal.columns === camera.columns
          ? ideal.values
          : resample(ideal, camera.rows, camera.columns, bilinear);
      const [cameraSeen, idealSeen] = [camera.values, sameSize].map((values) =>
        valuesInCircle({ ...camera, values }, isSeen),
      ) as [Float32Array, Float32Array];
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
            ? 'relative inverse depth: flat on one of both pictures, so there is nothing to compare.'
            : `relative inverse depth on the camera's picture against the ideal one, inside the image circle (${cameraSeen.length} points): rank correlation ${correlation.toFixed(4)}, mean difference ${(100 * meanRelativeDifference).toFixed(2)} % of the ideal range after fitting scale ${scale.toPrecision(4)} and shift ${shift.toPrecision(4)}.`,
        ],
      };
    },
    draw: (map, picture, isSeen) =>
      drawDepth(map, rangeOf(valuesInCircle(map, isSeen)), picture, isSeen),
  };
}

/**
 * The values of a map inside the image circle; all values where no point of the map lies inside it.
 */
function valuesInCircle(
  { rows, columns, values }: DepthMap,
  isSeen: IsInImageCircle,
): Float32Array {
  const inside = values.filter((_, at) =>
    isSeen(((at % columns) + 0.5) / columns, (Math.floor(at / columns) + 0.5) / rows),
  );
  return inside.length > 0 ? inside : values;
}

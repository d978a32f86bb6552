import { rangeOf } from '../../analysis/compare-depth.ts';
import type { Network } from '../../host.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { Algorithm } from '../algorithm-descriptor.ts';
import { checkedFeeds } from '../../networks/feeds.ts';
import type { DepthMap } from '../../networks/overlay/depth-map.ts';
import { drawDepth } from '../../networks/overlay/draw-depth.ts';
import { valuesInCircle } from '../../networks/overlay/image-circle.ts';
import { prepareInput } from '../../networks/prepare-input.ts';
import { outputOf } from '../../networks/preprocessing.ts';
import { compareDepth } from '../../networks/tasks/depth/compare.ts';
import { publishedInput } from '../published-input.ts';

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
    compare: (camera, ideal, _size, isSeen) =>
      compareDepth(camera, ideal, isSeen, 'relative inverse depth'),
    draw: (map, picture, isSeen) =>
      drawDepth(map, rangeOf(valuesInCircle(map, isSeen)), picture, isSeen),
  };
}

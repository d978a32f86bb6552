import type { Network } from '../../host.ts';
import type { Detection } from '../../analysis/match-detections.ts';
import type { Algorithm } from '../algorithm-descriptor.ts';
import { checkedFeeds } from '../../networks/feeds.ts';
import { drawDetections } from '../../networks/overlay/draw-detections.ts';
import { prepareInput } from '../../networks/prepare-input.ts';
import { compareDetections } from '../../networks/tasks/detection/compare.ts';
import { publishedInput } from '../published-input.ts';
import { readDetections } from './detections.ts';
import { isObject } from '../../text/json-fields.ts';

/** A detection whose score falls from 0.95 to 0.6 must still count as found. */
const SCORE_THRESHOLD = 0.5;
/** Preprocessing of the published network, used where the files in its folder do not specify it. */
const PUBLISHED = {
  resample: 2,
  rescale_factor: 1 / 255,
  image_mean: [0.485, 0.456, 0.406],
  image_std: [0.229, 0.224, 0.225],
  size: { shortest_edge: 800, longest_edge: 1333 },
};

/** DETR with its pre- and postprocessing. */
export function build(network: Network): Algorithm<readonly Detection[]> {
  const input = publishedInput(network, PUBLISHED);
  const labels = labelsOf(network.config);
  return {
    read: async (picture, watch) =>
      readDetections(
        await network.run(
          checkedFeeds(network, prepareInput(picture, { input }, network.inputs).feeds),
          watch,
        ),
        labels,
        SCORE_THRESHOLD,
      ),
    compare: (camera, ideal, size) => compareDetections(camera, ideal, size, SCORE_THRESHOLD),
    draw: (detections, picture) => drawDetections(detections, picture),
  };
}

/** Names of the classes: `id2label` in config.json. */
function labelsOf(config: unknown): Readonly<Record<string, string>> {
  const labels = isObject(config) ? config['id2label'] : undefined;
  return isObject(labels)
    ? Object.fromEntries(Object.entries(labels).map(([id, label]) => [id, String(label)]))
    : {};
}

import type { Network } from '../../host.ts';
import { matchDetections, type Detection } from '../../analysis/match-detections.ts';
import type { Algorithm } from '../algorithm-descriptor.ts';
import type { ReportedDetection } from '../comparison.ts';
import { drawDetections } from '../overlay/draw-detections.ts';
import { checkedFeeds } from '../../networks/feeds.ts';
import { prepareInput } from '../../networks/prepare-input.ts';
import { publishedInput } from '../published-input.ts';
import { readDetections } from './detections.ts';
import { isObject } from '../../text/json-fields.ts';

/** A detection whose score falls from 0.95 to 0.6 must still count as found. */
const SCORE_THRESHOLD = 0.5;
/** Least overlap of two boxes of the same object, as in PASCAL VOC (Everingham et al. 2010). */
const OVERLAP_THRESHOLD = 0.5;
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
    compare: (camera, ideal, { rows, columns }) => {
      const reported = ({
        label,
        score,
        box: { left, top, right, bottom },
      }: Detection): ReportedDetection => ({
        label,
        score,
        box: [left * columns, top * rows, right * columns, bottom * rows].map(
          (side) => Math.round(side * 10) / 10,
        ) as unknown as ReportedDetection['box'],
      });
      const { matches, missed, extra } = matchDetections(ideal, camera, OVERLAP_THRESHOLD);
      const [one, other] = [ideal.length, camera.length].map(
        (count) => `${count} object${count === 1 ? '' : 's'}`,
      );
      return {
        comparison: {
          kind: 'detection',
          scoreThreshold: SCORE_THRESHOLD,
          overlapThreshold: OVERLAP_THRESHOLD,
          matches: matches.map((match) => ({
            ideal: reported(match.ideal),
            camera: reported(match.camera),
            overlap: match.overlap,
          })),
          missed: missed.map(reported),
          extra: extra.map(reported),
        },
        lines: [
          `${one!} on the ideal picture, ${other!} on the camera's: ${matches.length} the same, ${missed.length} missed, ${extra.length} extra (score from ${SCORE_THRESHOLD}, overlap from ${OVERLAP_THRESHOLD}).`,
          ...matches.map(
            (match) =>
              `  ${named(match.ideal)} ideal, ${match.camera.label === match.ideal.label ? match.camera.score.toFixed(2) : named(match.camera)} camera, overlap ${match.overlap.toFixed(2)}`,
          ),
          ...missed.map((detection) => `  ${named(detection)} ideal, missed by the camera`),
          ...extra.map((detection) => `  ${named(detection)} camera, not on the ideal picture`),
        ],
      };
    },
    draw: (detections, picture) => drawDetections(detections, picture),
  };
}

const named = ({ label, score }: Detection): string => `${label} ${score.toFixed(2)}`;

/** Names of the classes: `id2label` in config.json. */
function labelsOf(config: unknown): Readonly<Record<string, string>> {
  const labels = isObject(config) ? config['id2label'] : undefined;
  return isObject(labels)
    ? Object.fromEntries(Object.entries(labels).map(([id, label]) => [id, String(label)]))
    : {};
}

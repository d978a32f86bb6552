import { rangeOf, rankCorrelation } from '../../analysis/compare-depth.ts';
import type { Detection } from '../../analysis/match-detections.ts';
import type { OpenedNetwork, RgbImage } from '../../host.ts';
import type { NetworkDescriptor } from '../../networks/descriptor.ts';
import type { Finding } from '../../networks/findings.ts';
import type { NetworkQuestion } from '../../networks/find-in-picture.ts';
import { DRAWING_SCORE } from '../../networks/read-outputs.ts';
import type { Algorithm, IsInImageCircle } from '../algorithm-descriptor.ts';
import { compareDetections } from '../compare-detections.ts';
import { bothInCircle, compareDepth, valuesInCircle } from '../compare-depth-maps.ts';
import { INVERSE_DEPTH, drawDepth, type ScaleWords } from '../overlay/draw-depth.ts';
import { drawDetections } from '../overlay/draw-detections.ts';
import { compareClassMaps, drawClassMap } from './class-maps.ts';

type Of<Kind extends Finding['kind']> = Extract<Finding, { readonly kind: Kind }>;
type Compared = ReturnType<Algorithm<unknown>['compare']>;

/** Objects as shares of their picture; maps and classes as the network gave them. */
type Read =
  | Exclude<Finding, { readonly kind: 'boxes' }>
  | { readonly kind: 'boxes'; readonly detections: readonly Detection[] };

const DEPTH: ScaleWords = { title: 'depth', low: 'near', high: 'far' };
const ANOMALY: ScaleWords = { title: 'anomaly', low: 'normal', high: 'defect' };
const depthWords = ({ inverse }: Of<'depth'>): ScaleWords => (inverse ? INVERSE_DEPTH : DEPTH);

/** A network from the user's own file, whatever it finds (docs/reference/vision.md#networks). */
export function build(descriptor: NetworkDescriptor, network: OpenedNetwork): Algorithm<Read> {
  return {
    read: async (picture, watch) => {
      const question: NetworkQuestion = { picture, descriptor, threshold: 'drawing' };
      return readOf((await network.find(question, watch)) as Finding, picture, descriptor);
    },
    compare: (camera, ideal, size, isSeen) => {
      if (camera.kind === 'boxes' && ideal.kind === 'boxes')
        return compareDetections(
          camera.detections,
          ideal.detections,
          size,
          Math.max(DRAWING_SCORE, descriptor.thresholds.score),
        );
      if (camera.kind === 'depth' && ideal.kind === 'depth')
        return compareDepth(camera, ideal, isSeen, depthWords(camera).title);
      if (camera.kind === 'classes' && ideal.kind === 'classes')
        return compareClasses(camera, ideal, descriptor);
      if (camera.kind === 'classMap' && ideal.kind === 'classMap')
        return compareClassMaps(camera, ideal, isSeen);
      if (camera.kind === 'anomaly' && ideal.kind === 'anomaly')
        return compareAnomalies(camera, ideal, isSeen);
      throw new Error('findings of one network are of one kind');
    },
    draw: (found, picture, isSeen) => drawn(found, picture, isSeen),
  };
}

function readOf(
  finding: Finding,
  { rows, columns }: RgbImage,
  descriptor: NetworkDescriptor,
): Read {
  if (finding.kind !== 'boxes') return finding;
  return {
    kind: 'boxes',
    detections: finding.boxes.map(({ box: [left, top, width, height], score, label }) => ({
      label: className(label, descriptor),
      classIndex: label,
      score,
      box: {
        left: left / columns,
        top: top / rows,
        right: (left + width) / columns,
        bottom: (top + height) / rows,
      },
    })),
  };
}

const className = (label: number, { labels }: NetworkDescriptor): string =>
  labels?.[label] ?? `class ${label}`;

/** The class with the largest score on each picture. */
function compareClasses(
  camera: Of<'classes'>,
  ideal: Of<'classes'>,
  descriptor: NetworkDescriptor,
): Compared {
  const [best, bestIdeal] = [camera.scores, ideal.scores].map((scores) =>
    scores.indexOf(Math.max(...scores)),
  ) as [number, number];
  const named = (label: number, score: number) => ({ label: className(label, descriptor), score });
  const comparison = {
    kind: 'classification',
    camera: named(best, camera.scores[best]!),
    ideal: named(bestIdeal, ideal.scores[bestIdeal]!),
    isSame: best === bestIdeal,
    scoreOfIdealClass: camera.scores[bestIdeal]!,
  } as const;
  const text = (one: { readonly label: string; readonly score: number }): string =>
    `${one.label} ${one.score.toFixed(2)}`;
  return {
    comparison,
    lines: [
      comparison.isSame
        ? `${text(comparison.ideal)} on the ideal picture, ${comparison.camera.score.toFixed(2)} on the camera's: the same class.`
        : `${text(comparison.ideal)} on the ideal picture, ${text(comparison.camera)} on the camera's, where ${comparison.ideal.label} has ${comparison.scoreOfIdealClass.toFixed(2)}: another class.`,
    ],
  };
}

function compareAnomalies(
  camera: Of<'anomaly'>,
  ideal: Of<'anomaly'>,
  isSeen: IsInImageCircle,
): Compared {
  const correlation = rankCorrelation(
    ...bothInCircle({ ...camera, values: camera.map }, { ...ideal, values: ideal.map }, isSeen),
  );
  const maps =
    correlation === undefined
      ? 'one of both maps is flat'
      : `rank correlation of the maps inside the image circle ${correlation.toFixed(4)}`;
  return {
    comparison: {
      kind: 'anomaly',
      cameraScore: camera.score,
      idealScore: ideal.score,
      rankCorrelation: correlation,
    },
    lines: [
      `anomaly score ${ideal.score.toPrecision(4)} on the ideal picture, ${camera.score.toPrecision(4)} on the camera's; ${maps}.`,
    ],
  };
}

/**
 * Draws what a network found in a picture.
 *
 * @param pictures that in which it was found, and the same one, perhaps smaller, to draw on.
 * @returns undefined for classes of the whole picture.
 */
export const drawFinding = (
  finding: Finding,
  pictures: { readonly found: RgbImage; readonly shown: RgbImage },
  descriptor: NetworkDescriptor,
): RgbImage | undefined =>
  drawn(readOf(finding, pictures.found, descriptor), pictures.shown, () => true);

/** Classes of a whole picture have no place in it: they are in the log. */
function drawn(found: Read, picture: RgbImage, isSeen: IsInImageCircle): RgbImage | undefined {
  if (found.kind === 'boxes') return drawDetections(found.detections, picture);
  if (found.kind === 'classMap') return drawClassMap(found, picture, isSeen);
  if (found.kind === 'classes') return undefined;
  const map = { ...found, values: found.kind === 'depth' ? found.values : found.map };
  const words = found.kind === 'depth' ? depthWords(found) : ANOMALY;
  return drawDepth(map, rangeOf(valuesInCircle(map, isSeen)), picture, isSeen, words);
}

import type { Port } from '../../onnx-file.ts';
import { NARROWEST, isMap, outputAt, singlePlane } from '../../output-maps.ts';
import { sigmoid } from '../../scores.ts';
import { planesOf, refuse, type Planes } from '../../output-tensors.ts';
import { sampleMap } from '../../sample-map.ts';
import type { Asked, Claim, Reading, TaskCode } from '../task-code.ts';
import { COLOURS, classesFirst, isBeyond, observe } from './observe.ts';
import {
  compareClassMaps,
  drawClassMap,
  type ClassMap,
  type SegmentationComparison,
} from './compare.ts';

type Kind = 'class-map' | 'class-map-nhwc' | 'class-ids' | 'mask';

export const task: TaskCode<Kind, ClassMap, SegmentationComparison> = {
  recognise: (asked) => claimOf(asked),
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  observe,
  read: (kind, reading) => {
    if (kind === 'class-ids') return idsOf(reading);
    if (kind === 'mask') return maskOf(reading);
    const planes = planesOf(outputAt(reading, 0));
    return classMap(kind === 'class-map' ? planes : classesFirst(planes), reading);
  },
  compare: (camera, ideal, _, { isSeen }) =>
    compareClassMaps(camera.finding, ideal.finding, isSeen),
  draw: ({ finding }, shown, { isSeen }) => drawClassMap(finding, shown, isSeen),
  list: (finding) => sharesOf(finding).map(([label, share]) => ({ label, share })),
  strongest: (finding) => sharesOf(finding).map(([label, score]) => ({ label, score })),
};

/** Sides of a picture in a port that has its channels first or last. */
const sidesOf = ({ shape = [] }: Port, isLast: boolean): readonly (number | null)[] =>
  isLast ? shape.slice(1, 3) : shape.slice(2, 4);

const equal = (one: readonly (number | null)[], other: readonly (number | null)[]): boolean =>
  one.every((side, at) => side !== null && side === other[at]);

/** Names of maps with a score of each class, and of maps for key points. */
const CLASS_MAPS = /logit|prob|softmax|score|class|seg|mask|sem|^out/i;
const OTHERS = /heat_?map|key_?point|simcc|paf|^hm$/i;

function claimOf({
  ports: [first, ...others],
  picture,
  described,
  labels,
}: Asked): Claim<Kind> | undefined {
  const shape = first?.shape;
  if (!first || !shape || shape.length < 3 || (shape[0] !== 1 && shape[0] !== null))
    return undefined;
  if (first.type === 'int64' || first.type === 'int32' || first.type === 'uint8')
    return isMap(shape) ? { kind: 'class-ids', by: 'shapes' } : undefined;
  const isPlane = shape.length === 3;
  if ((shape.length !== 4 && !isPlane) || OTHERS.test(first.name)) return undefined;
  // Maps of several sizes are the heads of a detector.
  if (others.some((port) => port.shape?.length === 4 && port.shape[2] !== shape[2]))
    return undefined;
  const isLast = picture.shape?.length === 4 && picture.shape[3] === 3;
  const hasClassesLast =
    equal(sidesOf(first, true), sidesOf(picture, isLast)) &&
    !equal(sidesOf(first, false), sidesOf(picture, isLast));
  if (isEnlarged(first, sidesOf(picture, isLast))) return undefined;
  const isOne = isPlane || shape[1] === 1 || (hasClassesLast && shape[3] === 1);
  if (isOne) {
    if (described.task !== undefined && described.task !== 'segmentation') return undefined;
    const sides = hasClassesLast ? shape.slice(1, 3) : shape.slice(-2);
    if (sides.some((side) => side !== null && side < NARROWEST)) return undefined;
    return {
      kind: 'mask',
      by: 'a guess',
      guesses: [
        [
          ['output.kind', 'thresholds.score'],
          'what the one map of the outputs means is not in the file: a mask of class 1 from thresholds.score on is assumed; give task or output.kind in a descriptor (depth, anomaly)',
        ],
      ],
    };
  }
  const kind = hasClassesLast ? 'class-map-nhwc' : 'class-map';
  const count = hasClassesLast ? shape[3] : shape[1];
  if (CLASS_MAPS.test(first.name) || labels?.length === count) return { kind, by: 'shapes' };
  return {
    kind,
    by: 'shapes',
    guesses: [
      [
        ['output.kind'],
        `that the maps of ${first.name} are a score of each class is not in the file: it is assumed; give output.kind in a descriptor`,
      ],
    ],
  };
}

/** Whether planes are larger than the input on both sides: a picture, no map of classes. */
function isEnlarged(port: Port, input: readonly (number | null)[]): boolean {
  const { shape = [] } = port;
  return [false, true].some((isLast) => {
    const channels = shape.length === 4 ? shape[isLast ? 3 : 1] : undefined;
    const sides = sidesOf(port, isLast);
    return (
      (channels === 1 || channels === COLOURS) &&
      sides.every((side, at) => side !== null && input[at]! > 0 && side >= 2 * input[at]!)
    );
  });
}

/** The strongest class of each pixel, after the scores are resized to the picture. */
function classMap(planes: Planes, { placement }: Reading): ClassMap {
  const { rows, columns } = placement;
  const classes = new Uint16Array(rows * columns);
  const best = sampleMap(planes, placement);
  for (let one = 1; one < planes.count; one += 1) {
    const scores = sampleMap(planes, placement, one);
    for (let at = 0; at < best.length; at += 1)
      if (scores[at]! > best[at]!) [best[at], classes[at]] = [scores[at]!, one];
  }
  return { kind: 'classMap', rows, columns, classes };
}

const LARGEST_CLASS = 65_533;

/** Class numbers, the nearest one at each pixel of the picture. */
function idsOf(reading: Reading): ClassMap {
  const plane = singlePlane(reading);
  const { placement } = reading;
  const { rows, columns } = placement;
  if (plane.values.some((id) => id < 0 || id > LARGEST_CLASS || !Number.isInteger(id)))
    refuse(`its output has numbers that are no classes from 0 to ${LARGEST_CLASS}.`);
  const at = (pixel: number, scale: number, begin: number, share: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor((((pixel + 0.5) * scale + begin) * count) / share)));
  const { scaleX, scaleY, left, top, width, height } = placement;
  const classes = Uint16Array.from({ length: rows * columns }, (_, pixel) => {
    const row = at(Math.floor(pixel / columns), scaleY, top, height, plane.rows);
    const column = at(pixel % columns, scaleX, left, width, plane.columns);
    return plane.values[row * plane.columns + column]!;
  });
  return { kind: 'classMap', rows, columns, classes };
}

/** Class 1 where the score is above the threshold; values beyond 0 to 1 are logits. */
function maskOf(reading: Reading): ClassMap {
  const plane = singlePlane(reading);
  const { placement, descriptor } = reading;
  const { rows, columns } = placement;
  const { score: least } = descriptor.thresholds;
  const { activation = plane.values.some(isBeyond) ? 'sigmoid' : 'none' } = descriptor.output;
  const values = activation === 'sigmoid' ? plane.values.map(sigmoid) : plane.values;
  const scores = sampleMap({ ...plane, values }, placement);
  return {
    kind: 'classMap',
    rows,
    columns,
    classes: Uint16Array.from(scores, (one) => Number(one > least)),
  };
}

/** Classes in their order, with their shares of the pixels. */
function sharesOf({ classes }: ClassMap): readonly (readonly [label: number, share: number])[] {
  const counts = new Map<number, number>();
  for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([label, count]) => [label, count / classes.length]);
}

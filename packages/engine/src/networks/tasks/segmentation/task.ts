import type { Port } from '../../onnx-file.ts';
import { isMap, outputAt, singlePlane } from '../../output-maps.ts';
import { planesOf, refuse, type Planes } from '../../output-tensors.ts';
import { sampleMap } from '../../sample-map.ts';
import type { Asked, Claim, Reading, TaskCode } from '../task-code.ts';
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

function claimOf({
  ports: [first, ...others],
  picture,
  described,
}: Asked): Claim<Kind> | undefined {
  const shape = first?.shape;
  if (!first || !shape || shape.length < 3 || (shape[0] !== 1 && shape[0] !== null))
    return undefined;
  if (first.type === 'int64' || first.type === 'int32' || first.type === 'uint8')
    return isMap(shape) ? { kind: 'class-ids', by: 'shapes' } : undefined;
  if (shape.length !== 4) return undefined;
  // Maps of several sizes are the heads of a detector.
  if (others.some((port) => port.shape?.length === 4 && port.shape[2] !== shape[2]))
    return undefined;
  if (shape[1] === 1) {
    if (described.task !== undefined && described.task !== 'segmentation') return undefined;
    return {
      ...{ kind: 'mask', by: 'a guess' },
      guesses: [
        [
          ['output.kind', 'thresholds.score'],
          'what the one map of the outputs means is not in the file: a mask of class 1 from thresholds.score on is assumed; give task or output.kind in a descriptor (depth, anomaly)',
        ],
      ],
    };
  }
  const isLast = picture.shape?.length === 4 && picture.shape[3] === 3;
  const equal = (one: readonly (number | null)[], other: readonly (number | null)[]): boolean =>
    one.every((side, at) => side !== null && side === other[at]);
  if (isLast && equal(sidesOf(first, true), sidesOf(picture, true)))
    return { kind: 'class-map-nhwc', by: 'shapes' };
  // A picture that is larger than the input is no map of classes.
  const [rows] = sidesOf(first, false);
  const [inputRows] = sidesOf(picture, isLast);
  const isPicture = shape[1] === 3 && rows! >= 2 * inputRows! && inputRows! > 0;
  return isPicture ? undefined : { kind: 'class-map', by: 'shapes' };
}

/** Planes whose values are written pixel by pixel, as planes. */
function classesFirst({ count, rows, columns, values }: Planes): Planes {
  // What was read as planes, rows and columns are rows, columns and classes.
  const [height, width, classes] = [count, rows, columns];
  const planes = new Float64Array(values.length);
  for (let pixel = 0; pixel < height * width; pixel += 1)
    for (let one = 0; one < classes; one += 1)
      planes[one * height * width + pixel] = values[pixel * classes + one]!;
  return { count: classes, rows: height, columns: width, values: planes };
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
  const areLogits = plane.values.some((value) => value < 0 || value > 1);
  const values = areLogits ? plane.values.map((value) => 1 / (1 + Math.exp(-value))) : plane.values;
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

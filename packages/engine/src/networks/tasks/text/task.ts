import type { Detection } from '../../../analysis/match-detections.ts';
import {
  cornersOf,
  rectangleOverlap,
  rectangleRound,
  type TurnedRectangle,
} from '../../../analysis/turned-rectangle.ts';
import { drawDetections } from '../../overlay/draw-detections.ts';
import { isMap, outputAt, singlePlane } from '../../output-maps.ts';
import { compareDetections, type DetectionComparison } from '../detection/compare.ts';
import type { Located, Reading, TaskCode } from '../task-code.ts';
import { textBoxes } from './find-boxes.ts';
import { decodeLine } from './read-line.ts';

/** Text in a picture. */
export interface FoundText {
  /** In pixels of the picture, not cut at its rim. */
  readonly rectangle: TurnedRectangle;
  readonly score: number;
  /** Absent where nothing has read it. */
  readonly text?: string;
}

export interface TextFinding {
  readonly kind: 'text';
  /** The strongest first; of a line alone one, the whole picture. */
  readonly regions: readonly FoundText[];
}

/** Boxes are the bounds of the turned ones; labels are texts. */
export interface TextComparison extends Omit<DetectionComparison, 'kind'> {
  readonly kind: 'text';
}

/** Of the map, from which on a pixel is text; area times this over perimeter is added to a box. */
const [LEVEL, GROWTH] = [0.3, 1.5];
const NAMED = /text|dbnet/i;

export const task: TaskCode<'text-map' | 'ctc', TextFinding, TextComparison> = {
  recognise: ({ ports: [first], described, labels }) => {
    const shape = first?.shape;
    if (!first || !shape) return undefined;
    const isText = described.task === 'text';
    if (shape.length === 4 && isMap(shape) && (isText || NAMED.test(first.name)))
      return { kind: 'text-map', by: isText ? 'its own name' : 'names' };
    const classes = shape.length === 3 ? (shape[2] ?? undefined) : undefined;
    const rest = classes === undefined ? NaN : classes - (labels?.length ?? NaN);
    // Characters besides those for none, and for a space.
    const isLine = rest === 1 || rest === 2;
    return shape.length === 3 && (isText || (isLine && shape[1] === null))
      ? { kind: 'ctc', by: 'shapes' }
      : undefined;
  },
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  settingsOf: (kind, { labels, described: { output } }, guesses) => {
    if (kind === 'ctc' && labels === null)
      guesses.push([
        ['labels'],
        'the characters are not in the file: give labels, a file of one character a line',
      ]);
    if (kind === 'ctc') return {};
    return { level: output?.level ?? LEVEL, growth: output?.growth ?? GROWTH };
  },
  read: (kind, reading) => ({
    kind: 'text',
    regions: kind === 'ctc' ? [lineIn(reading)] : regionsIn(reading),
  }),
  compare: (camera, ideal, size, { descriptor }) => {
    const [found, wanted] = [camera, ideal].map((located) => shownOf(located, size));
    const { comparison, lines } = compareDetections(
      found!,
      wanted!,
      size,
      descriptor.thresholds.score,
      (one, other) => rectangleOverlap(one.rectangle, other.rectangle),
    );
    return { comparison: { ...comparison, kind: 'text' }, lines };
  },
  draw: (located, shown) => {
    const regions = shownOf(located, shown);
    return drawDetections(
      regions,
      shown,
      regions.map(({ rectangle }) => ({ outline: cornersOf(rectangle) })),
    );
  },
  list: ({ regions }) =>
    regions.map(({ rectangle, ...rest }) => ({
      ...rest,
      polygon: cornersOf(rectangle).flat(),
    })),
  strongest: () => [],
  count: ({ regions }) => regions.length,
};

/** The line that a whole picture is. */
function lineIn(reading: Reading): FoundText {
  const { rows, columns } = reading.placement;
  return {
    rectangle: [columns / 2, rows / 2, columns, rows, 0],
    ...decodeLine(outputAt(reading, 0), reading.descriptor.labels),
  };
}

function regionsIn(reading: Reading): readonly FoundText[] {
  const { placement, descriptor, score } = reading;
  const map = singlePlane(reading);
  const { level = LEVEL, growth = GROWTH } = descriptor.output;
  const { scaleX, scaleY, left, top, width, height } = placement;
  // From pixels of the map to pixels of the input, to those of the picture.
  const [wide, high] = [width / map.columns, height / map.rows];
  return textBoxes(map, { level, growth, least: score })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, descriptor.thresholds.most)
    .map(({ rectangle, score: own }) => ({
      score: own,
      rectangle: rectangleRound(
        cornersOf(rectangle).flatMap(([x, y]) => [
          (x * wide - left) / scaleX,
          (y * high - top) / scaleY,
        ]),
      ),
    }));
}

interface TextDetection extends Detection {
  /** In pixels of what is shown. */
  readonly rectangle: TurnedRectangle;
}

/** Text in a picture of a size; boxes are the bounds. */
const shownOf = (
  { finding, picture }: Located<TextFinding>,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly TextDetection[] =>
  finding.regions.map(({ rectangle, score, text }) => {
    const corners = cornersOf(rectangle).map(
      ([x, y]) => [(x * columns) / picture.columns, (y * rows) / picture.rows] as const,
    );
    const [across, down] = [0, 1].map((axis) => corners.map((corner) => corner[axis]!));
    return {
      label: text ?? 'text',
      classIndex: 0,
      score,
      rectangle: rectangleRound(corners.flat()),
      box: {
        left: Math.min(...across!) / columns,
        right: Math.max(...across!) / columns,
        top: Math.min(...down!) / rows,
        bottom: Math.max(...down!) / rows,
      },
    };
  });

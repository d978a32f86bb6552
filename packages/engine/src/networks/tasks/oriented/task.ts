import type { Detection } from '../../../analysis/match-detections.ts';
import {
  cornersOf,
  rectangleOverlap,
  rectangleRound,
  type TurnedRectangle,
} from '../../../analysis/turned-rectangle.ts';
import { drawDetections } from '../../overlay/draw-detections.ts';
import { outputAt } from '../../output-maps.ts';
import { refuse, rowsOf } from '../../output-tensors.ts';
import { DRAWING_SCORE } from '../../thresholds.ts';
import { compareDetections, type DetectionComparison } from '../detection/compare.ts';
import { countable, yoloRows, yoloTable } from '../detection/read.ts';
import { suppressBy, type Candidate } from '../detection/suppress.ts';
import { className, type Located, type Reading, type TaskCode } from '../task-code.ts';

/** An object in a turned box. */
export interface FoundTurned {
  /** In pixels of the picture, not cut at its rim. */
  readonly rectangle: TurnedRectangle;
  readonly score: number;
  /** Number of the class from 0. */
  readonly label: number;
}

export interface OrientedFinding {
  readonly kind: 'oriented';
  readonly objects: readonly FoundTurned[];
}

/** Boxes are the bounds of the turned ones; overlaps are those of the turned boxes. */
export interface OrientedComparison extends Omit<DetectionComparison, 'kind'> {
  readonly kind: 'oriented';
}

export const task: TaskCode<'yolo-obb', OrientedFinding, OrientedComparison> = {
  recognise: ({ metadata, described, ports: [first] }) => {
    if (metadata.task === 'obb') return { kind: 'yolo-obb', by: 'metadata' };
    const isRows = first?.shape?.length === 3;
    return described.task === 'oriented' && isRows ? { kind: 'yolo-obb', by: 'shapes' } : undefined;
  },
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  read: (_, reading) => ({ kind: 'oriented', objects: turnedOf(reading) }),
  compare: (camera, ideal, size, { descriptor }) => {
    // Overlaps in pixels of the result, in which angles are angles.
    const [found, wanted] = [camera, ideal].map((located) => shownOf(located, descriptor, size));
    const score = Math.max(DRAWING_SCORE, descriptor.thresholds.score);
    const { comparison, lines } = compareDetections(found!, wanted!, size, score, (one, other) =>
      rectangleOverlap(one.rectangle, other.rectangle),
    );
    return { comparison: { ...comparison, kind: 'oriented' }, lines };
  },
  draw: (located, shown, { descriptor }) => {
    const turned = shownOf(located, descriptor, shown);
    return drawDetections(
      turned,
      shown,
      turned.map(({ rectangle }) => ({ outline: cornersOf(rectangle) })),
    );
  },
  list: ({ objects }) =>
    objects.map(({ label, rectangle, score }) => ({
      label,
      rectangle,
      corners: cornersOf(rectangle).flat(),
      score,
    })),
  strongest: ({ objects }) => objects,
  count: ({ objects }) => objects.length,
};

interface TurnedCandidate extends Candidate {
  /** In pixels of the input. */
  readonly rectangle: TurnedRectangle;
}

/** Numbers of a result: middle, sides, score, class, angle. */
const RESULT = { score: 4, label: 5, angle: 6, length: 7 } as const;
/** Rows of results, where candidates are thousands. */
const MOST_RESULTS = 1000;

function turnedOf(reading: Reading): readonly FoundTurned[] {
  const { thresholds, labels } = reading.descriptor;
  const { rows, columns } = rowsOf(outputAt(reading, 0));
  const isResults =
    columns === RESULT.length && rows <= MOST_RESULTS && rows !== 5 + (labels?.length ?? NaN);
  const found = isResults ? resultsOf(reading) : candidatesOf(reading);
  const kept = isResults
    ? found.toSorted((one, other) => other.score - one.score).slice(0, thresholds.most)
    : suppressBy(found, thresholds, (one, other) =>
        rectangleOverlap(one.rectangle, other.rectangle),
      );
  return kept.map(({ rectangle, score, label }) => ({
    rectangle: inPicture(rectangle, reading),
    score,
    label,
  }));
}

function candidatesOf(reading: Reading): readonly TurnedCandidate[] {
  const table = yoloTable(reading, 1);
  return countable(reading, yoloRows(reading, 1)).map((one) =>
    turned(one, table.at(one.at, table.length - 1)),
  );
}

function resultsOf(reading: Reading): readonly TurnedCandidate[] {
  const { rows, columns, values } = rowsOf(outputAt(reading, 0));
  const all = Array.from({ length: rows }, (_, at): TurnedCandidate => {
    const row = values.subarray(at * columns, (at + 1) * columns);
    const [x, y, width, height] = row as unknown as readonly [number, number, number, number];
    const box = {
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    };
    const label = Math.round(row[RESULT.label]!);
    return turned({ ...box, score: row[RESULT.score]!, label, at }, row[RESULT.angle]!);
  });
  return countable(reading, all);
}

function turned(candidate: Candidate, angle: number): TurnedCandidate {
  const { left, right, top, bottom } = candidate;
  if (!Number.isFinite(angle)) refuse(`its output has an angle that is no number.`);
  return {
    ...candidate,
    rectangle: [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top, angle],
  };
}

/** A stretched picture makes a turned box oblique: the smallest one round it stands for it. */
function inPicture(
  rectangle: TurnedRectangle,
  { placement: { scaleX, scaleY, left, top } }: Reading,
): TurnedRectangle {
  const [x, y, width, height, angle] = rectangle;
  if (scaleX === scaleY)
    return [(x - left) / scaleX, (y - top) / scaleY, width / scaleX, height / scaleY, angle];
  return rectangleRound(
    cornersOf(rectangle).flatMap(([right, down]) => [
      (right - left) / scaleX,
      (down - top) / scaleY,
    ]),
  );
}

interface TurnedDetection extends Detection {
  /** In pixels of what is shown. */
  readonly rectangle: TurnedRectangle;
}

/** Objects of a finding in a picture of a size; boxes are their bounds. */
const shownOf = (
  { finding, picture }: Located<OrientedFinding>,
  descriptor: Parameters<typeof className>[1],
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly TurnedDetection[] =>
  finding.objects.map(({ rectangle, score, label }) => {
    const [wide, high] = [columns / picture.columns, rows / picture.rows];
    const [x, y, width, height, angle] = rectangle;
    const shown: TurnedRectangle =
      wide === high
        ? [x * wide, y * wide, width * wide, height * wide, angle]
        : rectangleRound(cornersOf(rectangle).flatMap(([a, b]) => [a * wide, b * high]));
    const corners = cornersOf(shown);
    const [across, down] = [0, 1].map((axis) => corners.map((corner) => corner[axis]!));
    return {
      label: className(label, descriptor),
      classIndex: label,
      score,
      rectangle: shown,
      box: {
        left: Math.min(...across!) / columns,
        right: Math.max(...across!) / columns,
        top: Math.min(...down!) / rows,
        bottom: Math.max(...down!) / rows,
      },
    };
  });

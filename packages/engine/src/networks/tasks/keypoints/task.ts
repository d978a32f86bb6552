import { matchDetections, type Detection } from '../../../analysis/match-detections.ts';
import { medianOf } from '../../../quantities/statistics.ts';
import { drawDetections } from '../../overlay/draw-detections.ts';
import { outputAt } from '../../output-maps.ts';
import { refuse, rowsOf } from '../../output-tensors.ts';
import { DRAWING_SCORE } from '../../thresholds.ts';
import type { Guess } from '../../guess.ts';
import {
  OVERLAP_THRESHOLD,
  compareDetections,
  type DetectionComparison,
} from '../detection/compare.ts';
import type { FoundBox } from '../detection/finding.ts';
import { kept, placed, resultRows, suppressed, yoloRows, yoloTable } from '../detection/read.ts';
import { className, type Asked, type Located, type Reading, type TaskCode } from '../task-code.ts';

/** An object with its key points. */
export interface FoundPose extends Omit<FoundBox, 'mask'> {
  /** x, y in pixels of the picture and a score, for each point. */
  readonly keypoints: readonly number[];
}

export interface KeypointsFinding {
  readonly kind: 'keypoints';
  readonly objects: readonly FoundPose[];
}

export interface KeypointsComparison extends Omit<DetectionComparison, 'kind'> {
  readonly kind: 'keypoints';
  /**
   * Median distance of the key points of objects that are on both pictures, in pixels of the
   * result; undefined without such objects.
   */
  readonly pointDistance: number | undefined;
}

/** Numbers of a result before its key points: corners, score, class. */
const OF_RESULT = 6;

export const task: TaskCode<'yolo-pose', KeypointsFinding, KeypointsComparison> = {
  recognise: ({ metadata, described, ports: [first] }) => {
    if (metadata.task === 'pose') return { kind: 'yolo-pose', by: 'metadata' };
    const isRows = first?.shape?.length === 3;
    return described.task === 'keypoints' && isRows
      ? { kind: 'yolo-pose', by: 'shapes' }
      : undefined;
  },
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  settingsOf: (_, asked, guesses) => ({ points: pointsOf(asked, guesses) }),
  read: (_, reading) => ({ kind: 'keypoints', objects: posesOf(reading) }),
  compare: (camera, ideal, size, { descriptor }) => {
    const [found, wanted] = [posedOf(camera, descriptor), posedOf(ideal, descriptor)];
    const score = Math.max(DRAWING_SCORE, descriptor.thresholds.score);
    const { comparison, lines } = compareDetections(found, wanted, size, score);
    const distances = matchDetections(wanted, found, OVERLAP_THRESHOLD).matches.flatMap((match) =>
      match.ideal.points.map(([x, y], at) => {
        const [toX, toY] = match.camera.points[at]!;
        return Math.hypot((toX - x) * size.columns, (toY - y) * size.rows);
      }),
    );
    const pointDistance = distances.length > 0 ? medianOf(distances) : undefined;
    return {
      comparison: { ...comparison, kind: 'keypoints', pointDistance },
      lines: [
        ...lines,
        ...(pointDistance === undefined
          ? []
          : [
              `Key points of the same objects: ${pointDistance.toPrecision(3)} pixels apart (median).`,
            ]),
      ],
    };
  },
  draw: (located, shown, { descriptor }) => {
    const { rows, columns } = shown;
    const posed = posedOf(located, descriptor);
    return drawDetections(
      posed,
      shown,
      posed.map(({ points, scores }) => ({
        points: points
          .filter((_, at) => scores[at]! >= SHOWN_POINT)
          .map(([x, y]) => [x * columns, y * rows] as const),
      })),
    );
  },
  list: ({ objects }) => objects.map(({ label, ...rest }) => ({ label, ...rest })),
  strongest: ({ objects }) => objects,
  count: ({ objects }) => objects.length,
};

/** Score from which on a key point is drawn. */
const SHOWN_POINT = 0.5;
/** Key points of a person in COCO. */
const OF_PERSONS = 17;

/** How many key points there are: as said, else what is left of a row beside a box and classes. */
function pointsOf(
  { described, metadata, labels, ports: [first] }: Asked,
  guesses: Guess[],
): readonly [number, number] {
  const known = described.output?.points ?? metadata.points;
  const points = known ?? [restOf(first?.shape ?? [], labels?.length ?? 1) ?? OF_PERSONS, 3];
  if (!known)
    guesses.push([
      ['output.points'],
      `the number of key points is not in the file: ${points[0]} with three numbers each are assumed; give output.points in a descriptor`,
    ]);
  if (!described.sigmas && points[0] !== OF_PERSONS)
    guesses.push([
      ['sigmas'],
      `how exactly ${points[0]} key points can be labelled is not in the file: deviations of 1/${points[0]} of an object's scale are assumed for all; give sigmas in a descriptor`,
    ]);
  if (described.sigmas && described.sigmas.length !== points[0])
    refuse(`sigmas has ${described.sigmas.length} numbers for ${points[0]} key points.`);
  return points;
}

function restOf(shape: readonly (number | null)[], classes: number): number | undefined {
  const rests = shape.slice(1).flatMap((side) => (side === null ? [] : [side - 4 - classes]));
  const rest = rests.find((one) => one > 0 && one % 3 === 0 && one <= 3 * MOST_GUESSED);
  return rest === undefined ? undefined : rest / 3;
}

const MOST_GUESSED = 300;

/** Boxes after suppression with the key points of their rows. */
function posesOf(reading: Reading): readonly FoundPose[] {
  const [count, numbers] = reading.descriptor.output.points ?? [OF_PERSONS, 3];
  const further = count * numbers;
  const { columns, values } = rowsOf(outputAt(reading, 0));
  const table = columns === OF_RESULT + further ? undefined : yoloTable(reading, further);
  const candidates = table
    ? suppressed(reading, yoloRows(reading, further))
    : kept(reading, resultRows(reading));
  const valueAt = (row: number, field: number): number =>
    table
      ? table.at(row, table.length - further + field)
      : values[row * columns + OF_RESULT + field]!;
  const { rows, columns: wide, scaleX, scaleY, left, top } = reading.placement;
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  return placed(candidates, reading).map(([{ at, score, label }, box]) => ({
    box,
    score,
    label,
    keypoints: Array.from({ length: count }, (_, point) => [
      within((valueAt(at, point * numbers) - left) / scaleX, wide),
      within((valueAt(at, point * numbers + 1) - top) / scaleY, rows),
      numbers === 3 ? valueAt(at, point * numbers + 2) : 1,
    ]).flat(),
  }));
}

interface Posed extends Detection {
  /** As shares of the picture. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly scores: readonly number[];
}

const posedOf = (
  { finding, picture: { rows, columns } }: Located<KeypointsFinding>,
  descriptor: Parameters<typeof className>[1],
): readonly Posed[] =>
  finding.objects.map(({ box: [left, top, width, height], score, label, keypoints }) => ({
    label: className(label, descriptor),
    classIndex: label,
    score,
    box: {
      left: left / columns,
      top: top / rows,
      right: (left + width) / columns,
      bottom: (top + height) / rows,
    },
    points: Array.from({ length: keypoints.length / 3 }, (_, at) => [
      keypoints[3 * at]! / columns,
      keypoints[3 * at + 1]! / rows,
    ]),
    scores: keypoints.filter((_, at) => at % 3 === 2),
  }));

import type { NetworkDescriptor } from '../../descriptor.ts';
import { outputAt } from '../../output-maps.ts';
import { rowsOf } from '../../output-tensors.ts';
import { largest } from '../../scores.ts';
import type { Reading } from '../task-code.ts';
import type { DetectionKind } from './kinds.ts';

/** Scores of results that count. */
export const SURE = 0.25;

/** Which class means nothing, by the values of a trial run. */
interface LabelsSeen {
  readonly background: NetworkDescriptor['background'];
  readonly what: string;
}

/** Whether a class of what was found is 0, or as large as there are names. */
export function labelsSeen(kind: DetectionKind, reading: Reading): LabelsSeen | undefined {
  const found = classesOf(kind, reading);
  if (found.includes(0))
    return { background: 'none', what: 'class 0 is found: classes are counted from 0' };
  const count = reading.descriptor.labels?.length;
  return count !== undefined && found.includes(count)
    ? {
        background: 'first',
        what: `class ${count} of ${count} is found: classes are counted from 1`,
      }
    : undefined;
}

/** Scores of a row sum to 1 within this. */
const SUM_TOLERANCE = 0.01;

/** Whether scores are shares of which one class has most in most rows: the background. */
export function backgroundSeen(reading: Reading): LabelsSeen | undefined {
  const { rows, columns, values } = rowsOf(outputAt(reading, 1));
  if (columns < 2 || rows < 2) return undefined;
  const rowOf = (row: number): Float64Array =>
    Float64Array.from(values.subarray(row * columns, (row + 1) * columns));
  const areShares = Array.from({ length: rows }, (_, row) => rowOf(row)).every(
    (row) => Math.abs(row.reduce((sum, one) => sum + one, 0) - 1) < SUM_TOLERANCE,
  );
  if (!areShares) return undefined;
  const best = Array.from({ length: rows }, (_, row) => {
    const own = rowOf(row);
    return largest(columns, (one) => own[one]!).label;
  });
  const shareOfClass = (label: number): number => best.filter((one) => one === label).length / rows;
  const what = 'scores of a row sum to 1, and most rows choose';
  if (shareOfClass(0) > 0.5)
    return { background: 'first', what: `${what} class 0, the background` };
  return shareOfClass(columns - 1) > 0.5
    ? { background: 'last', what: `${what} the last class, which means nothing` }
    : undefined;
}

/** Where the score and the class of a row are. */
const RESULTS: Partial<Readonly<Record<DetectionKind, readonly [score: number, label: number]>>> = {
  end2end: [4, 5],
  efficientdet: [5, 6],
};

/** Numbers of the classes of what was found. */
function classesOf(kind: DetectionKind, reading: Reading): readonly number[] {
  if (kind === 'boxes-scores-labels') {
    const [scores, labels] = [1, 2].map((at) => outputAt(reading, at).values);
    return Array.from(labels!).filter((_, row) => scores![row]! >= SURE);
  }
  const places = RESULTS[kind];
  if (!places) return [];
  const { rows, columns, values } = rowsOf(outputAt(reading, 0));
  const [score, label] = places;
  return Array.from({ length: rows }, (_, row) => row * columns).flatMap((from) =>
    values[from + score]! >= SURE ? [values[from + label]!] : [],
  );
}

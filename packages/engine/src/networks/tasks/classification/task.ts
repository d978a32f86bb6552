import { MOST_LABELS, type NetworkDescriptor } from '../../descriptor.ts';
import { outputAt } from '../../output-maps.ts';
import { refuse } from '../../output-tensors.ts';
import { softmax } from '../../scores.ts';
import { className, type Reading, type TaskCode } from '../task-code.ts';

/** The classes of a whole picture. */
export interface ClassesFinding {
  readonly kind: 'classes';
  /** Probability of each class. */
  readonly scores: Float64Array;
}

export interface ClassificationComparison {
  readonly kind: 'classification';
  /** The class with the largest score, 0 to 1, on each picture. */
  readonly ideal: { readonly label: string; readonly score: number };
  readonly camera: { readonly label: string; readonly score: number };
  readonly isSame: boolean;
  /** On the camera's picture, of the class that is found on the ideal one. */
  readonly scoreOfIdealClass: number;
}

/** How far the sum of probabilities may be from 1, of 16-bit floats too. */
const SUM_TOLERANCE = 2e-3;
/** Classes that are listed. */
const MOST_LISTED = 5;

export const task: TaskCode<'logits', ClassesFinding, ClassificationComparison> = {
  recognise: ({ ports: [first], metadata }) => {
    if (metadata.task === 'classify') return { kind: 'logits', by: 'metadata' };
    const shape = first?.shape;
    return shape?.length === 2 && (shape[0] === 1 || shape[0] === null)
      ? { kind: 'logits', by: 'shapes' }
      : undefined;
  },
  namesOf: (_, ports) => ports.slice(0, 1).map(({ name }) => name),
  read: (_, reading) => classScores(reading),
  compare: (camera, ideal, _, { descriptor }) =>
    compareClasses(camera.finding, ideal.finding, descriptor),
  // Classes of a whole picture have no place in it: they are in the log.
  draw: () => undefined,
  list: ({ scores }) => {
    const best = bestOf(scores);
    return [{ label: best, score: scores[best]! }];
  },
  strongest: ({ scores }) =>
    [...scores.entries()]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MOST_LISTED)
      .map(([label, score]) => ({ label, score })),
};

const bestOf = (scores: Float64Array): number => scores.indexOf(Math.max(...scores));

/** Probabilities: as they are where they sum to 1, else from a softmax. */
function classScores(reading: Reading): ClassesFinding {
  const { name, shape, values } = outputAt(reading, 0);
  if (values.length === 0 || values.length !== shape.at(-1) || !values.every(Number.isFinite))
    refuse(`its output ${name} is not one finite score for each class.`);
  if (values.length > MOST_LABELS)
    refuse(`its output ${name} has ${values.length} classes; ${MOST_LABELS} are the most.`);
  let sum = 0;
  for (const value of values) sum += value;
  const areProbabilities = Math.abs(sum - 1) < SUM_TOLERANCE && values.every((value) => value >= 0);
  return {
    kind: 'classes',
    scores: areProbabilities ? Float64Array.from(values) : softmax(values),
  };
}

/** The class with the largest score on each picture. */
function compareClasses(
  camera: ClassesFinding,
  ideal: ClassesFinding,
  descriptor: NetworkDescriptor,
) {
  const [best, bestIdeal] = [bestOf(camera.scores), bestOf(ideal.scores)];
  const named = (label: number, score: number) => ({ label: className(label, descriptor), score });
  const comparison: ClassificationComparison = {
    kind: 'classification',
    camera: named(best, camera.scores[best]!),
    ideal: named(bestIdeal, ideal.scores[bestIdeal]!),
    isSame: best === bestIdeal,
    scoreOfIdealClass: camera.scores[bestIdeal]!,
  };
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

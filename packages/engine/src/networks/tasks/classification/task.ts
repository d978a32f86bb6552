import { isObject } from '../../../text/json-fields.ts';
import { MOST_LABELS, type NetworkDescriptor } from '../../descriptor.ts';
import type { Port } from '../../onnx-file.ts';
import { outputAt } from '../../output-maps.ts';
import { refuse } from '../../output-tensors.ts';
import { sigmoid, softmax } from '../../scores.ts';
import {
  className,
  type Asked,
  type Claim,
  type Observed,
  type Reading,
  type TaskCode,
  type Trial,
} from '../task-code.ts';

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

type Kind = 'logits' | 'probabilities' | 'sigmoid';

/** How far the sum of probabilities may be from 1, of 16-bit floats too. */
const SUM_TOLERANCE = 2e-3;
/** Classes that are listed. */
const MOST_LISTED = 5;

export const task: TaskCode<Kind, ClassesFinding, ClassificationComparison> = {
  recognise: (asked) => claimOf(asked),
  namesOf: (_, ports) => [(scoresIn(ports) ?? ports[0]!).name],
  observe,
  read: (kind, reading) => classScores(kind, reading),
  readAnswer: (answer) => {
    const scores = isObject(answer) ? answer['scores'] : undefined;
    const isFinite = (value: unknown): value is number =>
      typeof value === 'number' && Number.isFinite(value);
    return Array.isArray(scores) && scores.length > 0 && scores.every(isFinite)
      ? { kind: 'classes', scores: Float64Array.from(scores) }
      : refuse('the command did not answer {"scores": [..]} with a number for each class.');
  },
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

/** Names of outputs that are scores of classes, perhaps and surely, and of other outputs. */
const SCORES = /logit|prob|softmax|score|class|cls|label|pred|fc|dense|output/i;
const SURE_SCORES = /logit|prob|softmax/i;
const OTHERS = /embed|feature|descriptor|vector|hidden|pool/i;

/** How many numbers a vector has, [1, n] with or without axes of 1; undefined for other outputs. */
function lengthOf({ shape }: Port): number | null | undefined {
  const [batch, ...sides] = shape ?? [];
  const isVector = sides.length === 1 || (sides.length === 3 && sides.includes(1));
  const [count, ...others] = sides.filter((side) => side !== 1);
  return isVector && (batch === 1 || batch === null) && others.length === 0 ? count : undefined;
}

/** The first output, or a later one whose name leaves no doubt where the first one is no answer. */
function scoresIn(ports: readonly Port[]): Port | undefined {
  const [first, ...others] = ports;
  if (!first || (lengthOf(first) !== undefined && !OTHERS.test(first.name))) return first;
  return others.find((port) => lengthOf(port) !== undefined && SURE_SCORES.test(port.name));
}

function claimOf({ ports, metadata, labels }: Asked): Claim<Kind> | undefined {
  if (metadata.task === 'classify') return { kind: 'logits', by: 'metadata' };
  const scores = scoresIn(ports);
  const count = scores && lengthOf(scores);
  if (!scores || count === undefined || OTHERS.test(scores.name)) return undefined;
  if (SCORES.test(scores.name) || labels?.length === count) return { kind: 'logits', by: 'shapes' };
  return {
    kind: 'logits',
    by: 'a guess',
    guesses: [
      [
        ['output.kind'],
        `that ${scores.name} has a score of each class is not in the file: it is assumed; give output.kind in a descriptor`,
      ],
    ],
  };
}

/** How far the length of an embedding may be from 1. */
const LENGTH_TOLERANCE = 1e-3;

/**
 * What a trial run shows of scores: shares that do not sum to 1 are those of several classes.
 *
 * @throws SimulationError 'bad-model' for a vector of length 1 with negative numbers, an embedding.
 */
function observe(kind: Kind, { reading }: Trial): Observed<Kind> {
  const { values } = outputAt(reading, 0);
  let [sum, squares] = [0, 0];
  for (const value of values) [sum, squares] = [sum + value, squares + value * value];
  const length = Math.sqrt(squares);
  const isEmbedding = Math.abs(length - 1) < LENGTH_TOLERANCE && values.some((value) => value < 0);
  if (isEmbedding && values.length > MOST_LISTED)
    refuse(`This network gives one vector of ${values.length} numbers: none of the tasks.`);
  const areShares = values.every((value) => value >= 0 && value <= 1);
  if (kind !== 'logits' || !areShares || Math.abs(sum - 1) < SUM_TOLERANCE) return { guesses: [] };
  return {
    kind: 'sigmoid',
    guesses: [
      [
        ['output.kind'],
        `scores from 0 to 1 that sum to ${sum.toPrecision(3)}, by a trial run: they are taken for those of several classes at once, which is not in the file; give output.kind in a descriptor where this is wrong`,
      ],
    ],
  };
}

const bestOf = (scores: Float64Array): number => scores.indexOf(Math.max(...scores));

/**
 * Probabilities: of logits as they are where they sum to 1, else from a softmax; of sigmoids as
 * they are where they are all from 0 to 1.
 */
function classScores(kind: Kind, reading: Reading): ClassesFinding {
  const { name, shape, values } = outputAt(reading, 0);
  // [1, classes], or [1, classes, 1, 1] of networks that end in a convolution.
  const isVector = shape.filter((side) => side !== 1).length <= 1;
  if (values.length === 0 || !isVector || !values.every(Number.isFinite))
    refuse(`its output ${name} is not one finite score for each class.`);
  if (values.length > MOST_LABELS)
    refuse(`its output ${name} has ${values.length} classes; ${MOST_LABELS} are the most.`);
  let sum = 0;
  for (const value of values) sum += value;
  const areProbabilities = Math.abs(sum - 1) < SUM_TOLERANCE && values.every((value) => value >= 0);
  const isDone =
    areProbabilities || (kind !== 'logits' && values.every((value) => value >= 0 && value <= 1));
  if (isDone) return { kind: 'classes', scores: Float64Array.from(values) };
  if (kind === 'probabilities')
    refuse(`its output ${name} is not one probability from 0 to 1 for each class.`);
  return {
    kind: 'classes',
    scores: kind === 'sigmoid' ? Float64Array.from(values, sigmoid) : softmax(values),
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

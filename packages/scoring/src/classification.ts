import { isObject, numberOf, refuse, shown } from './score-error.ts';
import type { ClassScores } from './multi-label.ts';
import { mcNemarExact } from './statistics/mcnemar.ts';

type Label = string | number;

/** What is in each picture: a class by its name or by its place in `classes`. */
export interface ClassificationTruth {
  readonly classes: readonly string[];
  /** By file; lists where a picture may have several. */
  readonly labels: Readonly<Record<string, Label | readonly Label[]>>;
}

export interface ClassificationResults {
  /** The classes of the truth, in any order. */
  readonly classes: readonly string[];
  /** By file, a number per class; the largest is the answer. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** Per file of the truth, in order of names, how many classes come before the right one. */
export interface ClassificationRanks {
  readonly files: readonly string[];
  readonly ranks: Uint32Array;
}

/**
 * The place of the right class of each picture; of equal scores the class that comes first in the
 * results has the lower place.
 *
 * @throws ScoreError naming the place that does not fit.
 * @see docs/reference/vision.md#classification
 */
export function rankClasses(
  truth: ClassificationTruth,
  results: ClassificationResults,
): ClassificationRanks {
  const { classes, places, files, scoresOf } = readScores(truth, results);
  return {
    files,
    ranks: Uint32Array.from(files, (file) => {
      const own = truth.labels[file]! as Label;
      const label = places.indexOf(labelOf(own, classes, `labels.${file}`));
      const scores = scoresOf(file);
      const right = scores[label]!;
      return scores.filter((score, i) => score > right || (score === right && i < label)).length;
    }),
  };
}

/** Whether pictures have lists of classes. */
export const isMultiLabel = (truth: unknown): boolean =>
  isObject(truth) &&
  isObject(truth['labels']) &&
  Object.values(truth['labels']).some(Array.isArray);

/**
 * The scores of each class over the pictures, in order of their names, and in which it is.
 *
 * @throws ScoreError naming the place that does not fit.
 */
export function classScores(
  truth: ClassificationTruth,
  results: ClassificationResults,
): { readonly files: readonly string[]; readonly classes: readonly ClassScores[] } {
  const { classes, places, files, scoresOf } = readScores(truth, results);
  const scores = files.map(scoresOf);
  const labels = files.map((file) => {
    const own: Label | readonly Label[] = truth.labels[file]!;
    const list = Array.isArray(own) ? (own as readonly Label[]) : [own as Label];
    return new Set(list.map((label) => labelOf(label, classes, `labels.${file}`)));
  });
  return {
    files,
    classes: classes.map((_, at) => ({
      scores: Float64Array.from(scores, (own) => own[places.indexOf(at)]!),
      truth: Uint8Array.from(labels, (own) => Number(own.has(at))),
    })),
  };
}

/** Classes, files, and the scores of a file in the order of the results. */
function readScores(truth: ClassificationTruth, results: ClassificationResults) {
  for (const [name, value] of Object.entries({ truth, results }))
    if (!isObject(value)) refuse(name, 'must be an object');
  const classes = classesOf(truth.classes, 'classes');
  const columns = classesOf(results.classes, 'results.classes');
  const places = columns.map((name) => classes.indexOf(name));
  const strange = places.indexOf(-1);
  if (strange >= 0) refuse(`results.classes[${strange}]`, 'is not a class of the truth');
  if (columns.length < classes.length)
    refuse('results.classes', `lacks ${classes.find((name) => !columns.includes(name))!}`);
  if (!isObject(truth.labels)) refuse('labels', 'must be an object');
  if (!isObject(results.scores)) refuse('scores', 'must be an object');
  const unknown = Object.keys(results.scores).find((file) => !Object.hasOwn(truth.labels, file));
  if (unknown !== undefined) refuse(`scores.${unknown}`, 'is not in labels');
  const scoresOf = (file: string): readonly number[] => {
    const list: unknown = Object.hasOwn(results.scores, file) ? results.scores[file] : undefined;
    if (!Array.isArray(list) || list.length !== classes.length)
      return refuse(
        `scores.${file}`,
        list === undefined ? 'is missing' : `must have ${classes.length} numbers`,
      );
    return list.map((score, i) => numberOf(score, `scores.${file}[${i}]`));
  };
  return { classes, places, files: Object.keys(truth.labels).toSorted(), scoresOf };
}

function classesOf(value: readonly string[], place: string): readonly string[] {
  const list: unknown = value;
  if (!Array.isArray(list) || list.length === 0 || !list.every((name) => typeof name === 'string'))
    return refuse(place, 'must be a list of names');
  const twice = value.findIndex((name, i) => value.indexOf(name) < i);
  if (twice >= 0) refuse(`${place}[${twice}]`, 'is there twice');
  return value;
}

function labelOf(label: string | number, classes: readonly string[], place: string): number {
  const index = typeof label === 'string' ? classes.indexOf(label) : label;
  if (!(Number.isInteger(index) && index >= 0 && index < classes.length))
    refuse(place, `must be one of the classes, not ${shown(label)}`);
  return index;
}

/** Shares of pictures; null without pictures. */
export interface ClassificationFigures {
  readonly top1: number | null;
  readonly top5: number | null;
}

/** @param weights how often each picture counts, in the order of `files`: a draw of a bootstrap. */
export function classificationFigures(
  { ranks }: ClassificationRanks,
  weights?: Uint32Array,
): ClassificationFigures {
  let [all, first, fifth] = [0, 0, 0];
  for (const [i, rank] of ranks.entries()) {
    const weight = weights ? weights[i]! : 1;
    all += weight;
    if (rank < 1) first += weight;
    if (rank < 5) fifth += weight;
  }
  return all === 0 ? { top1: null, top5: null } : { top1: first / all, top5: fifth / all };
}

export interface McNemar {
  /** Pictures that the first alone has right. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Exact and two-sided. */
  readonly mcNemarExactP: number;
}

/** McNemar's test of two results on the same truth: whether one is right more often. */
export function mcNemar(first: ClassificationRanks, second: ClassificationRanks): McNemar {
  let [onlyA, onlyB] = [0, 0];
  for (const [i, rank] of first.ranks.entries()) {
    const other = second.ranks[i]!;
    if (rank === 0 && other !== 0) onlyA += 1;
    if (rank !== 0 && other === 0) onlyB += 1;
  }
  return { onlyA, onlyB, mcNemarExactP: mcNemarExact(onlyA, onlyB) };
}

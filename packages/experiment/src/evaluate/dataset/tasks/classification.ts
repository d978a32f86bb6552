import { labelsThroughLens, type FindingOf } from '@lumenloom/engine';
import {
  classificationFigures,
  classScores,
  IN_PICTURE,
  isMultiLabel,
  meanAveragePrecision,
  mcNemar,
  rankClasses,
  type ClassificationRanks,
  type ClassScores,
  type ClassificationResults,
  type ClassificationTruth,
} from '@lumenloom/scoring';
import { columnOfFigures, type Ground } from '../columns.ts';
import type { EvaluatedTask, FoundAbout, Scored } from './task.ts';

interface KeptRank {
  /** How many categories come before the right one; absent where a picture may have several. */
  readonly rank?: number;
  /** Where each class has a score of its own: those of the categories, in their order, ... */
  readonly scores?: readonly number[];
  /** ... and whether each is in the picture. */
  readonly truth?: readonly number[];
}

export const classification: EvaluatedTask<FindingOf<'classification'>, KeptRank> = {
  fits: ['classification', 'detection'],
  truth: 'class',
  problemsOf: (_, { output: { kind } }, { task }) =>
    task === 'detection' && kind !== 'sigmoid'
      ? [
          {
            field: 'network',
            message:
              'A network that gives one class cannot be scored on pictures with several objects: give output.kind sigmoid where each class has a score of its own.',
          },
        ]
      : [],
  keep: ({ scores }, about) => {
    const { bench, labels } = about;
    const isSingle = labels.category !== undefined;
    return {
      ...(isSingle && { rank: rankOf(scores, about) }),
      ...(bench.network.descriptor.output.kind === 'sigmoid' && {
        scores: ofScored(categoryScores(scores, about), about),
        truth: ofScored(presenceOf(about), about),
      }),
    };
  },
  columnOf: (ground, pictures) => {
    const { categories } = ground;
    const found = pictures.map(({ content }) => content().found);
    const several = found.some(({ scores }) => scores) ? classesOf(ground, found) : undefined;
    const mapOf = (weights?: Uint32Array) =>
      several ? { map: meanAveragePrecision(several, weights) } : {};
    if (several && found.some(({ rank }) => rank === undefined))
      return columnOfFigures(pictures, mapOf);
    const ranks = {
      files: [],
      ranks: Uint32Array.from(found, ({ rank }) => rank!),
    };
    const { top1 } = classificationFigures(ranks);
    return {
      ...columnOfFigures(pictures, (weights) => ({
        ...classificationFigures(ranks, weights),
        ...mapOf(weights),
      })),
      ...(top1 !== null &&
        top1 * categories.length <= 1 && {
          floor: `top-1 is not above chance for ${categories.length} classes`,
        }),
    };
  },
  score: async ({ json }) => {
    const [truth, results] = await json();
    if (isMultiLabel(truth)) {
      const { files, classes } = classScores(
        truth as ClassificationTruth,
        results as ClassificationResults,
      );
      const figuresOf = (weights?: Uint32Array) => ({
        map: meanAveragePrecision(classes, weights),
      });
      return { images: files.length, figures: figuresOf(), figuresOf };
    }
    return new ClassificationScore(
      rankClasses(truth as ClassificationTruth, results as ClassificationResults),
    );
  },
};

/** How many categories have a better score than the right one; of equal scores the first wins. */
function rankOf(classScores: Float64Array, about: FoundAbout): number {
  const {
    bench: { categories },
    labels: { category },
  } = about;
  const scores = categoryScores(classScores, about);
  const right = categories.findIndex(({ id }) => id === category);
  return scores.filter(
    (score, at) => score > scores[right]! || (score === scores[right] && at < right),
  ).length;
}

/** Of each category the best score of the classes that mean it. */
const categoryScores = (
  scores: Float64Array,
  { bench: { categories, categoryOf } }: FoundAbout,
): readonly number[] =>
  categories.map(({ id }) =>
    scores.reduce(
      (most, score, label) => (categoryOf[label] === id ? Math.max(most, score) : most),
      -Infinity,
    ),
  );

/**
 * Whether each category is in the picture: its own, or those of its objects. One of which the
 * picture has nothing but objects that do not count is not known to be there.
 */
function presenceOf({ bench, labels, shown: { view } }: FoundAbout): readonly number[] {
  const { minVisible } = bench.evaluation.document.score;
  const objects = view
    ? labelsThroughLens(view, labels.annotations, { minVisible })
    : labels.annotations;
  return bench.categories.map(({ id }) => {
    const own = objects.filter(({ category_id: category }) => category === id);
    if (labels.category === id || own.some(({ iscrowd }) => iscrowd === 0))
      return IN_PICTURE.present;
    return own.length > 0 ? IN_PICTURE.unknown : IN_PICTURE.absent;
  });
}

/** Values of categories, of those that some class of the network means. */
const ofScored = (
  values: readonly number[],
  { bench: { categories, categoryOf } }: FoundAbout,
): readonly number[] => values.filter((_, at) => categoryOf.includes(categories[at]!.id));

/** The scores of the categories that are scored, over the pictures. */
const classesOf = ({ categories }: Ground, found: readonly KeptRank[]): readonly ClassScores[] =>
  categories.map((_, at) => ({
    scores: Float64Array.from(found, ({ scores }) => scores![at]!),
    truth: Uint8Array.from(found, ({ truth }) => truth![at]!),
  }));

class ClassificationScore implements Scored {
  readonly #ranks: ClassificationRanks;

  constructor(ranks: ClassificationRanks) {
    this.#ranks = ranks;
  }

  get images(): number {
    return this.#ranks.files.length;
  }

  get figures(): object {
    return classificationFigures(this.#ranks);
  }

  readonly figuresOf = (multiplicities: Uint32Array): object =>
    classificationFigures(this.#ranks, multiplicities);

  readonly comparedTo = (second: Scored): object =>
    second instanceof ClassificationScore ? mcNemar(this.#ranks, second.#ranks) : {};
}

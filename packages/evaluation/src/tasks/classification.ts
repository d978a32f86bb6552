import type { FindingOf } from '@lumenloom/engine';
import {
  classificationFigures,
  mcNemar,
  rankClasses,
  type ClassificationRanks,
  type ClassificationResults,
  type ClassificationTruth,
} from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { EvaluatedTask, FoundAbout, Scored } from './task.ts';

interface KeptRank {
  /** How many categories come before the right one. */
  readonly rank: number;
}

export const classification: EvaluatedTask<FindingOf<'classification'>, KeptRank> = {
  fits: ['classification'],
  truth: 'class',
  keep: ({ scores }, about) => ({ rank: rankOf(scores, about) }),
  columnOf: ({ categories }, pictures) => {
    const ranks = {
      files: [],
      ranks: Uint32Array.from(pictures, ({ content }) => content().found.rank),
    };
    const { top1 } = classificationFigures(ranks);
    return {
      ...columnOfFigures(pictures, (weights) => ({ ...classificationFigures(ranks, weights) })),
      ...(top1 !== null &&
        top1 * categories.length <= 1 && {
          floor: `top-1 is not above chance for ${categories.length} classes`,
        }),
    };
  },
  score: async ({ json }) => {
    const [truth, results] = await json();
    return new ClassificationScore(
      rankClasses(truth as ClassificationTruth, results as ClassificationResults),
    );
  },
};

/** How many categories have a better score than the right one; of equal scores the first wins. */
function rankOf(
  classScores: Float64Array,
  { bench: { categories, categoryOf }, labels: { category } }: FoundAbout,
): number {
  const scores = categories.map(({ id }) =>
    classScores.reduce(
      (most, score, label) => (categoryOf[label] === id ? Math.max(most, score) : most),
      -Infinity,
    ),
  );
  const right = categories.findIndex(({ id }) => id === category);
  return scores.filter(
    (score, at) => score > scores[right]! || (score === scores[right] && at < right),
  ).length;
}

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

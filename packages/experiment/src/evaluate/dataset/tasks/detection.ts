import type { FindingOf } from '@lumenloom/engine';
import {
  detectionFigures,
  detectionSummary,
  matchDetections,
  precisionRecall,
  type CocoResult,
  type CocoTruth,
  type DetectionMatches,
} from '@lumenloom/scoring';
import { detectionColumn, type KeptObjects } from '../columns.ts';
import { fieldShare, type FoundObject } from '../objects.ts';
import { sourceAreaOf } from './source-area.ts';
import type { EvaluatedTask } from './task.ts';

export const detection: EvaluatedTask<FindingOf<'detection'>, KeptObjects> = {
  fits: ['detection', 'none'],
  truth: 'objects',
  keep: ({ boxes }, { bench, shown: { picture, view } }) => ({
    objects: boxes.flatMap(({ box, score, label, mask }): FoundObject[] => {
      const category = bench.categoryOf[label];
      if (category === undefined) return [];
      return [
        {
          category_id: category,
          bbox: box,
          score,
          ...(mask && { segmentation: mask }),
          sourceArea: sourceAreaOf(box, view),
          fieldShare: fieldShare(box, picture),
        },
      ];
    }),
  }),
  columnOf: detectionColumn,
  score: async ({ json }, { iouType }) => {
    const [truth, results] = await json();
    const right = truth as CocoTruth;
    const found = results as CocoResult[];
    const matches = matchDetections(right, found, { iouType });
    const { subsets: _, ...figures } = detectionFigures(matches);
    return {
      images: matches.imageIds.length,
      figures: { ...figures, precisionAt101Recalls: curvesOf(matches) },
      figuresOf: (multiplicities) => detectionSummary(matches, multiplicities),
      found: {
        detections: found.length,
        truths: right.annotations.filter(({ iscrowd }) => !iscrowd).length,
        pictures: matches.imageIds.length,
        topScore: found.reduce<number | null>(
          (most, { score }) => (most === null ? score : Math.max(most, score)),
          null,
        ),
      },
    };
  },
};

/** Precision at the 101 recalls, at IoU .5, by the identifier of the class. */
const curvesOf = (matches: DetectionMatches): object =>
  Object.fromEntries(
    matches.categories.map(({ category }) => [
      category,
      { iou50: precisionRecall(matches, category, 0.5)?.precision ?? null },
    ]),
  );

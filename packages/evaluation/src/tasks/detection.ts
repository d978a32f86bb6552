import { sourcePoint, type FindingOf, type LabelView } from '@lumenloom/engine';
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
import { fieldShare, type Box, type FoundObject } from '../objects.ts';
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
    const [right, found] = await json();
    const matches = matchDetections(right as CocoTruth, found as CocoResult[], { iouType });
    const { subsets: _, ...figures } = detectionFigures(matches);
    return {
      images: matches.imageIds.length,
      figures: { ...figures, precisionAt101Recalls: curvesOf(matches) },
      figuresOf: (multiplicities) => detectionSummary(matches, multiplicities),
    };
  },
};

/** Square pixels of the source picture that a box covers. */
function sourceAreaOf([x, y, width, height]: Box, view: LabelView | undefined): number {
  if (!view) return width * height;
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const;
  const points = corners.map((corner) => sourcePoint(view, corner));
  return Math.abs(
    points.reduce((sum, [left, top], at) => {
      const [right, bottom] = points[(at + 1) % points.length]!;
      return sum + (left * bottom - right * top) / 2;
    }, 0),
  );
}

/** Precision at the 101 recalls, at IoU .5, by the identifier of the class. */
const curvesOf = (matches: DetectionMatches): object =>
  Object.fromEntries(
    matches.categories.map(({ category }) => [
      category,
      { iou50: precisionRecall(matches, category, 0.5)?.precision ?? null },
    ]),
  );

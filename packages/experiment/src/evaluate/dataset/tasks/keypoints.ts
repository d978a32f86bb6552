import { isObject } from '@lumenloom/engine/quick';
import type { FindingOf } from '@lumenloom/engine';
import {
  areSigmasAssumed,
  defaultSigmas,
  detectionFigures,
  keypointCount,
  keypointLikeness,
  keypointSummary,
  matchDetections,
  ScoreError,
  type CocoResult,
  type CocoTruth,
} from '@lumenloom/scoring';
import { objectColumn, type KeptObjects } from '../columns.ts';
import { fieldShare, type FoundObject } from '../objects.ts';
import { sourceAreaOf } from './source-area.ts';
import type { EvaluatedTask } from './task.ts';

export const keypoints: EvaluatedTask<FindingOf<'keypoints'>, KeptObjects> = {
  fits: ['detection'],
  truth: 'objects',
  problemsOf: ({ score: { iouType } }) =>
    iouType === 'bbox'
      ? []
      : [{ field: 'score.iouType', message: 'Key points are compared by their distances.' }],
  truthOf: ({ keypoints: points }) => (points ? { keypoints: points } : {}),
  keep: ({ objects }, { bench, shown: { picture, view } }) => ({
    objects: objects.flatMap(({ box, score, label, keypoints: points }): FoundObject[] => {
      const category = bench.categoryOf[label];
      if (category === undefined) return [];
      return [
        {
          category_id: category,
          bbox: box,
          score,
          keypoints: points,
          sourceArea: sourceAreaOf(box, view),
          fieldShare: fieldShare(box, picture),
        },
      ];
    }),
  }),
  columnOf: (ground, pictures) => {
    const column = objectColumn(ground, pictures, {
      matching: { likeness: keypointLikeness(ground.sigmas ?? []) },
      figuresOf: (matches, _, weights) => ({ ...keypointSummary(matches, weights) }),
    });
    const hasNone = column.found?.truths !== 0 && column.figures['map'] === null;
    return hasNone ? { ...column, floor: 'no object has key points that are labelled' } : column;
  },
  score: async ({ json }, { sigmas: asked }) => {
    const [truth, results] = await json();
    const right = truth as CocoTruth;
    const count = isObject(truth) ? keypointCount(truth['annotations']) : undefined;
    if (count === undefined) throw new ScoreError('The truth has no annotation with keypoints.');
    const sigmas = asked ?? defaultSigmas(count);
    if (sigmas.length !== count)
      throw new ScoreError(`There are ${sigmas.length} sigmas for ${count} key points.`);
    const matches = matchDetections(right, results as CocoResult[], {
      likeness: keypointLikeness(sigmas),
    });
    const { perClass } = detectionFigures(matches);
    return {
      images: matches.imageIds.length,
      figures: { ...keypointSummary(matches), perClass },
      figuresOf: (multiplicities) => keypointSummary(matches, multiplicities),
      ...(!asked &&
        areSigmasAssumed(count) && {
          notes: [
            `How exactly the ${count} key points can be labelled is not known: deviations of 1/${count} of an object's scale are taken for all; give --sigmas.`,
          ],
        }),
    };
  },
};

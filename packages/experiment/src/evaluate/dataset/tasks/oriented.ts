import { cornersOf, type FindingOf } from '@lumenloom/engine';
import {
  detectionFigures,
  matchDetections,
  type CocoResult,
  type CocoTruth,
  type DetectionFigures,
} from '@lumenloom/scoring';
import { objectColumn, type KeptObjects } from '../columns.ts';
import { fieldShare, type Box, type FoundObject } from '../objects.ts';
import { orientedLikeness } from './oriented-likeness.ts';
import { sourceAreaIn } from './source-area.ts';
import type { EvaluatedTask } from './task.ts';

export const oriented: EvaluatedTask<FindingOf<'oriented'>, KeptObjects> = {
  fits: ['detection'],
  truth: 'objects',
  problemsOf: ({ score: { iouType } }) =>
    iouType === 'bbox'
      ? []
      : [{ field: 'score.iouType', message: 'Turned boxes are compared by their overlap.' }],
  keep: ({ objects }, { bench, shown: { picture, view } }) => ({
    objects: objects.flatMap(({ rectangle, score, label }): FoundObject[] => {
      const category = bench.categoryOf[label];
      if (category === undefined) return [];
      const corners = cornersOf(rectangle);
      const bbox = boundsOf(corners);
      return [
        {
          category_id: category,
          bbox,
          score,
          rbox: rectangle,
          sourceArea: sourceAreaIn(corners, view),
          fieldShare: fieldShare(bbox, picture),
        },
      ];
    }),
  }),
  columnOf: (ground, pictures) =>
    objectColumn(ground, pictures, {
      matching: { likeness: orientedLikeness },
      figuresOf: (_, figures) => shown(figures),
    }),
  score: async ({ json }) => {
    const [truth, results] = await json();
    const matches = matchDetections(truth as CocoTruth, results as CocoResult[], {
      likeness: orientedLikeness,
    });
    const figures = detectionFigures(matches);
    return {
      images: matches.imageIds.length,
      figures: { ...shown(figures), perClass: figures.perClass },
      figuresOf: (weights) => shown(detectionFigures(matches, { weights })),
    };
  },
};

const shown = ({ map, map50, map75 }: DetectionFigures) => ({ map, map50, map75 });

function boundsOf(corners: readonly (readonly [number, number])[]): Box {
  const [across, down] = [0, 1].map((axis) => corners.map((corner) => corner[axis]!));
  const [left, top] = [Math.min(...across!), Math.min(...down!)];
  return [left, top, Math.max(...across!) - left, Math.max(...down!) - top];
}

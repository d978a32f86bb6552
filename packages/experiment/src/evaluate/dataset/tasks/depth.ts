import type { FindingOf } from '@lumenloom/engine';
import { depthFigures, depthOfPicture, type PictureDepth } from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { EvaluatedTask } from './task.ts';
import { knownMap, truthAt } from './truth-at.ts';

interface KeptDepth {
  /** Errors of the depth of a picture. */
  readonly depth: PictureDepth;
}

export const depth: EvaluatedTask<FindingOf<'depth'>, KeptDepth> = {
  fits: ['depth'],
  truth: 'map',
  problemsOf: ({ score: { align } }, { output }) =>
    output.inverse && align !== 'inverseScaleShift'
      ? [
          {
            field: 'score.align',
            message:
              'This network gives inverse depth on a scale of its own: set score.align to inverseScaleShift.',
          },
        ]
      : [],
  keep: ({ rows, columns, values }, { bench, labels, shown: { view } }) => {
    const { cap, align } = bench.evaluation.document.score;
    const truth = truthAt(knownMap(labels), view, { rows, columns }, 0);
    return {
      depth: depthOfPicture(
        { rows, columns, data: truth },
        { rows, columns, data: values },
        { cap, align },
        'the result',
      ),
    };
  },
  columnOf: (_, pictures) => {
    const depths = pictures.map(({ content }) => content().found.depth);
    const points = depths.reduce((sum, { points: own }) => sum + own, 0);
    return {
      ...columnOfFigures(pictures, (weights) => {
        const { points: __, scale: ___, shift: ____, ...figures } = depthFigures(depths, weights);
        return figures;
      }),
      ...(points === 0 && { floor: 'no pixel has a depth that counts' }),
    };
  },
  score: async ({ maps }, { cap, align }) => {
    const pictures = await maps(
      ({ place, truth, results }) => depthOfPicture(truth, results, { cap, align }, place),
      'metres',
    );
    return {
      images: pictures.length,
      figures: depthFigures(pictures),
      figuresOf: (multiplicities) => {
        const { points, scale, shift, ...figures } = depthFigures(pictures, multiplicities);
        return figures;
      },
    };
  },
};

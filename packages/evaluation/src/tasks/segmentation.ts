import type { FindingOf } from '@lumenloom/engine';
import { confusionOf, segmentationFigures } from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { EvaluatedTask } from './task.ts';
import { knownMap, truthAt } from './truth-at.ts';

/** Stands for classes of the network that the data set does not have. */
const NO_CATEGORY = 65_534;

interface KeptCells {
  /** Pixels by true and found class, as `confusionOf` has them. */
  readonly cells: readonly (readonly [cell: number, pixels: number])[];
}

export const segmentation: EvaluatedTask<FindingOf<'segmentation'>, KeptCells> = {
  fits: ['segmentation'],
  truth: 'map',
  hasNumbers: true,
  keep: ({ rows, columns, classes }, { bench, labels, shown: { view } }) => {
    const { void: voidClass } = bench.evaluation.document.score;
    const truth = truthAt(knownMap(labels), view, { rows, columns }, voidClass);
    const found = Float64Array.from(classes, (label) => bench.categoryOf[label] ?? NO_CATEGORY);
    const size = { rows, columns };
    return {
      cells: [
        ...confusionOf({ ...size, data: truth }, { ...size, data: found }, voidClass, 'the result'),
      ],
    };
  },
  columnOf: ({ document }, pictures) => {
    const cells = pictures.map(({ content }) => new Map(content().found.cells));
    return columnOfFigures(pictures, (weights) => {
      const {
        iou: _,
        pixels: __,
        ...figures
      } = segmentationFigures(cells, {
        voidClass: document.score.void,
        ...(weights && { weights }),
      });
      return figures;
    });
  },
  score: async ({ maps }, { voidClass }) => {
    const pictures = await maps(({ place, truth, results }) =>
      confusionOf(truth, results, voidClass, place),
    );
    const figuresOf = (weights?: Uint32Array) =>
      segmentationFigures(pictures, {
        ...(weights && { weights }),
        ...(voidClass !== undefined && { voidClass }),
      });
    return {
      images: pictures.length,
      figures: figuresOf(),
      figuresOf: (multiplicities) => {
        const { pixels, iou, ...figures } = figuresOf(multiplicities);
        return figures;
      },
    };
  },
};

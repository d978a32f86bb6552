import type { FindingOf } from '@lumenloom/engine';
import { classesInCells, confusionOf, segmentationFigures } from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { EvaluatedTask } from './task.ts';
import { knownMap, truthAt } from './truth-at.ts';
import { NO_CATEGORY, voidClassesOf } from './void-classes.ts';

interface KeptCells {
  /** Pixels by true and found class, as `confusionOf` has them. */
  readonly cells: readonly (readonly [cell: number, pixels: number])[];
}

export const segmentation: EvaluatedTask<FindingOf<'segmentation'>, KeptCells> = {
  fits: ['segmentation'],
  truth: 'map',
  hasNumbers: true,
  keep: ({ rows, columns, classes }, { bench, labels, shown: { view } }) => {
    const voidClasses = voidClassesOf(bench);
    const truth = truthAt(knownMap(labels), view, { rows, columns }, voidClasses[0]!);
    const found = Float64Array.from(classes, (label) => bench.categoryOf[label] ?? NO_CATEGORY);
    const size = { rows, columns };
    return {
      cells: [
        ...confusionOf(
          { ...size, data: truth },
          { ...size, data: found },
          voidClasses,
          'the result',
        ),
      ],
    };
  },
  columnOf: ({ voidClasses }, pictures) => {
    const cells = pictures.map(({ content }) => new Map(content().found.cells));
    const inPictures = cells.map((one) => classesInCells(one.keys()));
    const [truth, found] = (['truth', 'found'] as const).map(
      (side) => new Set(inPictures.flatMap((classes) => [...classes[side]])),
    );
    return {
      ...columnOfFigures(pictures, (weights) => {
        const {
          iou: _,
          pixels: __,
          ...figures
        } = segmentationFigures(cells, { voidClass: voidClasses, ...(weights && { weights }) });
        return figures;
      }),
      ...(found!.size === 1 && truth!.size > 1 && { floor: 'all pixels are of one class' }),
    };
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

import { SimulationError, type FindingOf } from '@lumenloom/engine';
import {
  anomalyFigures,
  anomalyLevels,
  anomalyPixels,
  sortedLevels,
  type AnomalyLevels,
} from '@lumenloom/scoring';
import { columnOfFigures } from '../columns.ts';
import type { EvaluatedTask } from './task.ts';
import { knownMap, truthAt } from './truth-at.ts';

/** Binary digits of a value of an anomaly map that count, so that a line of a picture is short. */
const DIGITS = 11;

/** A number to so many binary digits. */
function toDigits(value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) + 1 - DIGITS);
  return unit * Math.round(value / unit);
}

interface KeptLevels {
  /** Pixels of a picture by the values of an anomaly map, good and defective ones. */
  readonly levels: AnomalyLevels;
}

export const anomaly: EvaluatedTask<FindingOf<'anomaly'>, KeptLevels> = {
  fits: ['anomaly'],
  truth: 'map',
  keep: ({ rows, columns, map }, { labels, shown: { view } }) => {
    if (!map.every(Number.isFinite))
      throw new SimulationError('bad-model', 'its anomaly map holds something that is no number.');
    const { values, good, bad, covered, ...about } = anomalyLevels(
      {
        place: 'the result',
        mask: { rows, columns, data: truthAt(knownMap(labels), view, { rows, columns }, 0) },
        map: { rows, columns, data: map },
      },
      toDigits,
    );
    // Lists, because the line of a picture is JSON.
    const [listed, ofGood, ofBad] = [values, good, bad].map((numbers) => Array.from(numbers));
    return {
      levels: {
        ...about,
        values: listed!,
        good: ofGood!,
        bad: ofBad!,
        covered: Array.from(covered),
      },
    };
  },
  columnOf: (_, pictures) => {
    const pixels = sortedLevels(pictures.map(({ content }) => content().found.levels));
    return columnOfFigures(pictures, (weights) => {
      const { regions: __, ...figures } = anomalyFigures(pixels, weights);
      return figures;
    });
  },
  score: async ({ maps }) => {
    const pictures = await maps(({ place, truth, results }) => ({
      place,
      mask: truth,
      map: results,
    }));
    const pixels = anomalyPixels(pictures);
    return {
      images: pictures.length,
      figures: anomalyFigures(pixels),
      figuresOf: (multiplicities) => {
        const { regions, ...figures } = anomalyFigures(pixels, multiplicities);
        return figures;
      },
    };
  },
};

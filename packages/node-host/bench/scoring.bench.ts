import {
  detectionFigures,
  detectionSummary,
  drawImages,
  matchDetections,
} from '@lumenloom/scoring';
import { coverageOf, syntheticResults, syntheticTruth } from '@lumenloom/scoring/coverage';
import type { Benchmark } from './benchmark.ts';

const IMAGES = 5000;
/** 36,000 boxes within a few hundred. */
const SET = { images: IMAGES, categories: 80, objects: 7.2, seed: 1 };
const REPETITIONS = 500;

/** The set and results of a camera, which are not timed. */
function detections() {
  const truth = syntheticTruth(SET);
  return { truth, results: syntheticResults(truth, SET.seed, 0) };
}

/** What issue 'Which camera for my network' sets: 10 s for the figures, 92.5 to 97.5 % covered. */
export const scoring: readonly Benchmark[] = [
  {
    name: 'scoring 5,000 images, 80 classes, 36,000 boxes',
    runs: 5,
    ownProcess: true,
    fast: () => {
      const { truth, results } = detections();
      return () => detectionFigures(matchDetections(truth, results));
    },
  },
  {
    name: 'scoring, a draw of 5,000 images',
    runs: 30,
    fast: () => {
      const { truth, results } = detections();
      const matches = matchDetections(truth, results);
      const multiplicities = new Uint32Array(IMAGES);
      let draw = 0;
      return () => {
        drawImages([1, 0], (draw += 1), multiplicities);
        return detectionSummary(matches, multiplicities);
      };
    },
  },
  {
    name: 'scoring, coverage of 500 intervals of 1,000 draws',
    runs: 1,
    cold: true,
    fast: () => () => {
      const counts = coverageOf({ images: 300, repetitions: REPETITIONS, draws: 1000 });
      const [covered, different] = [counts.covered, counts.different].map(
        (count) => (100 * count) / REPETITIONS,
      ) as [number, number];
      const found = `${covered} % covered, ${different} % of equal cameras different`;
      if (covered < 92.5 || covered > 97.5 || different > 7.5) throw new Error(found);
      console.error(found);
    },
  },
];

import type { SweepDocument, algorithmOf } from '@lumenloom/contract';
import type { Algorithm, Search } from './algorithm.ts';
import { cmaEs } from './cma-es.ts';
import { differentialEvolution } from './differential-evolution.ts';
import { gridPoints } from './grid.ts';
import { latinHypercube, latinHypercubePoints } from './latin-hypercube.ts';
import { nsga2 } from './nsga-2.ts';
import { randomPoints, randomSearch } from './random.ts';
import { parzenEstimators } from './tpe.ts';
import type { PointsOf } from './variation.ts';
import { zippedPoints } from './zip.ts';

/** What proposes the runs of a study, by its name in the document. */
export const PROPOSERS: Readonly<
  Record<ReturnType<typeof algorithmOf>, (search: Search) => Algorithm>
> = {
  'cma-es': cmaEs,
  tpe: parzenEstimators,
  'nsga-2': nsga2,
  de: differentialEvolution,
  random: randomSearch,
  'latin-hypercube': latinHypercube,
};

/** What proposes the points of a sweep, which waits for no results, by its mode. */
export const POINTS: Readonly<Record<SweepDocument['mode'], PointsOf>> = {
  grid: gridPoints,
  zip: zippedPoints,
  random: randomPoints,
  'latin-hypercube': latinHypercubePoints,
};

import { simulate, type SimulationPlan, type SimulationResult } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

const LENS = 'double-gauss';
const opticsMs = (outcome: unknown): number =>
  (outcome as SimulationResult).report.stages.find(({ name }) => name === 'optics')!.ms;
/** Without tables of earlier processes. */
const run = (plan: SimulationPlan): Promise<SimulationResult> => {
  const { cache: _, ...host } = nodeHost(2);
  return simulate(plan, host, { ...quiet, measures: false });
};

/** A plan with a coating that no run before had, or with the same one in all. */
const coated = (plan: SimulationPlan, reflectance: number): SimulationPlan => ({
  ...plan,
  optics: { lens: LENS, ghosts: { coating: { reflectance }, pairs: 20, sensor: 0 } },
});

const [small, large] = [
  planOf({ scene: 'Macbeth', optics: 'Double-Gauss' }, 64, 48, 20),
  planOf({ scene: 'Macbeth', optics: 'Double-Gauss' }, 650, 450, 20),
];
let coatings = 0;
export const ghosts: readonly Benchmark[] = [
  {
    name: 'ghosts: first picture of a coating, Double-Gauss, 20 pairs, 64x48',
    runs: 5,
    fast: () => () => run(coated(small, (coatings += 1) * 1e-4)),
    ms: opticsMs,
  },
  {
    name: 'ghosts: Double-Gauss 650x450 without; beside it with 20 pairs',
    runs: 5,
    fast: () => () => run(large),
    plain: () => () => run(coated(large, 0.01)),
    ms: opticsMs,
  },
];

import { simulate, type SimulationPlan } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

const SUB_FRAMES = 16;
const EXPOSURE_SECONDS = 0.01;
/** What so many sub-frames of a flat scene may cost, in runs of the still scene. */
const MOST_TIMES = 6;
/** The image moves 8 pixels during an exposure, for which 16 images stand. */
const PER_SECOND = [SUB_FRAMES / 2 / EXPOSURE_SECONDS, 0] as const;

/** A run of a still scene, and beside it one of the same scene in motion. */
function motionOf(optics: string, name: string): Benchmark {
  const plan = planOf({ scene: 'Macbeth', optics }, 650, 450, 10);
  const still: SimulationPlan = { ...plan, exposureSeconds: EXPOSURE_SECONDS };
  const moving: SimulationPlan = {
    ...still,
    motion: { kind: 'pixels', perSecond: PER_SECOND, subFrames: SUB_FRAMES },
  };
  const host = nodeHost(1);
  const run = (picture: SimulationPlan) => () => () =>
    simulate(picture, host, { ...quiet, measures: false });
  return {
    name: `motion: one run 650x450 through ${name}, 1 thread; beside it ${SUB_FRAMES} sub-frames`,
    runs: 10,
    limit: { ratio: MOST_TIMES },
    fast: run(still),
    plain: run(moving),
  };
}

/** What sub-frames cost (docs/reference/sensor-depth.md#motion). */
export const motion: readonly Benchmark[] = [
  motionOf('', 'the ideal lens'),
  motionOf('Double-Gauss', 'Double-Gauss'),
];

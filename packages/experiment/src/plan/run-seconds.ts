import { SimulationError, blurReach, lensOfPlan, type SimulationPlan } from '@lumenloom/engine';
import { estimateSeconds } from './estimate.ts';

/**
 * Seconds for each sample of a kernel, at about four places of the field and 31 bands: measured
 * with Double-Gauss lenses that blur from 6 to 128 pixels.
 */
const SECONDS_PER_SAMPLE = 2e-4;
/** Kernels have two samples per pixel. */
const OVERSAMPLING = 2;

/**
 * Roughly how long one run takes on one thread, in seconds, with the tables of a lens that is
 * varied: these grow with its blur. `estimateSeconds` is the same for a page, which traces no lens.
 */
export function secondsOfRun(plan: SimulationPlan): number {
  const lens = lensOfPlan(plan.optics);
  const seconds = estimateSeconds(plan);
  if (typeof lens !== 'object') return seconds;
  try {
    const side = OVERSAMPLING * (2 * blurReach(lens, plan.grid.pitch) + 1);
    return seconds + SECONDS_PER_SAMPLE * side ** 2;
  } catch (error) {
    // A lens that forms no picture fails at once.
    if (error instanceof SimulationError) return 0;
    throw error;
  }
}

import type { Lens } from '../optics/lens.ts';
import { loadLens } from '../optics/load-lens.ts';
import { onSensor } from '../optics/on-sensor.ts';
import type { SimulationPlan } from './plan.ts';

/** Whether the light of a plan's world has come through the surfaces of the lens already. */
export const isThroughLens = ({ world }: Pick<SimulationPlan, 'world'>): boolean =>
  world?.rendered?.facts.through === 'lens';

/** The lens that forms the pictures of a run. */
export async function lensOfRun(plan: SimulationPlan): Promise<Lens> {
  const lens = await loadLens(plan.optics);
  return isThroughLens(plan) ? onSensor(lens, plan.grid) : lens;
}

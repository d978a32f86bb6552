import type { LitScene } from '../illuminants/light.ts';
import type { Lens } from '../optics/lens.ts';
import type { SimulationPlan } from './plan.ts';

/** What a picture is taken of and through, and the plan that asks for it. */
export interface Shot<Plan extends SimulationPlan = SimulationPlan> {
  readonly plan: Plan;
  readonly lit: LitScene;
  readonly lens: Lens;
}

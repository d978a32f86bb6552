import type { LitScene } from '../illuminants/light.ts';
import type { Lens } from '../optics/lens.ts';
import type { ShownColour } from '../sensors/exposure.ts';
import type { SimulationPlan } from './plan.ts';

/** The lit scene and the lens of a picture, and its plan. */
export interface Shot<Plan extends SimulationPlan = SimulationPlan> {
  readonly plan: Plan;
  readonly lit: LitScene;
  readonly lens: Lens;
  /** How the ISP shows raw colours, for meter and measurements; undefined: it shows none. */
  readonly shown?: ShownColour | undefined;
}

/** A lit scene as it is formed. */
export interface SceneToForm {
  readonly lit: LitScene;
  readonly key: string;
  /** What the formed light is to be multiplied with. */
  readonly scale: number;
}

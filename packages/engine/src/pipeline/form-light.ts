import type { Host } from '../host.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import { recall, type Recalled } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import { receptorsOf, type SensedPlan } from './sensor-stage.ts';
import type { Shot } from './shot.ts';

/** What a sensor is exposed to, and how it was formed; the ideal lens has no facts. */
export interface FormedLight {
  /** Electrons/(s·m²) per pixel, behind its colour filter: independent of the exposure. */
  readonly light: Float32Array;
  readonly facts: FormingFacts | undefined;
}

/**
 * Forms the picture on the sensor's pixels.
 *
 * @param seen key of the lit scene.
 */
export const formLight = (
  { plan, lit, lens }: Shot<SensedPlan>,
  seen: string,
  host: Host,
  stage: StageContext,
): Promise<Recalled<FormedLight>> =>
  recall(
    host.memory,
    ['light', seen, plan.optics, plan.quality, plan.grid, receptorsOf(plan.sensor)],
    async () => {
      let facts: FormingFacts | undefined;
      const light = await lens.formImage(
        { lit, hfov: plan.scene.parameters.hfov },
        { grid: plan.grid, receptors: receptorsOf(plan.sensor) },
        host,
        {
          stopped: () => stage.stopped(),
          progress: (fraction) => {
            stage.progress(fraction);
          },
          computed: (formed) => {
            facts = formed;
          },
        },
        plan.quality,
      );
      return { light, facts };
    },
    ({ light }) => light.byteLength,
  );

import { digestOf } from '../digest.ts';
import { fetched } from '../device.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import { recall, type RememberedResult } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import { receptorsOf, type SensedPlan } from './sensor-stage.ts';
import type { SceneToForm, Shot } from './shot.ts';

/** The light on a sensor, and facts about its forming; the ideal lens has no facts. */
export interface FormedLight {
  /** Electrons/(s·m²) per pixel, behind its colour filter: independent of the exposure. */
  readonly light: Float32Array;
  readonly facts: FormingFacts | undefined;
}

/**
 * Forms the picture on the sensor's pixels.
 *
 * @param leaves the device of the host may keep a copy of the light, which `released` ends; without
 *   memory it may have all of it, which `fetched` brings.
 */
export async function formLight(
  { plan, lens }: Shot<SensedPlan>,
  { lit, key: sceneKey, scale }: SceneToForm,
  host: Host,
  stage: StageContext,
  leaves = false,
): Promise<RememberedResult<FormedLight>> {
  const recalled = await recall(
    host.memory,
    ['light', sceneKey, plan.optics, plan.quality, plan.grid, receptorsOf(plan.sensor)],
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
          leaves,
        },
        plan.quality,
      );
      if (leaves && (host.memory || scale !== 1)) await fetched(host.device, light);
      return { light, facts };
    },
    ({ light }) => light.byteLength,
  );
  if (scale === 1) return recalled;
  const { result, key } = recalled;
  return {
    ...recalled,
    result: { ...result, light: scaled(result.light, scale) },
    key: host.memory ? digestOf([key, scale]) : '',
  };
}

/** Formed light of a scene that is so many times as bright. */
export function scaled(light: Float32Array, scale: number): Float32Array {
  const result = sharedFloat32(light.length);
  for (let pixel = 0; pixel < light.length; pixel += 1) result[pixel] = light[pixel]! * scale;
  return result;
}

import { toPlan } from '@lumenloom/contract';
import type { Host, SimulationPlan } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { loadLens } from '../../engine/src/optics/load-lens.ts';
import { lightSceneStage } from '../../engine/src/pipeline/light-scene-stage.ts';
import { receptorsOf } from '../../engine/src/pipeline/sensor-stage.ts';
import { gpuDevice } from '../src/gpu-device.ts';
import { testGpu } from './adapter.ts';

/** A host of one thread on the processor alone. */
export const processor: Host = nodeHost(1);

/** The same with the GPU of the tests. */
export const withGpu = (): Host => ({ ...processor, device: gpuDevice(testGpu()) });

/** A run that nobody watches. */
export const UNWATCHED_RUN = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};

/** The plan of a recipe, the body of POST /simulate. */
export function planOf(recipe: object): SimulationPlan {
  const decoded = toPlan(recipe);
  if (!decoded.ok || !decoded.value.plan) throw new Error(JSON.stringify(decoded));
  return decoded.value.plan;
}

/** The light that a plan's lens forms on its sensor, electrons/(s·m²) per pixel. */
export async function lightOf(plan: SimulationPlan, host: Host): Promise<Float32Array> {
  const { result: lit } = await lightSceneStage(plan, host);
  const lens = await loadLens(plan.optics);
  return lens.formImage(
    { lit, hfov: plan.scene.parameters.hfov },
    { grid: plan.grid, receptors: receptorsOf(plan.sensor!) },
    host,
    { stopped: () => false, progress: () => undefined },
    plan.quality,
  );
}

/** Largest difference of two planes, as a share of the largest value of the first. */
export function differenceOf(truth: ArrayLike<number>, other: ArrayLike<number>): number {
  let [most, difference] = [0, 0];
  for (let i = 0; i < truth.length; i += 1) {
    most = Math.max(most, Math.abs(truth[i]!));
    difference = Math.max(difference, Math.abs(truth[i]! - other[i]!));
    if (Number.isNaN(other[i]!)) return Number.NaN;
  }
  return difference / most;
}

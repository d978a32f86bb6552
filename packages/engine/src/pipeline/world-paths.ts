import type { Host } from '../host.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import { pixelOf, quantumEfficiencyOf } from '../sensors/pixel.ts';
import { SimulationError } from '../simulation-error.ts';
import type { StageContext } from '../stage.ts';
import type { WorldLightPicture, WorldNoise, WorldPaths } from '../worlds.ts';
import { adaptivePaths, pilotPaths, pilotSeed } from './adaptive-paths.ts';
import { focusedPlan } from './focused-plan.ts';
import { meteredSeconds } from './held-plan.ts';
import { lensOfRun } from './lens-of-run.ts';
import { lightSceneStage } from './light-scene-stage.ts';
import { summedLight } from './world-light.ts';
import { onAxis } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';

/** A picture of a world that can be taken again with other paths. */
export interface Taking<Plan extends SimulationPlan> {
  readonly rows: number;
  readonly columns: number;
  /** Samples across a pixel of the sensor. */
  readonly sampling: number;
  /** Groups of bands whose turns are whole. */
  readonly groups: number;
  /** @param isFinal false: what stands behind is not needed. */
  readonly take: (paths: WorldPaths, seed: number, isFinal: boolean) => Promise<WorldLightPicture>;
  /** @param isFinal false: its lamps have the levels by which they are chosen. */
  readonly framed: (picture: WorldLightPicture, isFinal: boolean) => Plan;
}

/**
 * The plan with a picture of its world that has as many paths as it wants
 * (docs/reference/world.md#w7).
 *
 * @throws SimulationError where the noise cannot be measured by what is asked for.
 */
export async function takenWorld<Plan extends SimulationPlan>(
  { world }: Plan,
  samples: number,
  { rows, columns, sampling, groups, take, framed }: Taking<Plan>,
  host: Host,
  watch: Pick<StageContext, 'stopped'>,
): Promise<Plan> {
  const { noise, seed, maxSamples: most } = world!.params;
  if (!noise) return framed(await take(samples, seed, true), true);
  const paths = pilotPaths(sampling);
  const pilot = await take(paths, pilotSeed(seed), false);
  const allowed = await allowedNoise(noise, framed(pilot, false), host, watch);
  const { luminance, error } = summedLight(pilot, new Map());
  const counts = adaptivePaths(
    { rows, columns, paths, luminance, error },
    { allowed, sampling, most, groups },
  );
  return framed(await take(counts, seed, true), true);
}

/** The standard error that a pixel may have at a luminance, cd/m². */
async function allowedNoise(
  noise: WorldNoise,
  plan: SimulationPlan,
  host: Host,
  watch: Pick<StageContext, 'stopped'>,
): Promise<(luminance: number) => number> {
  if ('relative' in noise) return (luminance) => noise.relative * luminance;
  const { sensor } = plan;
  if (!sensor)
    throw new SimulationError(
      'bad-parameter',
      'worldParams.noise.ofShot needs a sensor: choose one, or give relative.',
      'worldParams.noise',
    );
  const seconds = await meteredSeconds(plan, host, () => watch.stopped());
  const { result: lit } = await lightSceneStage(plan, host);
  const lens = await lensOfRun(await focusedPlan(plan, lit));
  const response = quantumEfficiencyOf(sensor)[brightnessChannel(mosaicOf(sensor).channels)]!;
  const pixel = pixelOf(sensor);
  const perLuminance =
    (onAxis(lens, lit.white, response) * pixel.area * seconds) / lit.whiteLuminance;
  return (luminance) =>
    (noise.ofShot * Math.sqrt(perLuminance * luminance + pixel.readNoise ** 2)) / perLuminance;
}

import { lampFlicker, type LampFlicker } from '../../analysis/lamp-flicker.ts';
import type { Host } from '../../host.ts';
import { flickerSeconds } from '../../illuminants/flicker.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { frameTiming, rowWindow } from '../../sensors/chip/windows.ts';
import { fail } from '../../text/json-fields.ts';
import { measuredStack } from '../../analysis/frame-stack.ts';
import { centredSquare } from '../../analysis/measured-picture.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import { evenField } from './even-field.ts';
import { blackCode, brightOf, type Compared } from './sharpness.ts';
import { takeChart } from './take-chart.ts';

/** Side of the region whose means are the series, pixels. */
const SIDE = 32;
/** Share of the exposure that the meter chooses: a frame may get twice its mean. */
const BELOW_FULL = 0.4;
/** Share of the largest code at which a pixel is full. */
const FULL = 0.98;

/** Frames of a series and how it is told apart. */
export interface SeriesSettings {
  readonly frames: number;
  readonly hertz: number;
  readonly threshold: number;
  readonly delta: number;
}

/**
 * Photographs an even field under the flickering light of a recipe, frame by frame; off is what
 * does not flicker. The truth is the closed form of the exposure of each row of the region.
 *
 * @throws SimulationError (`flicker`) without such a light.
 * @see docs/reference/lab.md#flicker
 */
export async function flickerOfCamera(
  plan: SensedPlan,
  host: Host,
  { frames, hertz, threshold, delta }: SeriesSettings,
): Promise<Compared<LampFlicker, LampFlicker>> {
  const { flicker, sensor, grid } = plan;
  if (!flicker) fail('flicker', 'The light of the recipe does not flicker: say flicker.');
  if (flicker.depth >= 1)
    fail(
      'flicker.depth',
      'must be below 1: with the lamp off there would be no light to compare with.',
    );
  const scene = await evenField(plan);
  const metered = await takeChart(plan, scene, 1, host);
  const exposureSeconds =
    plan.exposure?.mode === 'fixed'
      ? metered.exposureSeconds
      : BELOW_FULL * metered.exposureSeconds;
  const rectangle = centredSquare(grid, SIDE);
  const black = blackCode(sensor);
  const [series, shown]: [number[], number[]] = [[], []];
  for (let index = 0; index < frames; index += 1) {
    const own = { ...plan, exposureSeconds, frame: { index, hertz } };
    own.seeds = { ...plan.seeds, temporal: (plan.seeds.temporal + index) >>> 0 };
    const taken = await takeChart(own, scene, 1, host);
    const settings = { rectangle, isClipMeasured: true } as const;
    const raw = measuredStack(taken.raw, {
      ...settings,
      ...brightOf(taken.shot),
      encoding: 'linear',
    });
    series.push(meanOf(raw.frames[0]!.filter((_, i) => raw.used[i] === 1)) - black);
    if (taken.developed)
      shown.push(
        meanOf(measuredStack(taken.developed, { ...settings, encoding: 'srgb' }).frames[0]!),
      );
  }
  const timing = frameTiming(sensor, grid.rows, exposureSeconds);
  const known = Array.from({ length: frames }, (_, index) =>
    meanOf(
      Array.from({ length: rectangle.height }, (__, row) => {
        const { beginSeconds, endSeconds } = rowWindow(timing, 0, rectangle.y + row);
        const from = index / hertz;
        return (
          flickerSeconds(flicker, from + beginSeconds, from + endSeconds) /
          (endSeconds - beginSeconds)
        );
      }),
    ),
  );
  const still = 1 - flicker.depth;
  const found = (values: readonly number[], off: number, saturation?: number): LampFlicker =>
    lampFlicker({ series: values, off, saturation }, threshold, delta);
  const scale = meanOf(series) / meanOf(known);
  return {
    true: found(known, still),
    raw: found(series, still * scale, FULL * (2 ** sensor.bits - 1 - black)),
    developed:
      shown.length === 0 ? null : found(shown, (still * meanOf(shown)) / meanOf(known), FULL),
  };
}

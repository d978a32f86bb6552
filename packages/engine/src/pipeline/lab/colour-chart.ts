import type { Host } from '../../host.ts';
import { CHART } from '../../scenes/macbeth/chart-colours.ts';
import type { ColourResults } from '../measurements/colour/descriptor.ts';
import { measure } from '../measurements/colour/measure.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import { chartPlan, fieldOfPixels, takeChart } from './take-chart.ts';

/** Share of the picture that the chart fills. */
const FILLED = 0.9;

/**
 * Photographs the Macbeth chart, and compares its patches with their colours.
 *
 * @returns undefined of a sensor that has no colours, or other ones than red, green and blue.
 * @see docs/reference/measuring.md#colour
 */
export async function colourOfCamera(
  plan: SensedPlan,
  host: Host,
): Promise<ColourResults | undefined> {
  const { rows, columns } = plan.grid;
  const across = FILLED * Math.min(columns, (rows * CHART.columns) / CHART.rows);
  const scene = chartPlan('macbeth', await fieldOfPixels(plan, across), {});
  const { shot } = await takeChart(plan, scene, 1, host);
  return measure(shot);
}

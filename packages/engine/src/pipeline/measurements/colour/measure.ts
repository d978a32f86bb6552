import { photonsToEnergy } from '../../../quantities/wavelengths.ts';
import { chartMap, pictureMap } from '../chart-map.ts';
import { measureChart, measureRawChart } from '../macbeth.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { ColourResults } from './descriptor.ts';

/**
 * Compares the patches of the chart with their colours under the light of the run.
 *
 * @returns undefined of a sensor that has no colours, or other ones than red, green and blue.
 * @see docs/reference/measuring.md#colour
 */
export function measure(shot: MeasuredShot): ColourResults | undefined {
  const { plan, lit, mosaic, developed } = shot;
  const energy = photonsToEnergy(lit.white);
  const named = (
    target: ColourResults['of'],
    errors: Omit<ColourResults, 'of' | 'worst'>,
  ): ColourResults => ({
    of: target,
    ...errors,
    worst: errors.patches.find(({ deltaE2000 }) => deltaE2000 === errors.max)!.name,
  });
  if (developed?.channels === 3)
    return named(
      mosaic ? 'developed' : 'optical image',
      measureChart(developed, pictureMap(shot), energy),
    );
  const order = plan.sensor?.order;
  return mosaic && order
    ? named('raw, best matrix', measureRawChart(mosaic, chartMap(shot), energy, order))
    : undefined;
}

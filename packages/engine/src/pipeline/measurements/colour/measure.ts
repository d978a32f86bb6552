import { photonsToEnergy } from '../../../quantities/wavelengths.ts';
import { chartMap, pictureMap } from '../chart-map.ts';
import { measureChart, measureRawChart } from '../macbeth.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { ColourResults } from './descriptor.ts';

/**
 * Compares the patches of the chart with their colours under the light of the run.
 *
 * @see docs/reference/measuring.md#colour
 */
export function measure(shot: MeasuredShot): ColourResults {
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
  return named(
    'raw, best matrix',
    measureRawChart(mosaic!, chartMap(shot), energy, plan.sensor!.order!),
  );
}

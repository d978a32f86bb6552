import { photonsToEnergy } from '../../../quantities/wavelengths.ts';
import { chartMap } from '../chart-map.ts';
import { measureChart, measureRawChart } from '../macbeth.ts';
import { hasItsPixels, type MeasuredShot } from '../measured-shot.ts';
import type { ObjectOf } from '../value-shape.ts';
import type { colourFields } from './descriptor.ts';

type Results = ObjectOf<typeof colourFields>;

/**
 * Compares the patches of the chart with their colours under the light of the run.
 *
 * @see docs/reference/measuring.md#colour
 */
export function measure(shot: MeasuredShot): Results {
  const { plan, lit, mosaic, developed } = shot;
  const energy = photonsToEnergy(lit.white);
  const map = chartMap(shot);
  const named = (target: Results['of'], errors: Omit<Results, 'of' | 'worst'>): Results => ({
    of: target,
    ...errors,
    worst: errors.patches.find(({ deltaE2000 }) => deltaE2000 === errors.max)!.name,
  });
  if (developed?.channels === 3) {
    // SCL changes the size.
    const [across, down] = [developed.columns / plan.grid.columns, developed.rows / plan.grid.rows];
    const scaled = (u: number, v: number): readonly [number, number] => {
      const [x, y] = map(u, v);
      return hasItsPixels(shot) ? [x, y] : [x * across, y * down];
    };
    return named(mosaic ? 'developed' : 'optical image', measureChart(developed, scaled, energy));
  }
  return named('raw, best matrix', measureRawChart(mosaic!, map, energy, plan.sensor!.order!));
}

import { illuminants } from '@lumenloom/engine/catalogue';

/**
 * Relative spectral energy of a light of the choice list, 31 bands.
 * @throws Error when it has no table.
 */
export function energyOf(label: string): readonly number[] {
  const light = Object.values(illuminants).find((candidate) => candidate.label === label);
  if (!light || !('energy' in light)) throw new Error(`There is no spectrum of ${label}.`);
  return light.energy;
}

export const NAMED_LIGHTS = Object.values(illuminants)
  .filter((light) => 'energy' in light)
  .map(({ label }) => label);

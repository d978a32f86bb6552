import { ownFile } from '../../../api/library.ts';
import type { Recipe, RecipeChange } from '../../model/recipe/recipe.ts';

/**
 * The change that gives the sensor dialog the values of an own sensor; none for a quantum
 * efficiency.
 */
export async function sensorChange(
  id: string,
  values: Recipe['sensorParams'],
): Promise<RecipeChange[]> {
  const { preview } = await ownFile(id);
  if (preview.kind !== 'sensor') return [];
  const entries = Object.entries(preview.parameters).map(([key, value]) => [key, String(value)]);
  return [
    {
      type: 'parameters',
      wireKey: 'sensorParams',
      values: { ...values, ...(Object.fromEntries(entries) as Readonly<Record<string, string>>) },
    },
  ];
}

import type { OwnFilePreview } from '@lumenloom/contract';
import type { Recipe, RecipeChange } from '../../model/recipe/recipe.ts';

/**
 * The change that gives the sensor dialog the values of a sensor from a file; none for a quantum
 * efficiency.
 */
export function sensorChange(
  preview: OwnFilePreview,
  values: Recipe['sensorParams'],
): RecipeChange[] {
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

import { ownIdOf } from '@lumenloom/contract';
import { listedSensor, ownFile } from '../../../api/library.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/**
 * The values that an own or published sensor brings for its dialog, as typed. A quantum efficiency
 * brings none.
 *
 * @throws RequestError where it cannot be read.
 */
export async function sensorValues(choice: string): Promise<Recipe['sensorParams']> {
  const id = ownIdOf(choice);
  const { preview } = id === undefined ? await listedSensor(choice) : await ownFile(id);
  if (preview.kind !== 'sensor') return {};
  return Object.fromEntries(
    Object.entries(preview.parameters).map(([key, value]) => [key, String(value)]),
  );
}

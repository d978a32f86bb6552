import { ownIdOf } from '@lumenloom/contract';
import { listedSensor, ownFile } from '../../../api/library.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/**
 * What a file or a published sensor gives of the dialog of the sensor, as typed: its values take
 * the place of those that were there. A quantum efficiency has none.
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

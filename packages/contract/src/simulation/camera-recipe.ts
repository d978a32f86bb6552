import { scenes, sensors } from '@lumenloom/engine/catalogue';
import { isBlank } from './blank.ts';
import { labels, parameterObjects } from './family.ts';

/** Beside the parameters of its sensor. */
const CAMERA_KEYS = ['illuminant', 'illuminantCustomPhotons', 'scene', 'sensor', 'sensorFile'];

/**
 * What light and sensor of a recipe depend on, as a recipe: the first sensor of the list where none
 * is chosen, and any scene under an illuminant that is chosen alone.
 */
export function cameraRecipe(
  recipe: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = [...CAMERA_KEYS, ...Object.keys(parameterObjects(sensors))];
  const kept = Object.fromEntries(keys.map((key) => [key, recipe[key]]));
  return {
    ...kept,
    ...(isBlank(kept['sensor']) && { sensor: labels(sensors)[0]! }),
    ...(isBlank(kept['scene']) && !isBlank(kept['illuminant']) && { scene: scenes.macbeth.label }),
  };
}

import { parameterObjects } from '@lumenloom/contract';
import { scenes } from '@lumenloom/engine/catalogue';
import { fovCheck } from '../../../api/fov-check.ts';
import { bodyOf, type Recipe, type RecipeChange } from '../../model/recipe/recipe.ts';

const isSceneParameter = (key: string): boolean => key in parameterObjects(scenes);

/** The body of POST /fov_check. */
export const fovCheckBody = (recipe: Recipe) => ({
  selectedScene: recipe.scene,
  sceneFile: recipe.sceneFile,
  selectedOptics: recipe.optics,
  ...(recipe.opticsParams && { opticsParams: recipe.opticsParams }),
  ...Object.fromEntries(Object.entries(bodyOf(recipe)).filter(([key]) => isSceneParameter(key))),
});

/** Whether scene and lens are both chosen. */
export const hasFieldOfView = (recipe: Recipe): boolean =>
  recipe.scene !== '' && recipe.optics !== '';

/**
 * Whether a change makes a new check necessary: another scene, lens or focus, or submitted scene
 * parameters.
 */
export const changesFieldOfView = (change: RecipeChange): boolean =>
  (change.type === 'parameters' && isSceneParameter(change.wireKey)) ||
  change.type === 'optics' ||
  change.type === 'object distance' ||
  (change.type === 'chosen' && (change.choice === 'scene' || change.choice === 'optics'));

/** Whether the check of two recipes is not the same. */
export const isOtherFieldOfView = (one: Recipe, other: Recipe): boolean =>
  JSON.stringify(fovCheckBody(one)) !== JSON.stringify(fovCheckBody(other));

/**
 * Writes to the log how scene, lens and sensor fit together. Errors go to the console only, because
 * nobody asked for the check.
 */
export async function checkFieldOfView(
  recipe: Recipe,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  try {
    const lines = await fovCheck(fovCheckBody(recipe), signal);
    if (signal.aborted) return;
    for (const line of [...lines, '']) log(line);
  } catch (error) {
    if (!signal.aborted) console.error('field-of-view check:', error);
  }
}

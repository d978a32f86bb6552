import { balanced, decodePicture, type Recipe, type ShotSettings } from './engine-camera.ts';
import { readSource, type StillName } from './trace.ts';

/**
 * A still of a world before a camera: what `photograph` needs, with white balance for the light of
 * the recipe.
 */
export async function tracedScene(
  source: StillName,
  recipe: Recipe,
): Promise<{ readonly recipe: Recipe; readonly settings: Pick<ShotSettings, 'picture'> }> {
  const settings = { picture: await decodePicture(await readSource(source)) };
  return {
    recipe: await balanced(
      { scene: 'apple.jpg', sensor: 'Bayer-grbg', isp: 'Fast-openISP', ...recipe },
      settings,
    ),
    settings,
  };
}

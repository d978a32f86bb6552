import type { ParametersOf } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { scenes, type SceneId } from './list.ts';
import { ownScene, type OwnScene } from './own-scene.ts';
import type { RasterSize, SceneDescriptor } from './scene-descriptor.ts';
import type { Scene } from './scene.ts';

/**
 * The scene of a run: one of the list, by its id and its parameters in engine units, or one from a
 * file.
 */
export type ScenePlan = ListedScene | OwnScene;
type ListedScene = {
  [Id in SceneId]: {
    readonly id: Id;
    readonly parameters: ParametersOf<(typeof scenes)[Id]['fields']>;
  };
}[SceneId];

/** Traits of a scene, wherever the scene is from. */
export const sceneTraits = (
  plan: ScenePlan,
): Pick<SceneDescriptor, 'label' | 'nativeIlluminant' | 'marks'> =>
  plan.id === 'own' ? plan : scenes[plan.id];

/**
 * Builds the scene of a run.
 *
 * @param imageWhite photons per band of the light under which an image file was taken; by default
 * the display's white.
 */
export async function paintScene(
  plan: ScenePlan,
  host: Pick<Host, 'loadImage'>,
  imageWhite?: Spectrum,
): Promise<Scene> {
  if (plan.id === 'own') return ownScene(plan, imageWhite);
  const { build } = await scenes[plan.id].load();
  // The type of the plan pairs id and parameters, but the compiler cannot follow that through an
  // index.
  return (
    build as (
      parameters: unknown,
      host: Pick<Host, 'loadImage'>,
      imageWhite?: Spectrum,
    ) => Scene | Promise<Scene>
  )(plan.parameters, host, imageWhite);
}

/**
 * Size of the scene's raster. The scene is built only where its parameters do not determine the
 * size.
 */
export async function rasterSizeOf(
  plan: ScenePlan,
  host: Pick<Host, 'loadImage'>,
): Promise<RasterSize> {
  if (plan.id === 'own') return plan.data;
  const { rasterSize } = scenes[plan.id] as SceneDescriptor;
  return rasterSize
    ? (rasterSize as (parameters: unknown) => RasterSize)(plan.parameters)
    : paintScene(plan, host);
}

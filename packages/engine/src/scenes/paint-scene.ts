import type { ParametersOf } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { scenes, type SceneId } from './list.ts';
import type { RasterSize, SceneDescriptor } from './scene-descriptor.ts';
import type { Scene } from './scene.ts';

/** The scene's id with its own parameters, in engine units. */
export type ScenePlan = {
  [Id in SceneId]: {
    readonly id: Id;
    readonly parameters: ParametersOf<(typeof scenes)[Id]['fields']>;
  };
}[SceneId];

/**
 * Paints a planned scene.
 *
 * @param imageWhite photons per band of the light an image file was taken under; the display's white unless given.
 */
export async function paintScene(
  plan: ScenePlan,
  host: Pick<Host, 'loadImage'>,
  imageWhite?: Spectrum,
): Promise<Scene> {
  const { build } = await scenes[plan.id].load();
  // The plan pairs id and parameters by type; the compiler cannot follow that pairing through an index.
  return (
    build as (
      parameters: unknown,
      host: Pick<Host, 'loadImage'>,
      imageWhite?: Spectrum,
    ) => Scene | Promise<Scene>
  )(plan.parameters, host, imageWhite);
}

/** Samples of its raster, without painting it where the parameters say them. */
export async function rasterSizeOf(
  plan: ScenePlan,
  host: Pick<Host, 'loadImage'>,
): Promise<RasterSize> {
  const { rasterSize } = scenes[plan.id] as SceneDescriptor;
  return rasterSize
    ? (rasterSize as (parameters: unknown) => RasterSize)(plan.parameters)
    : paintScene(plan, host);
}

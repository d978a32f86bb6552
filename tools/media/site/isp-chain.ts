import { isps } from '@lumenloom/engine/catalogue';
import type { ShownImage } from '@lumenloom/engine';
import { photograph, type Recipe, type ShotSettings } from './engine-camera.ts';

const { modules, wireKey } = isps.fastOpenIsp;
export type ModuleId = (typeof modules)[number]['id'];

/** The modules that are on by default. */
export const CHAIN = modules.filter(({ fields: [enabled] }) => enabled.default);

const IDS = modules.map(({ id }) => id);

/** ISP parameters under which only the modules up to and with `last` run. */
const modulesUpTo = (last: ModuleId): Recipe =>
  Object.fromEntries(
    modules.map(({ fields: [enabled] }, index) => [
      enabled.key,
      index <= IDS.indexOf(last) && enabled.default,
    ]),
  );

/**
 * The picture as it is after the module `last` of the chain, or the raw mosaic in grey. Until CCM
 * the chain's channels are red, green, blue; only after it are they the other way round
 * (docs/reference/protocol.md#f5).
 */
export async function developedUpTo(
  recipe: Recipe,
  last: ModuleId | undefined,
  settings?: ShotSettings,
): Promise<ShownImage> {
  if (last === undefined) return (await photograph({ ...recipe, isp: '' }, settings)).image;
  const ispParams = (recipe[wireKey] ?? {}) as Recipe;
  const { image } = await photograph(
    { ...recipe, [wireKey]: { ...ispParams, ...modulesUpTo(last) } },
    settings,
  );
  if (image.channels === 1 || IDS.indexOf(last) >= IDS.indexOf('ccm')) return image;
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3)
    data.set([image.data[at + 2]!, image.data[at + 1]!, image.data[at]!], at);
  return { ...image, data };
}

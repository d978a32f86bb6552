import { isps } from '@lumenloom/engine/catalogue';
import type { ShownImage } from '@lumenloom/engine';
import { photograph, type Recipe, type ShotSettings } from './engine-camera.ts';

/** SCL, which only changes the size, is off by default and no step of its own here. */
export const CHAIN = isps.fastOpenIsp.modules.filter(({ id }) => id !== 'scl');
export type ModuleId = (typeof isps.fastOpenIsp.modules)[number]['id'];

const IDS = isps.fastOpenIsp.modules.map(({ id }) => id);
const DEFAULTS = new Map<string, unknown>(
  isps.fastOpenIsp.fields.map((field) => [field.key, field.default]),
);

/** ISP parameters under which only the modules up to and with `last` run. */
const modulesUpTo = (last: ModuleId): Recipe =>
  Object.fromEntries(
    IDS.map((id, index) => [
      `${id}Enabled`,
      index <= IDS.indexOf(last) && DEFAULTS.get(`${id}Enabled`) === true,
    ]),
  );

/**
 * The picture as it is after the module `last` of the chain, or the raw mosaic in grey.
 * Until CCM the chain's channels are red, green, blue; only after it are they the other way round (ruling F5).
 */
export async function developedUpTo(
  recipe: Recipe,
  last: ModuleId | undefined,
  settings?: ShotSettings,
): Promise<ShownImage> {
  if (last === undefined) return (await photograph({ ...recipe, isp: '' }, settings)).image;
  const given = (recipe['ispParams'] ?? {}) as Recipe;
  const { image } = await photograph(
    { ...recipe, ispParams: { ...given, ...modulesUpTo(last) } },
    settings,
  );
  if (image.channels === 1 || IDS.indexOf(last) >= IDS.indexOf('ccm')) return image;
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3)
    data.set([image.data[at + 2]!, image.data[at + 1]!, image.data[at]!], at);
  return { ...image, data };
}

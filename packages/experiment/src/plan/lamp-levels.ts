import { stepsOf } from '@lumenloom/contract';
import { lampLevelAt } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';

type Recipe = Readonly<Record<string, unknown>>;

/** Lamps whose light is rendered apart at most, as `worldParams.levels` has it. */
const MOST_LAMPS = 8;

/**
 * A recipe at a point whose lamps are chosen by their levels before anything varies, so that all
 * points that differ in levels share a rendering (docs/reference/world.md#w7). A recipe that says
 * levels itself stays as it is.
 *
 * @param base the recipe before anything varies.
 * @param paths of what varies.
 */
export function withLevels(body: Recipe, base: Recipe, paths: readonly string[]): Recipe {
  const { world } = base;
  const { worldParams } = body;
  const params = isObject(worldParams) ? worldParams : {};
  if (!isObject(world) || params['levels'] !== undefined) return body;
  const lamps = paths.map(stepsOf).flatMap(([object, ...steps]) => {
    const found = object === 'world' ? lampLevelAt(world, steps) : undefined;
    return found ? [[found.name, found.level] as const] : [];
  });
  const levels = Object.fromEntries(lamps);
  const count = Object.keys(levels).length;
  return count === 0 || count > MOST_LAMPS ? body : { ...body, worldParams: { ...params, levels } };
}

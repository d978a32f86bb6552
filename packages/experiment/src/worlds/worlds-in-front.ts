import { readWorldDocument, withoutScene } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { SimulationError } from '@lumenloom/engine';
import { Draws, withWorldValue } from '@lumenloom/world';
import type { OwnParts } from '@lumenloom/contract';
import { withValue } from '../document/recipe-path.ts';
import { drawnWorld, type DrawnWorld } from './drawn-world.ts';
import type { Worldset } from './read-worldset.ts';

type Recipe = Readonly<Record<string, unknown>>;

/** What a world stands in front of: a recipe, and what is in place of its choices. */
export interface Before {
  readonly recipe: Recipe;
  readonly own: OwnParts;
}

/** How the worlds of a set stand in front of cameras. */
export interface InFront {
  /** By paths into the world; they win over what is drawn. */
  readonly changes?: Recipe | undefined;
  /** Paths into the recipe that win over what is drawn. */
  readonly fixed?: readonly string[];
  /** Where the document and the set do not say, below which share an object is a crowd. */
  readonly minVisible: number;
}

/** Below this share of an object in the picture it is a crowd, where nothing says another. */
export const MIN_VISIBLE = 0.25;
const OF_RECIPE = 'recipe.';

/**
 * A recipe with a world of a set in front of it, and with what the set draws for recipes. A world
 * that the recipe has is drawn from in place of the set's.
 *
 * @throws SimulationError for a path that leads nowhere and a world that is wrong.
 */
export async function worldBefore(
  worldset: Worldset,
  { recipe, own }: Before,
  index: number,
  how: InFront,
): Promise<Before & Pick<DrawnWorld, 'record' | 'failed'>> {
  const { set } = worldset;
  const { world } = recipe;
  const { worldFolder } = own;
  const base = isObject(world)
    ? { document: world, ...(worldFolder !== undefined && { folder: worldFolder }) }
    : worldset.base;
  const drawn = await drawnWorld(set, base, index);
  const { record, failed } = drawn;
  const document = documentOf(drawn.document, set, how);
  const draws = new Draws(set.seed, index);
  const plain = withoutScene(recipe);
  const varied = Object.entries(record.values).reduce<Recipe>((held, [path, value]) => {
    const field = path.startsWith(OF_RECIPE) ? path.slice(OF_RECIPE.length) : undefined;
    return field === undefined || how.fixed?.includes(field) ? held : withValue(held, field, value);
  }, plain);
  const params = isObject(varied['worldParams']) ? varied['worldParams'] : {};
  return {
    recipe: { ...varied, world: document, worldParams: { ...params, seed: draws.seed(0) } },
    own: { ...own, ...(base.folder !== undefined && { worldFolder: base.folder }) },
    record,
    failed,
  };
}

function documentOf(
  drawn: object,
  { labels }: Worldset['set'],
  { changes = {}, minVisible }: InFront,
): object {
  const own = (drawn as { readonly labels?: object }).labels;
  const changed = Object.entries(changes).reduce(
    (document, [path, value]) => withWorldValue(document, path, value, `world.${path}`),
    drawn,
  );
  const read = readWorldDocument({ ...changed, labels: labels ?? own ?? { minVisible } });
  if (read.ok) return read.value;
  const { field, message } = read.problems[0]!;
  throw new SimulationError('bad-parameter', message, `world.${field}`);
}

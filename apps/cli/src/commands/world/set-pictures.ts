import { dirname } from 'node:path';
import { BITS, VERSION, simulate, withWorld, type Host } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { openSimulation, type SimulationFolder } from '@lumenloom/datasets';
import type { WorldSet } from '@lumenloom/contract';
import { withValue } from '@lumenloom/experiment/recipe-path';
import { encodePng, nodeHost, type openedWorld } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { Draws } from '@lumenloom/world';
import { readJson } from '../../arguments.ts';
import { exampleFile, knownExample } from '../../examples.ts';
import { isPhotographed, labelsOfWorld } from '../photographed-world.ts';
import { jsonText } from '../print.ts';
import { planOf } from '../read-recipe.ts';
import { mapFiles } from '../scene/map-outputs.ts';
import { drawnWorld, type DrawnWorld } from './drawn-world.ts';

type Opened = Parameters<typeof openedWorld>[0];
type Recipe = Readonly<Record<string, unknown>>;

interface Pictures {
  readonly set: WorldSet;
  readonly base: Opened;
  readonly recipe: Recipe;
  readonly folder: string;
  readonly resume: boolean;
  readonly signal: AbortSignal;
  /** @param done pictures, those of an earlier run counted. */
  readonly reach: (done: number) => void;
}

/** The recipe of a set: in it, or a file beside it. @throws UsageError */
export async function recipeOf({ recipe }: WorldSet, path: string): Promise<Recipe> {
  if (recipe === undefined)
    throw new UsageError('recipe is missing: name one, or ask for --draws-only.', 'recipe');
  if (typeof recipe !== 'string') return recipe;
  const [, example] = /^example:(.*)$/s.exec(recipe) ?? [];
  const file =
    example === undefined
      ? `${dirname(path)}/${recipe}`
      : exampleFile(await knownExample(example, ''));
  const content = await readJson(file);
  const found = isObject(content) && isObject(content['recipe']) ? content['recipe'] : content;
  if (!isObject(found)) throw new UsageError(`${file} is no recipe.`, 'recipe');
  return found;
}

/** Where paths lead into the recipe. */
const OF_RECIPE = 'recipe.';

const nameOf = (index: number): string => String(index).padStart(6, '0');

/** Photographs the worlds of a set and writes them as a data set. */
export async function photographSet(pictures: Pictures): Promise<{ readonly failed: number }> {
  const { set, base, folder: path, resume, signal, reach } = pictures;
  const header = {
    version: VERSION,
    bits: BITS,
    set,
    world: base.document,
    recipe: pictures.recipe,
  };
  const folder = await openSimulation(path, header, resume);
  if (folder.isComplete) return { failed: 0 };
  const host = nodeHost(1);
  const lines: DrawnWorld['record'][] = [];
  const labels: Labels[] = [];
  let failed = 0;
  for (let index = 0; index < set.count; index += 1) {
    const one = await drawnWorld(set, base, index);
    lines.push(one.record);
    failed += one.failed;
    labels.push(await pictureOf(index, one, { pictures, folder, host }));
    if (signal.aborted) throw new UsageError('Stopped: --resume goes on.');
    reach(index + 1);
  }
  await folder.write('draws.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await folder.write('annotations.json', jsonText(joined(labels)));
  await folder.write('dataset.json', jsonText({ ...header, images: set.count, failed }));
  await folder.finish();
  return { failed };
}

type Labels = Awaited<ReturnType<typeof labelsOfWorld>>;

/** Computes a picture and writes its files, unless they lie there. @returns its labels. */
async function pictureOf(
  index: number,
  { document, record: { values } }: DrawnWorld,
  {
    pictures: { set, base, recipe, folder: path, signal },
    folder,
    host,
  }: { readonly pictures: Pictures; readonly folder: SimulationFolder; readonly host: Host },
): Promise<Labels> {
  const name = nameOf(index);
  if (folder.outcomes.has(name)) return (await readJson(`${path}/labels/${name}.json`)) as Labels;
  const plan = picturePlan(set, { document, recipe, values, folder: base.folder }, index);
  const stopped = () => signal.aborted;
  const rendered = await withWorld(plan, host, { stopped, progress: () => undefined });
  if (!isPhotographed(rendered)) throw new UsageError('The recipe has no world.', 'recipe');
  const { image } = await simulate(rendered, host, {
    stopped,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
    measures: false,
  });
  const labels = await labelsOfWorld(rendered, `images/${name}.png`);
  const source = { render: undefined, plan: rendered, isPlanned: true };
  const maps = await mapFiles(source, host, ['depth-out']);
  await folder.write(`images/${name}.png`, await encodePng(image));
  await folder.write(`depth/${name}.npy`, maps.get('depth-out')!);
  await folder.write(`labels/${name}.json`, jsonText(labels));
  await folder.add({ name });
  return labels;
}

/** The plan of a picture, with what was drawn for its recipe. */
function picturePlan(
  { seed, labels }: WorldSet,
  {
    document,
    recipe,
    values,
    folder,
  }: {
    readonly document: object;
    readonly recipe: Recipe;
    readonly values: Recipe;
    readonly folder: string | undefined;
  },
  index: number,
) {
  const draws = new Draws(seed, index);
  const changed = Object.entries(values).reduce<Recipe>(
    (held, [path, value]) =>
      path.startsWith(OF_RECIPE) ? withValue(held, path.slice(OF_RECIPE.length), value) : held,
    recipe,
  );
  const params = isObject(changed['worldParams']) ? changed['worldParams'] : {};
  const { plan } = planOf(
    {
      ...changed,
      world: labels ? { ...document, labels } : document,
      worldParams: { ...params, seed: draws.seed(0) },
      seed: draws.seed(1),
    },
    undefined,
    folder === undefined ? {} : { worldFolder: folder },
  );
  return { ...plan, algorithm: undefined };
}

/** Labels of all pictures in one list. */
function joined(all: readonly Labels[]) {
  const names = [...new Set(all.flatMap(({ categories }) => categories.map(({ name }) => name)))];
  const annotations = all.flatMap(({ annotations: own, categories }, at) =>
    own.map((one) => ({
      ...one,
      image_id: at + 1,
      category_id: names.indexOf(categories.find(({ id }) => id === one.category_id)!.name) + 1,
    })),
  );
  return {
    images: all.flatMap(({ images }, at) => images.map((image) => ({ ...image, id: at + 1 }))),
    categories: names.map((name, at) => ({ id: at + 1, name })),
    annotations: annotations.map((one, at) => ({ ...one, id: at + 1 })),
  };
}

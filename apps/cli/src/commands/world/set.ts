import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readWorldSet, type WorldSet } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { openedWorld } from '@lumenloom/node-host';
import { UsageError, makeFolder, progressOn, writeFile } from '@lumenloom/node-host/command-line';
import { exampleFile, knownExample } from '../../examples.ts';
import { JSON_OUTPUT, accept, jobsOf, jobsOption, readJson } from '../../arguments.ts';
import { command, type Output } from '../command.ts';
import { jsonText } from '../print.ts';
import { withWorldOf } from '../recipe-world.ts';
import { drawnWorld, photographSet, type DrawnWorld } from '@lumenloom/experiment/worlds';
import { inWorld } from './open-world.ts';

/** `lumenloom world set`: draws worlds from one, with what was drawn. */
export const set = command(
  {
    usage: ['<set.json> --out <folder> [options]'],
    says: 'Draws worlds from one, values of its paths and places of its objects, and photographs them with a recipe: a data set with labels as COCO has them, depth, and draws.ndjson with what was drawn.',
    words: { min: 1, max: 1, are: '<set.json>' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Where the files go.' },
      'draws-only': { says: 'Draws alone: no picture is computed, and no recipe is needed.' },
      jobs: jobsOf('Pictures at the same time'),
      resume: { says: 'Goes on where a set stopped.' },
      json: JSON_OUTPUT,
    },
    examples: [
      'world set set.json --out drawn --draws-only',
      'world set set.json --out pictures --jobs 4 --resume',
    ],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout, stderr, signal }) => {
    const folder = values.out;
    if (folder === undefined) throw new UsageError('--out is missing: name a folder.');
    const { set: asked, base } = await openSet(path);
    if (!values['draws-only']) {
      const jobs = jobsOption(values.jobs);
      const progress = progressOn(stderr, 'Photographing');
      const recipe = await recipeOf(asked, path);
      const made = await inWorld(() =>
        photographSet(
          { worldset: { set: asked, base }, recipe },
          {
            ...{ folder, resume: values.resume, jobs, signal },
            reach: (done) => {
              progress.reach(done / asked.count);
            },
          },
        ),
      );
      if (!made) throw new UsageError('Stopped: --resume goes on.');
      progress.end();
      tell({ folder, pictures: asked.count, failed: made.failed }, values.json, stdout);
      return;
    }
    const progress = progressOn(stderr, 'Drawing');
    const drawn: DrawnWorld['record'][] = [];
    let failed = 0;
    for (let index = 0; index < asked.count; index += 1) {
      await setImmediate();
      if (signal.aborted) throw new UsageError('Stopped: nothing was written.');
      const one = await inWorld(() => drawnWorld(asked, base, index));
      drawn.push(one.record);
      failed += one.failed;
      progress.reach((index + 1) / asked.count);
    }
    progress.end();
    makeFolder(folder);
    const file = join(folder, 'draws.ndjson');
    await writeFile(file, drawn.map((record) => `${JSON.stringify(record)}\n`).join(''));
    tell({ folder, pictures: asked.count, failed }, values.json, stdout);
  },
);

/** Says what was written. */
function tell(
  result: { readonly folder: string; readonly pictures: number; readonly failed: number },
  json: boolean,
  stdout: Output,
): void {
  const { folder, pictures, failed } = result;
  const without = failed > 0 ? `, ${failed} objects without a place` : '';
  stdout.write(json ? jsonText(result) : `${pictures} worlds in ${folder}${without}.\n`);
}

/** A set and its world, before anything is drawn. */
async function openSet(path: string): Promise<{
  readonly set: WorldSet;
  readonly base: Parameters<typeof openedWorld>[0];
}> {
  const asked = accept(readWorldSet(await readJson(path)));
  const { recipe, own } = await withWorldOf({ world: asked.world }, dirname(path));
  const { world } = recipe;
  if (!isObject(world)) throw new UsageError('world must be a document or its name.', 'world');
  const { worldFolder: folder } = own;
  return { set: asked, base: { document: world, ...(folder !== undefined && { folder }) } };
}

/** The recipe of a set: in it, or a file beside it. @throws UsageError */
async function recipeOf(
  { recipe }: WorldSet,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (recipe === undefined)
    throw new UsageError('recipe is missing: name one, or ask for --draws-only.', 'recipe');
  if (typeof recipe !== 'string') return recipe;
  const [, example] = /^example:(.*)$/s.exec(recipe) ?? [];
  const file =
    example === undefined
      ? resolve(dirname(path), recipe)
      : exampleFile(await knownExample(example, ''));
  const content = await readJson(file);
  const found = isObject(content) && isObject(content['recipe']) ? content['recipe'] : content;
  if (!isObject(found)) throw new UsageError(`${file} is no recipe.`, 'recipe');
  return found;
}

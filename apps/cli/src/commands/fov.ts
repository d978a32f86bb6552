import { toPlan } from '@lumenloom/contract';
import { fieldOfViewOf } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { accept } from '../arguments.ts';
import { command } from './command.ts';
import { RECIPE_HELP, readRecipe, recipeOptions } from './read-recipe.ts';

/** `lumenloom fov`: the field-of-view check, for the sensor of the recipe. */
export const fov = command(
  {
    usage: ['[recipe.json] [options]'],
    says: `Prints how large the image of the scene is and how much of the sensor it covers. ${RECIPE_HELP}`,
    words: { min: 0, max: 1, are: 'at most one recipe' },
    options: { ...recipeOptions, json: { says: 'Prints {"lines": [...]} for programs.' } },
    examples: ['fov', 'fov example:first --set macbethParams.hfov=25'],
    document: 'docs/command-line.md',
  },
  async ({ values, words: [file] }, terminal) => {
    const { stdout, stderr } = terminal;
    const recipe = await readRecipe(file, values.set, terminal, (line) => {
      (values.json ? stderr : stdout).write(`${line}\n`);
    });
    const { plan, notes } = accept(toPlan(recipe));
    if (!plan) throw new UsageError(notes.at(-1));
    const { scene, optics, grid, sensor } = plan;
    const lines = await fieldOfViewOf(scene, optics, grid, sensor ? 'this' : 'a', nodeHost(1));
    stdout.write(values.json ? `${JSON.stringify({ lines })}\n` : `${lines.join('\n')}\n`);
  },
);

import { fieldOfViewOf, objectOfPlan } from '@lumenloom/engine';
import { TASK_KINDS } from '@lumenloom/engine/catalogue';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, sayOn } from '@lumenloom/node-host/command-line';
import { command } from './command.ts';
import { cameraOptions, readCamera } from './read-camera.ts';
import { RECIPE_HELP } from './read-recipe.ts';

/** Options that are values of the recipe: the fields that each of them sets. */
const RECIPE_FIELDS = {
  distance: ['opticsParams.objectDistance', 'opticsParams.focusDistance'],
  feature: ['task.featureMm'],
  task: ['task.kind'],
} as const;
const RECIPE_OPTIONS = ['distance', 'feature', 'task'] as const;

/** `lumenloom fov`: the field-of-view check, for the sensor of the recipe. */
export const fov = command(
  {
    usage: ['[recipe.json] [options]'],
    says: `Prints how large the image of the scene is and how much of the sensor it covers; with a distance also what a pixel is at the object. ${RECIPE_HELP}`,
    words: { min: 0, max: 1, are: 'at most one recipe' },
    options: {
      ...cameraOptions,
      distance: { value: 'M', says: 'Object and focus are at this distance, metres.' },
      feature: { value: 'MM', says: 'Size of what is to be seen at the object, mm.' },
      task: {
        value: 'KIND',
        says: `What is to be done with the feature: ${TASK_KINDS.join(', ')}.`,
      },
      json: { says: 'Prints {"lines": [...], "object": {...}} for programs.' },
    },
    examples: [
      'fov example:first --set macbethParams.hfov=25 --sensor-file published:imx250',
      'fov example:code-at-400 --distance 0.6 --feature 0.5 --task code2d',
    ],
    document: 'docs/command-line.md',
  },
  async ({ values, words: [file] }, terminal) => {
    const { stdout, stderr } = terminal;
    const say = sayOn(values.json ? stderr : stdout);
    const fields = RECIPE_OPTIONS.flatMap((option) =>
      values[option] === undefined
        ? []
        : RECIPE_FIELDS[option].map((field) => `${field}=${values[option]!}`),
    );
    const set = [...values.set, ...fields];
    const { plan, notes } = await readCamera(file, { ...values, set }, terminal, say);
    for (const note of notes) say(note);
    if (plan.world)
      throw new UsageError(
        'A world fills the field of every camera: fov is for recipes with a scene.',
      );
    const { scene, optics, grid, sensor } = plan;
    const host = nodeHost(1);
    const field = await fieldOfViewOf(scene, optics, grid, sensor ? 'this' : 'a', host);
    const { object, lines: ofObject } = await objectOfPlan(plan, host);
    const lines = [...field, ...ofObject];
    stdout.write(values.json ? `${JSON.stringify({ lines, object })}\n` : `${lines.join('\n')}\n`);
  },
);

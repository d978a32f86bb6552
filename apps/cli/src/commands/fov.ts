import { fieldOfViewOf } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { sayOn } from '@lumenloom/node-host/command-line';
import { command } from './command.ts';
import { cameraOptions, readCamera } from './read-camera.ts';
import { RECIPE_HELP } from './read-recipe.ts';

/** `lumenloom fov`: the field-of-view check, for the sensor of the recipe. */
export const fov = command(
  {
    usage: ['[recipe.json] [options]'],
    says: `Prints how large the image of the scene is and how much of the sensor it covers. ${RECIPE_HELP}`,
    words: { min: 0, max: 1, are: 'at most one recipe' },
    options: { ...cameraOptions, json: { says: 'Prints {"lines": [...]} for programs.' } },
    examples: [
      'fov',
      'fov example:first --set macbethParams.hfov=25 --sensor-file published:imx250',
    ],
    document: 'docs/command-line.md',
  },
  async ({ values, words: [file] }, terminal) => {
    const { stdout, stderr } = terminal;
    const say = sayOn(values.json ? stderr : stdout);
    const { plan, notes } = await readCamera(file, values, terminal, say);
    for (const note of notes) say(note);
    const { scene, optics, grid, sensor } = plan;
    const lines = await fieldOfViewOf(scene, optics, grid, sensor ? 'this' : 'a', nodeHost(1));
    stdout.write(values.json ? `${JSON.stringify({ lines })}\n` : `${lines.join('\n')}\n`);
  },
);

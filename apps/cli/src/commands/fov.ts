import { toPlan } from '@lumenloom/contract';
import { fieldOfViewOf } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import { accept, readJson } from '../arguments.ts';
import type { Command } from './command.ts';

/** `lumenloom fov`: the field-of-view check, for the sensor of the recipe. */
export const fov: Command = {
  name: 'fov',
  usage: 'fov <recipe.json>',
  summary: 'Prints how large the image of the scene is and how much of the sensor it covers.',
  run: async (args, { stdout }) => {
    const { words } = readArguments(args, {}, { min: 1, max: 1, are: '<recipe.json>' });
    const { plan, notes } = accept(toPlan(await readJson(words[0]!)));
    if (!plan) throw new UsageError(notes.at(-1));
    stdout.write(
      `${(await fieldOfViewOf(plan.scene, plan.optics, plan.grid, plan.sensor ? 'this' : 'a', nodeHost(1))).join('\n')}\n`,
    );
  },
};

import { UsageError } from '@lumenloom/node-host/command-line';
import type { Command } from '../command.ts';
import { colour } from './colour.ts';
import { difference } from './difference.ts';
import { geometry } from './geometry.ts';
import { noise } from './noise.ts';
import { sfr } from './sfr.ts';
import { stats } from './stats.ts';

/** What can be measured, in the order of the help. */
const measurements = [sfr, noise, colour, geometry, stats, difference];

/** `lumenloom measure ...`: figures of a picture, whoever made it. */
export const measure: Command = {
  name: 'measure',
  usage: `measure ${measurements.map(({ name }) => name).join('|')} ...`,
  summary: measurements.map(({ usage, summary }) => `${usage}\n      ${summary}`).join('\n  '),
  run: async ([name, ...rest], terminal) => {
    const measurement = measurements.find((candidate) => candidate.name === name);
    if (!measurement)
      throw new UsageError(
        `${name === undefined ? 'Say what to measure' : `There is nothing to measure named ${name}`}: choose ${measurements.map((candidate) => candidate.name).join(', ')}.`,
      );
    return measurement.run(rest, terminal);
  },
};

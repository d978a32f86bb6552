import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { commandsOf, readArguments } from '@lumenloom/node-host/command-line';
import { describe, expect, test } from 'vitest';
import { program } from '../dist/commands/list.js';
import { lumenloom, lumenloomWith } from './lumenloom.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const commands = commandsOf(program);

test('the overview is 40 lines of 80 columns, in groups, without an argument too', async () => {
  const { status, stdout } = await lumenloom();
  expect(status).toBe(0);
  expect((await lumenloom('--help')).stdout).toBe(stdout);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  // What stands before the first group, the groups, a line for each command, the last line.
  const titles = program.groups.map(({ title }) => title);
  expect(lines.slice(1, -1).filter((line) => !line.startsWith('  '))).toEqual(titles);
  const entries = program.groups.flatMap((group) => group.entries);
  expect(lines).toHaveLength(1 + titles.length + entries.length + 1);
  for (const { name } of commands)
    expect(stdout).toMatch(new RegExp(`(?:^  | )${name.split(' ')[0]!}[ ,]`, 'm'));
});

describe.each(commands.map(({ name, load }) => [name, load!] as const))('%s', (name, load) => {
  test.each([60, 80, 200])('has help for a terminal of %i columns', async (columns) => {
    const { status, stdout } = await lumenloomWith({ columns }, ...name.split(' '), '--help');
    expect(status).toBe(0);
    const [help, examples] = stripVTControlCharacters(stdout).split('\nExamples\n');
    const [usage, ...rest] = help!.split('\n\n');
    expect(usage).toContain(`lumenloom ${name}`);
    for (const line of rest.join('\n').split('\n'))
      expect(line.length, line).toBeLessThanOrEqual(Math.min(columns, 100));
    expect(examples!.match(/^ {2}lumenloom /gm)).toHaveLength(2);
  });

  test('has two examples that its options allow, and a document', async () => {
    const { examples, options, document } = await load();
    for (const example of examples) {
      const words = example.match(/"[^"]*"|\S+/g)!.filter((word) => word !== '>');
      const [first] = words;
      if (first !== name.split(' ')[0]) continue;
      const most = { min: 0, max: 9, are: 'words' };
      // Outputs are checked on the disc too, and those of examples are not there.
      const silent = Object.fromEntries(
        Object.entries(options).map(([key, option]) => [key, { ...option, output: undefined! }]),
      );
      readArguments(words.slice(name.split(' ').length), silent, most);
    }
    expect(examples).toHaveLength(2);
    await access(join(root, document.split('#')[0]!));
  });
});

test('figures are those that sweeps and studies measure, without sizes and settings', async () => {
  const lines = (await lumenloom('figures')).stdout.trimEnd().split('\n');
  const names = lines.map((line) => line.split(' ')[0]);
  expect(names).toContain('sensor.snrAtWhite');
  expect(names).toContain('algorithm.missed.length');
  expect(names).toContain('sensor.dieWidthMm');
  expect(names).not.toContain('threads');
  const all = JSON.parse((await lumenloom('figures', '--all', '--json')).stdout) as string[];
  expect(all).toContain('threads');
  expect((await lumenloom('figures', 'SNR')).stdout).toBe(
    [
      'sensor.snrAtWhite                              SNR at white, dB',
      'sensor.snrAtGrey18                             SNR at 18 % grey, dB',
      'information.snriDb                             SNR of the ideal observer, dB',
      'information.snriNyquistDb                      SNR of the ideal observer up to Nyquist, dB',
      'measurements.noise.grey18Db                    SNR at 18 % grey in the developed picture, dB',
      'measurements.steps.raw.luminanceAtSnr10        Luminance of SNR 10, raw, cd/m²',
      'measurements.steps.developed.luminanceAtSnr10  Luminance of SNR 10, developed, cd/m²',
      'measurements.steps.true.luminanceAtSnr10       Luminance of SNR 10, true, cd/m²',
      'design.snr10Lux                                Illuminance of SNR 10 by design, lx',
      'design.levels[0].snrDb[0]                      SNR by design, 1st illuminance, 1st channel (Bayer: red), dB',
      '',
    ].join('\n'),
  );
});

test('near misses are named', async () => {
  expect((await lumenloom('simulat')).stderr).toBe(
    'There is no command simulat: did you mean simulate?\n',
  );
  expect((await lumenloom('simulate', '--treads', '1')).stderr).toBe(
    "Unknown option '--treads': did you mean --threads?\n",
  );
});

/** The examples with a question: each runs, and its figure and a next step are there. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKBENCH_FEATURES, exampleSchema, simulationRequestSchema } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { lumenloom, temporaryFolder } from './lumenloom.ts';

const folder = new URL('../../../examples/', import.meta.url);
/** What each must show (design of the workbench's examples), with the last digit free. */
const FIGURES: Readonly<Record<string, RegExp>> = {
  'ar-wide-angle': /^Distortion −23\.7\d % at 43°, −23\.7\d % by the lens\.$/,
  'code-at-400': /^0\.165 mm per pixel, 12\.1 px on a module of 2 mm\.$/,
  'dash-camera-at-dusk': /^SNR 11\.\d dB at 18 % grey\.$/,
  'five-lux': /^SNR −20\.9 dB at 18 % grey, \d+\.\d px of blur in 20 ms\.$/,
  'inspection-line': /^MTF50 0\.3[78]\d cy\/px raw, 0\.36\d true, 0\.1[56]\d developed\.$/,
  'phone-in-low-light': /^SNR 1[12]\.\d dB at 18 % grey\.$/,
  'warm-lamp': /^Colour error CIEDE2000 20\.\d; white: blue −77 % against red\.$/,
};
const documents = await Promise.all(
  (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => ({
      name: file.replace('.json', ''),
      document: JSON.parse(await readFile(new URL(file, folder), 'utf8')) as object,
    })),
);
const examples = documents.flatMap(({ name, document }) =>
  'question' in document ? [{ name, example: exampleSchema.parse(document) }] : [],
);

test('are those that are documented', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual(Object.keys(FIGURES));
});

test.each(examples)('$name: only documented fields, and a next step', ({ example }) => {
  const documented = Object.keys(simulationRequestSchema.shape);
  expect(documented).toEqual(expect.arrayContaining(Object.keys(example.recipe)));
  const features: readonly string[] = WORKBENCH_FEATURES;
  expect(example.next.some(({ feature }) => features.includes(feature))).toBe(true);
});

test.each(examples)('$name answers its question', async ({ name, example }) => {
  const out = join(await temporaryFolder(), name);
  const { status, stdout, stderr } = await lumenloom('simulate', `example:${name}`, '--out', out);
  expect(status, stderr).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe(`${example.name}: ${example.question}`);
  expect(lines.at(-1)).toMatch(FIGURES[name]!);
});

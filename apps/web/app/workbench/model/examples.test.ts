import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exampleAddress, exampleIn, EXAMPLES } from './examples.ts';

const folder = new URL('../../../../../examples/', import.meta.url);

test('are the files with a question, under their names', async () => {
  const written = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      id: file.replace('.json', ''),
      ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { question?: string }),
    }))
    .filter(({ question }) => question !== undefined);
  const listed = await Promise.all(
    EXAMPLES.map(async ({ load, ...example }) => ({ ...(await load()), ...example })),
  );
  expect(listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(written);
});

test('are found by the fragment of an address', () => {
  for (const example of EXAMPLES)
    expect(exampleIn(new URL(exampleAddress(example), 'http://x').hash)).toBe(example);
  expect(exampleIn('#example=')).toBeUndefined();
  expect(exampleIn('#example=inspection-line2')).toBeUndefined();
  expect(exampleIn('#r1=abc')).toBeUndefined();
});

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEASUREMENTS, measurementNamed } from './list.ts';

/** What every measurement must do, whoever adds it: docs/adding-a-measurement.md. */

test('every folder of a measurement has its line in list.ts, under its name', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(MEASUREMENTS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test.each(MEASUREMENTS)(
  '$name: its code loads, and it is found by its name',
  async (descriptor) => {
    expect((await descriptor.load()).measure).toBeTypeOf('function');
    expect(measurementNamed(descriptor.name)).toBe(descriptor);
  },
);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NAMES_FILE, pythonNames } from './make_names.mjs';

test('the names of the Python client are those of the descriptors', async () => {
  const file = join(import.meta.dirname, '../..', NAMES_FILE);
  expect(
    (await readFile(file, 'utf8')) === pythonNames(),
    'Run: node clients/python/make_names.mjs',
  ).toBe(true);
});

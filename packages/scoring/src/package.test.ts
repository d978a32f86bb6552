import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import about from '../package.json' with { type: 'json' };
import * as scoring from './index.ts';

it('can be published: no dependencies, its program and types in the package', () => {
  expect(Object.keys(about)).not.toContain('private');
  expect(Object.keys(about).filter((key) => /dependencies/i.test(key))).toEqual([]);
  expect(about.files).toContain('dist');
  for (const file of [about.main, about.types, ...Object.values(about.exports['.'])])
    expect(file).toMatch(/^\.\/(?:dist|src)\/index\./);
});

it('its README names functions that it has', async () => {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const table = text.split('\n').filter((line) => line.startsWith('| `'));
  const names = table.flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)]);
  expect(names.length).toBeGreaterThan(15);
  for (const [, name] of names) expect(Object.keys(scoring)).toContain(name);
});

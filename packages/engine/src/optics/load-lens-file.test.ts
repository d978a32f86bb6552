import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLensFile, loadLensFile } from './load-lens-file.ts';
import { optics, type OpticsId } from './list.ts';

/** What every lens must do, whoever adds it: docs/adding-a-lens.md. */

const folder = new URL('lenses/', import.meta.url);
const ids = Object.keys(optics) as OpticsId[];

it.each(readdirSync(folder))('lenses/%s has its line in list.ts', (name) => {
  expect(ids.map((id) => `${id}.json`)).toContain(name);
});

describe.each(ids)('%s', (id) => {
  it('is the file of that name, whose name is the label', async () => {
    const written: unknown = JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'));
    const file = await loadLensFile(id);
    expect(file).toEqual(written);
    expect(file.name).toBe(optics[id].label);
  });

  it('says where it is from', async () => {
    expect((await loadLensFile(id)).source?.length).toBeGreaterThan(20);
  });

  it('is found by its id and by its label', async () => {
    const file = await loadLensFile(id);
    expect(await findLensFile(id)).toEqual(file);
    expect(await findLensFile(optics[id].label.toUpperCase())).toEqual(file);
  });
});

it('finds nothing by a name of none', async () => {
  for (const name of ['', '-', 'no such lens']) expect(await findLensFile(name)).toBeUndefined();
});

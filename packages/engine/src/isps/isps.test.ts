import { existsSync, readdirSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ispNamed, isps, type IspId } from './list.ts';

/** Requirements for every ISP, described in docs/adding-an-isp.md. */

const here = new URL('./', import.meta.url);
const folders = readdirSync(here).filter((name) => statSync(new URL(name, here)).isDirectory());
const ids = Object.keys(isps) as IspId[];

/** 'fastOpenIsp' of 'fast-open-isp'. */
const idOf = (folder: string): string =>
  folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the list and the folders', () => {
  it.each(folders)('%s/ has its line in list.ts, and all its files', async (folder) => {
    const exported = Object.values(
      (await import(`./${folder}/descriptor.ts`)) as Record<string, unknown>,
    );
    const found = ids.filter((id) => exported.includes(isps[id]));
    expect(found).toEqual([idOf(folder)]);
    for (const file of ['plan', 'develop', 'report', 'lines'])
      expect(existsSync(new URL(`${folder}/${file}.ts`, here)), file).toBe(true);
    const { suit } = ispNamed(found[0]!);
    expect(existsSync(new URL(`${folder}/suit.ts`, here))).toBe(suit !== undefined);
  });
  it('there is a folder for every line', () => {
    expect(folders.map(idOf).toSorted()).toEqual(ids.toSorted());
  });
});

it.each(['label', 'wireKey', 'reportKey'] as const)('no two have the same %s', (name) => {
  expect(new Set(ids.map((id) => isps[id][name])).size).toBe(ids.length);
});

describe.each(ids)('%s', (id) => {
  const isp = ispNamed(id);
  it.each(['suit', 'stages', 'tuning'] as const)('has %s, or a sentence why not', (part) => {
    expect([isp[part] !== undefined, isp.lacks[part] !== undefined].filter(Boolean)).toHaveLength(
      1,
    );
    expect(isp.lacks[part] ?? '.').toMatch(/\.$/);
  });
  it('varies fields of its own, and none twice', () => {
    const keys = isp.fields.map(({ key }) => key);
    const varied = (isp.tuning?.varied ?? []).map(({ key }) => key);
    for (const key of varied) expect(keys).toContain(key);
    expect(new Set(varied).size).toBe(varied.length);
  });
});

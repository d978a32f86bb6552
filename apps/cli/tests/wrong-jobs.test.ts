/** Documents of sweeps that are refused, as the server and the page refuse them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const table = new URL('../../../packages/experiment/src/plan/wrong-jobs.json', import.meta.url);

test('a wrong document is one line with its place and its sentence, before the first run', async () => {
  const folder = await temporaryFolder();
  const wrong = JSON.parse(await readFile(table, 'utf8')) as readonly {
    readonly document: object;
    readonly field: string;
    readonly sentence: string;
  }[];
  expect(wrong.length).toBeGreaterThan(40);
  for (const { document, field, sentence } of wrong) {
    const path = await jsonFile(folder, 'wrong.json', document);
    const { status, stderr } = await lumenloom('sweep', path, '--out', join(folder, 'out'));
    const lines = stderr.trimEnd().split('\n');
    expect([status, lines.length], stderr).toEqual([2, 1]);
    expect(lines[0]).toContain(field);
    expect(lines[0]).toContain(sentence);
  }
});

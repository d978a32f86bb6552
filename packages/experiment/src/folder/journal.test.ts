import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal, ownPrograms } from './journal.ts';

test('a folder goes on with the whole lines of its journal, and with the same work alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-journal-'));
  try {
    const open = (name: string, resume: boolean) =>
      openJournal<object, { readonly name: string }>(
        ...([folder, 'sweep', { ...ownPrograms(), document: { name } }, resume] as const),
      );
    const lines = [{ run: 0, message: 'ä\n' }, { run: 2 }];
    await (await open('one', false)).add(...lines);
    await expect(open('one', false)).rejects.toThrow('has the results of a sweep already');
    await expect(open('two', true)).rejects.toThrow('the results of another sweep ("one", or');
    // On a disk that was full for a while, and in a kill.
    await appendFile(join(folder, 'runs.ndjson'), '{"run":\n{"run":1}');
    const { before } = await open('one', true);
    expect(before).toEqual(lines);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(await readFile(join(folder, 'runs.ndjson'), 'utf8')).toBe(text);
  } finally {
    await rm(folder, { recursive: true });
  }
});

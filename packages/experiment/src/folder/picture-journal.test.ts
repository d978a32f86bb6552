import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from './picture-journal.ts';
import type { PictureLine } from '../evaluate/dataset/picture-lines.ts';

const linesOf = (image: string): readonly PictureLine[] =>
  [null, 'ä'].map((camera) => ({
    image,
    camera,
    condition: '',
    status: 'done',
    width: 2,
    height: 1,
    warnings: [],
    truth: { task: 'classification' },
    found: { 15: { task: 'classification', rank: image.length } },
  }));

test('a journal gives whole pictures back, once each, and reads their contents from the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-journal-'));
  try {
    const path = join(folder, 'images.ndjson');
    const text = (lines: readonly PictureLine[]): string =>
      lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const first = await openJournal(path, 2);
    await Promise.all(['b', 'aa'].map((image) => first.add(linesOf(image))));
    await first.close();
    // Another process has written a picture twice, and was killed within one.
    await appendFile(path, text(linesOf('b')) + text(linesOf('c')).slice(0, -5));
    const again = await openJournal(path, 2);
    expect(again.before.map(({ image, camera }) => [image, camera])).toEqual([
      ['b', null],
      ['b', 'ä'],
      ['aa', null],
      ['aa', 'ä'],
    ]);
    const added = await again.add(linesOf('c'));
    const last = added[1]!;
    expect(last.status === 'done' && last.content().found).toEqual({
      15: { task: 'classification', rank: 1 },
    });
    await again.order([...again.before.slice(2), ...added, ...again.before.slice(0, 2)]);
    await again.close();
    expect(await readFile(path, 'utf8')).toBe(text(['aa', 'c', 'b'].flatMap(linesOf)));
  } finally {
    await rm(folder, { recursive: true });
  }
});

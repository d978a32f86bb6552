import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataset } from './open-dataset.ts';
import { testPicture, writeFiles } from './test-files.ts';
import { zippedDataset } from './zip-folder.ts';

const bytesOf = async (path: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  const { bytes } = await zippedDataset(path);
  for await (const piece of bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
};

test('a folder becomes the same zip file each time, which is the same data set', async () => {
  const label = 'images/ä.txt';
  const files = {
    'data.yaml': 'names: [cat, dog]\n',
    'images/ä.png': await testPicture(8, 6),
    'images/b.png': await testPicture(10, 6),
    'labels/ä.txt': '0 .5 .5 .2 .2\n',
    '.hidden': 'x',
  };
  const { folder, remove } = await writeFiles(files);
  const work = await mkdtemp(join(tmpdir(), 'lumenloom-zip-'));
  try {
    const zip = join(work, 'set.zip');
    const bytes = await bytesOf(folder);
    await writeFile(zip, bytes);
    expect(await bytesOf(folder)).toEqual(bytes);
    expect(await bytesOf(zip)).toEqual(bytes);
    const [one, other] = [await openDataset(folder), await openDataset(zip)];
    expect({ ...(await other.check()) }).toEqual({ ...(await one.check()) });
    expect(other.images).toEqual(one.images);
    expect(await other.readBytes(other.images[1]!)).toEqual(await one.readBytes(one.images[1]!));
    await Promise.all([one.close(), other.close()]);
    await writeFile(join(folder, label), 'more');
    expect(await bytesOf(folder)).not.toEqual(bytes);
  } finally {
    await Promise.all([remove(), rm(work, { recursive: true })]);
  }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataset } from '@lumenloom/datasets';
import { expect, it } from 'vitest';
import { testPicture } from '../../../../../packages/datasets/src/test-files.ts';
import { folderFiles, zipFolder } from './zip-folder.ts';

const { signal } = new AbortController();
const text = (content: string): File => new File([content], 'a');

it('a folder that the page packs is a data set that is read', async () => {
  const labels = {
    images: [{ id: 1, file_name: 'grün.png', width: 20, height: 10 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], area: 12, iscrowd: 0 }],
    categories: [{ id: 1, name: 'leaf' }],
  };
  const packed: number[] = [];
  const zip = await zipFolder(
    [
      { path: 'set/annotations.json', file: text(JSON.stringify(labels)) },
      {
        path: 'set/images/grün.png',
        file: new File([(await testPicture(20, 10)) as Uint8Array<ArrayBuffer>], 'a'),
      },
    ],
    (count) => packed.push(count),
    signal,
  );
  expect(packed).toEqual([1, 2]);
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-zip-'));
  try {
    const path = join(folder, 'set.zip');
    await writeFile(path, new Uint8Array(await zip.arrayBuffer()));
    const dataset = await openDataset(path);
    expect(await dataset.check()).toMatchObject({
      format: 'coco',
      images: 1,
      annotations: 1,
      problems: [],
    });
    await dataset.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('what is too much for a plain zip file is refused with the way out, and files of systems stay out', async () => {
  const large = { path: 'a.bin', file: { size: 2 ** 32 } as File };
  await expect(zipFolder([large], () => undefined, signal)).rejects.toThrow(
    'The page packs folders of up to 65535 files and 4 GB: pack this one as a zip file, and choose that.',
  );
  const named = (webkitRelativePath: string) => ({ webkitRelativePath }) as File;
  expect(
    folderFiles([named('set/.DS_Store'), named('set/images/a.png'), named('set/Thumbs.db')]).map(
      ({ path }) => path,
    ),
  ).toEqual(['set/images/a.png']);
});

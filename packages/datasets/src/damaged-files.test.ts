import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulationError, philox } from '@lumenloom/engine';
import { expect, it } from 'vitest';
import { openDataset } from './open-dataset.ts';
import { testPicture, writeFiles, zipOf, type TestFiles } from './test-files.ts';

/** Damages of each file; a fixed seed, so that a failure can be repeated. */
const TRIES = 20;
const picture = await testPicture(24, 16, { type: 'jpeg' });
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const coco = JSON.stringify({
  images: [{ id: 1, file_name: 'a.jpg', width: 24, height: 16 }],
  categories: [{ id: 1, name: 'car' }],
  annotations: [
    { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], segmentation: [[1, 1, 9, 1, 9, 9]] },
    { id: 2, image_id: 1, category_id: 1, segmentation: { size: [16, 24], counts: 'd03' } },
  ],
});
/** Sets with the file that is damaged. */
const sets: Readonly<Record<string, readonly [damaged: string, files: TestFiles]>> = {
  coco: ['annotations.json', { 'annotations.json': coco, 'a.jpg': picture }],
  yolo: [
    'labels/a.txt',
    {
      'data.yaml': 'names: [a, b]',
      'labels/a.txt': '0 .5 .5 .2 .2\n1 .1 .1 .5 .1 .5 .6',
      'images/a.jpg': picture,
    },
  ],
  'data.yaml': [
    'data.yaml',
    { 'data.yaml': 'names:\n  0: a\n  1: b\nkpt_shape: [2, 3]\n', 'images/a.jpg': picture },
  ],
  voc: [
    'Annotations/a.xml',
    {
      'Annotations/a.xml':
        '<annotation><filename>a.jpg</filename><size><width>24</width><height>16</height></size><object><name>car</name><bndbox><xmin>1</xmin><ymin>3</ymin><xmax>9</xmax><ymax>10</ymax></bndbox></object></annotation>',
      'JPEGImages/a.jpg': picture,
    },
  ],
  kitti: [
    'label_2/1.txt',
    {
      'label_2/1.txt': 'Car 0 0 0 1 1 9 9 1 1 1 1 1 1 1\nDontCare -1 -1 -10 1 1 9 9',
      'image_2/1.jpg': picture,
    },
  ],
  picture: ['a.jpg', { 'annotations.json': coco, 'a.jpg': picture }],
};

/** Bytes of which some are cut off, changed, or repeated. */
function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const words = new Uint32Array(4);
  philox([seed, 0, 0, 0], [7, 11], words);
  const [kind, at, value, count] = words as unknown as [number, number, number, number];
  const place = at % bytes.length;
  if (kind % 3 === 0) return bytes.slice(0, place);
  const copy = Uint8Array.from(bytes);
  if (kind % 3 === 1) {
    for (let i = 0; i <= count % 4; i += 1)
      copy[(place + i * 5) % copy.length] = (value >>> i) & 255;
    return copy;
  }
  return Uint8Array.from([...copy.slice(0, place), ...copy.slice(place >> 1)]);
}

async function tried(path: string): Promise<void> {
  try {
    const dataset = await openDataset(path);
    const { problems } = await dataset.check();
    for (const problem of problems) expect(problem).toMatch(/\S.*[.?]$/s);
    for (const image of dataset.images)
      for (const { bbox, area } of await dataset.annotationsOf(image).catch(() => []))
        expect([...bbox, area].every(Number.isFinite)).toBe(true);
    await dataset.close();
  } catch (error) {
    expect(error).toBeInstanceOf(SimulationError);
  }
}

it.each(Object.entries(sets))('damaged files of %s end in a sentence', async (_, [name, files]) => {
  const whole = bytesOf(files[name]!);
  for (let seed = 0; seed < TRIES; seed += 1) {
    const { folder, remove } = await writeFiles({ ...files, [name]: damage(whole, seed) });
    await tried(folder);
    await remove();
  }
});

it('damaged zip files end in a sentence', async () => {
  const whole = zipOf(
    Object.entries(sets['coco']![1]).map(([name, content]) => ({
      name,
      content: bytesOf(content),
    })),
  );
  const { folder, remove } = await writeFiles({});
  for (let seed = 0; seed < TRIES; seed += 1) {
    const path = join(folder, `${seed}.zip`);
    await writeFile(path, damage(whole, seed));
    await tried(path);
  }
  await remove();
});

it.each([
  ['annotations.json', '[]'],
  ['annotations.json', '{"images": 3}'],
  ['annotations.json', `{"images": [], "annotations": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['data.yaml', 'names: &a [*a, *a]'],
  ['data.yaml', `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\nnames: [*d,*d]`],
  ['Annotations/a.xml', '<!DOCTYPE a [<!ENTITY b "c">]><annotation>&b;</annotation>'],
  ['Annotations/a.xml', '<a>'.repeat(20_000)],
])('%s with %.30s ends in a sentence', async (name, content) => {
  const { folder, remove } = await writeFiles({ [name]: content, 'images/a.jpg': picture });
  await tried(folder);
  await remove();
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { afterEach, describe, expect, it } from 'vitest';
import type { Dataset } from './dataset.ts';
import { openDataset, type OpeningOptions } from './open-dataset.ts';
import { testPicture, writeFiles, zipOf, type TestFiles } from './test-files.ts';

const made: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of made.splice(0)) await remove();
});

async function opened(files: TestFiles, options?: OpeningOptions): Promise<Dataset> {
  const { folder, remove } = await writeFiles(files);
  made.push(remove);
  return openDataset(folder, options);
}

/** Annotations of every picture. */
const labelsOf = async (dataSet: Dataset) =>
  (await Promise.all(dataSet.images.map((image) => dataSet.annotationsOf(image)))).flat();

const coco = (changes: object = {}): string =>
  JSON.stringify({
    images: [{ id: 7, file_name: 'a.png', width: 40, height: 30 }],
    categories: [{ id: 3, name: 'car' }],
    annotations: [
      { id: 1, image_id: 7, category_id: 3, bbox: [5, 6, 10, 12], area: 90, iscrowd: 0 },
    ],
    ...changes,
  });
const picture = await testPicture(40, 30);

describe('formats', () => {
  it('COCO: labels as they are, pictures in images/', async () => {
    const dataSet = await opened({ 'annotations.json': coco(), 'images/a.png': picture });
    expect(dataSet.images).toEqual([{ id: 7, name: 'images/a.png', width: 40, height: 30 }]);
    expect(await labelsOf(dataSet)).toEqual([
      { id: 1, image_id: 7, category_id: 3, bbox: [5, 6, 10, 12], area: 90, iscrowd: 0 },
    ]);
    expect(await dataSet.check()).toEqual({
      format: 'coco',
      images: 1,
      annotations: 1,
      categories: 1,
      crowd: 0,
      sizes: { small: 1, medium: 0, large: 0, pictures: { '40 x 30': 1 } },
      problems: [],
    });
    const { rows, columns, rgb } = await dataSet.readPicture(dataSet.images[0]!);
    expect([rows, columns, rgb.length]).toEqual([30, 40, 3600]);
  });

  it('conditions.csv: by path or name, quoted, with luminance; problems by their line', async () => {
    const dataSet = await opened({
      'images/a.png': picture,
      'images/b.png': picture,
      'conditions.csv':
        'file,condition,luminance\r\na.png,"rain, night",0.5\nimages/b.png,day,\nc.png,day,3\nb.png,day,-1\n',
    });
    expect([...dataSet.conditions]).toEqual([
      ['images/a.png', { condition: 'rain, night', luminance: 0.5 }],
      ['images/b.png', { condition: 'day' }],
    ]);
    expect(await dataSet.check()).toMatchObject({
      conditions: { 'rain, night': 1, day: 1 },
      problems: [
        'conditions.csv:4: there is no image c.png.',
        'conditions.csv:5: luminance must be a number above 0, in cd/m², not -1.',
      ],
    });
  });

  it('YOLO: boxes, polygons, and points a little outside, which are clipped', async () => {
    const dataSet = await opened({
      'data.yaml': 'names:\n  0: car\n  1: person\nlicense: CC0\n',
      'images/train/a.png': picture,
      'images/train/b.png': picture,
      'labels/train/a.txt': '0 0.5 0.5 0.5 0.4\n1 -0.005 0.2 0.5 0.2 0.5 0.6\n0 0.0 0.5 0.01 0.1\n',
    });
    expect(await labelsOf(dataSet)).toEqual([
      { id: 100001, image_id: 1, category_id: 0, bbox: [10, 9, 20, 12], area: 240, iscrowd: 0 },
      {
        id: 100002,
        image_id: 1,
        category_id: 1,
        bbox: [0, 6, 20, 12],
        area: 120,
        iscrowd: 0,
        segmentation: [[0, 6, 20, 6, 20, 18]],
      },
      expect.objectContaining({ bbox: [0, 13.5, expect.closeTo(0.2, 9), expect.closeTo(3, 9)] }),
    ]);
    expect(await dataSet.check()).toMatchObject({ images: 2, annotations: 3, problems: [] });
    expect(dataSet.origin.licence).toBe('CC0');
  });

  it('VOC: pixels from 1, both ends included', async () => {
    const dataSet = await opened({
      'Annotations/a.xml':
        '<annotation><filename>a.png</filename><size><width>40</width><height>30</height></size><object><name>car</name><bndbox><xmin>1</xmin><ymin>3</ymin><xmax>40</xmax><ymax>10</ymax></bndbox></object></annotation>',
      'JPEGImages/a.png': picture,
    });
    expect(await labelsOf(dataSet)).toMatchObject([{ bbox: [0, 2, 40, 8], area: 320 }]);
    expect(await dataSet.check()).toMatchObject({ format: 'voc', annotations: 1, problems: [] });
  });

  it('KITTI: DontCare is a crowd of every class', async () => {
    const dataSet = await opened({
      'label_2/000001.txt':
        'Pedestrian 0.00 0 -0.20 2.5 3.5 12.5 23.5 1.89 0.48 1.20 1.84 1.47 8.41 0.01\nCar 0 0 0 1 1 9 9 1 1 1 1 1 1 1\nDontCare -1 -1 -10 20 1 30 9 -1 -1 -1 -1000 -1000 -1000 -10\n',
      'image_2/000001.png': picture,
    });
    expect(dataSet.categories).toEqual([
      { id: 1, name: 'Car' },
      { id: 2, name: 'Pedestrian' },
    ]);
    expect(await labelsOf(dataSet)).toMatchObject([
      { category_id: 2, bbox: [2.5, 3.5, 10, 20], iscrowd: 0 },
      { category_id: 1, bbox: [1, 1, 8, 8], iscrowd: 0 },
      { category_id: 1, bbox: [20, 1, 10, 8], iscrowd: 1 },
      { category_id: 2, bbox: [20, 1, 10, 8], iscrowd: 1 },
    ]);
    expect(await dataSet.check()).toMatchObject({ annotations: 3, crowd: 1, problems: [] });
  });

  it('a folder per class', async () => {
    const dataSet = await opened({
      'cat/a.png': picture,
      'dog/a.png': picture,
      'dog/b.png': picture,
    });
    expect(dataSet.task).toBe('classification');
    expect(dataSet.images.map((image) => dataSet.classOf(image))).toEqual([0, 1, 1]);
    expect(await dataSet.check()).toMatchObject({ format: 'classes', categories: 2, problems: [] });
  });

  it('masks of Cityscapes', async () => {
    const dataSet = await opened({
      'leftImg8bit/val/ulm/ulm_000_000_leftImg8bit.png': picture,
      'gtFine/val/ulm/ulm_000_000_gtFine_labelIds.png': await testPicture(40, 30, { grey: 7 }),
    });
    const map = await dataSet.truthOf(dataSet.images[0]!);
    expect(map).toMatchObject({ rows: 30, columns: 40 });
    expect(new Set(map!.values)).toEqual(new Set([7]));
    expect(await dataSet.check()).toMatchObject({ format: 'masks', images: 1, problems: [] });
  });

  it('masks of MVTec: 1 where it is faulty, none where it is good', async () => {
    const dataSet = await opened({
      'train/good/0.png': picture,
      'test/good/0.png': picture,
      'test/crack/0.png': picture,
      'ground_truth/crack/0_mask.png': await testPicture(40, 30, { grey: 255 }),
    });
    expect(dataSet.task).toBe('anomaly');
    expect(dataSet.images.map((image) => dataSet.classOf(image))).toEqual([1, 0]);
    const maps = await Promise.all(dataSet.images.map((image) => dataSet.truthOf(image)));
    expect(maps.map((map) => map?.values[0])).toEqual([1, undefined]);
    expect(await dataSet.check()).toMatchObject({ format: 'masks', images: 2, problems: [] });
  });

  it('depth as .npy in metres', async () => {
    const values = Float32Array.from({ length: 1200 }, (_, i) => i / 100);
    const dataSet = await opened({
      'images/a.png': picture,
      'depth/a.npy': Buffer.concat([npyHeader('float32', [30, 40]), new Uint8Array(values.buffer)]),
    });
    expect((await dataSet.truthOf(dataSet.images[0]!))!.values).toEqual(values);
    expect(await dataSet.check()).toMatchObject({ format: 'depth', problems: [] });
  });

  it('pictures without labels', async () => {
    const dataSet = await opened({ 'a.png': picture, 'b.png': picture });
    expect(await dataSet.check()).toMatchObject({ format: 'pictures', images: 2, annotations: 0 });
  });
});

describe('problems', () => {
  it('are listed by their place', async () => {
    const dataSet = await opened({
      'annotations.json': coco({
        images: [
          { id: 7, file_name: 'a.png', width: 40, height: 30 },
          { id: 7, file_name: 'b.png', width: 41, height: 30 },
          { id: 8, file_name: 'gone.png', width: 40, height: 30 },
          { id: 9, file_name: 'b.png', width: 41, height: 30 },
        ],
        categories: [
          { id: 3, name: 'car' },
          { id: 4, name: 'van' },
        ],
        annotations: [
          { id: 1, image_id: 7, category_id: 3, bbox: [5, 6, 10, 12], area: 90 },
          { id: 1, image_id: 7, category_id: 3, bbox: [-0.5, 6, 10, 12], area: 90 },
          { id: 2, image_id: 99, category_id: 3, bbox: [5, 6, 10, 12], area: 90 },
          { id: 3, image_id: 7, category_id: 5, bbox: [5, 6, 10, 12], area: 90 },
          { id: 4, image_id: 7, category_id: 3, bbox: [30, 6, 20, 12], area: 90 },
          { id: 5, image_id: 7, category_id: 3, bbox: [5, 6, 0, 12], area: 90 },
        ],
      }),
      'images/a.png': picture,
      'images/b.png': picture,
    });
    expect(await dataSet.check()).toMatchObject({
      images: 3,
      annotations: 6,
      problems: [
        'annotations.json: images[1].id: 7 is there twice.',
        'annotations.json: annotations[1].id: 1 is there twice.',
        'annotations.json: annotations[2].image_id: there is no image with the id 99.',
        'annotations.json: annotations[3].category_id: there is no category with the id 5.',
        'annotations.json: annotations[4].bbox reaches outside its picture of 40 x 30 pixels.',
        'annotations.json: annotations[5].bbox has no area.',
        'annotations.json: images[2]: the image gone.png is missing.',
        'images/b.png has 40 x 30 pixels, and its labels are for 41 x 30.',
        'The class van has no label.',
      ],
    });
    expect((await labelsOf(dataSet)).map(({ bbox }) => bbox)).toEqual([
      [5, 6, 10, 12],
      [30, 6, 10, 12],
    ]);
  });

  it('EXIF rotation is applied, and refused where the labels are of the picture before it', async () => {
    const turned = await testPicture(40, 30, { type: 'jpeg', orientation: 6 });
    const image = { id: 7, file_name: 'a.jpg', width: 30, height: 40 };
    const right = await opened({ 'annotations.json': coco({ images: [image] }), 'a.jpg': turned });
    expect((await right.check()).problems).toEqual([]);
    expect(await right.readPicture(right.images[0]!)).toMatchObject({ rows: 40, columns: 30 });
    const wrong = await opened({
      'annotations.json': coco({ images: [{ ...image, width: 40, height: 30 }] }),
      'a.jpg': turned,
    });
    expect((await wrong.check()).problems).toEqual([
      'a.jpg is 30 x 40 pixels after the rotation that it asks for (EXIF), and its labels are for 40 x 30: save it without that rotation.',
    ]);
    const yolo = await opened({
      'data.yaml': 'names: [car]',
      'images/a.jpg': turned,
      'labels/a.txt': '7 0 0 1 1\n'.repeat(2000),
    });
    expect(yolo.images[0]).toMatchObject({ width: 30, height: 40 });
    const { problems } = await yolo.check();
    expect(problems[99]).toBe('labels/a.txt:100 has the class 7, which names does not list.');
    expect(problems[100]).toBe('labels/a.txt: 1900 more lines have problems.');
  });

  it('a name that leads out of the folder is refused', async () => {
    for (const file_name of ['../a.png', '/etc/passwd', 'x/../../a.png', '..\\a.png', 'C:\\a.png'])
      await expect(
        opened({ 'annotations.json': coco({ images: [{ id: 7, file_name }] }) }),
      ).rejects.toThrow('leads out of the folder');
  });
});

describe('zip files', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const good = [
    { name: 'set/annotations.json', content: bytes(coco()) },
    { name: 'set/images/a.png', content: picture },
  ];
  const inZip = async (entries: Parameters<typeof zipOf>[0], options?: OpeningOptions) => {
    const { folder, remove } = await writeFiles({});
    made.push(remove);
    const path = join(folder, 'set.zip');
    await writeFile(path, zipOf(entries));
    return openDataset(path, options);
  };

  it('without a file are called empty', async () => {
    await expect(inZip([])).rejects.toThrow(/set\.zip is empty: it has no files\.$/);
  });

  it('are the same folder', async () => {
    const dataSet = await inZip(good);
    const folder = await opened({ 'annotations.json': coco(), 'images/a.png': picture });
    expect(await dataSet.check()).toEqual(await folder.check());
    await dataSet.close();
  });

  it.each([
    ['a path that leads out', { name: '../a.png', content: picture }, 'invalid relative path'],
    ['an absolute path', { name: '/a.png', content: picture }, 'absolute path'],
    ['a link', { name: 'a', content: bytes('/etc/passwd'), mode: 0o120777 }, 'is a link'],
    ['a bomb', { name: 'a', content: new Uint8Array(1e6) }, 'unpacks to more than 200 times'],
    ['a name twice', good[0]!, 'is there twice'],
  ])('with %s are refused', async (_, entry, sentence) => {
    await expect(inZip([...good, entry])).rejects.toThrow(sentence);
  });

  it('that unpack to more than the limit are refused', async () => {
    await expect(inZip(good, { megabytes: 1e-4 })).rejects.toThrow('DATASETS_MB');
  });
});

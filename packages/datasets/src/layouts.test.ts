import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { Dataset } from './dataset.ts';
import { openDataset, type OpeningOptions } from './open-dataset.ts';
import { testPicture, writeFiles, type TestFiles } from './test-files.ts';
import { reasonOf } from './troubles.ts';

const made: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of made.splice(0)) await remove();
});

async function opened(files: TestFiles, options?: OpeningOptions): Promise<Dataset> {
  const { folder, remove } = await writeFiles(files);
  made.push(remove);
  return openDataset(folder, options);
}

async function troublesIn(dataSet: Dataset) {
  const all: [place: string, reason: string, isFatal: boolean][] = [];
  for await (const one of dataSet.troubles())
    all.push([one.place, reasonOf(one), one.isFatal === true]);
  return all;
}

const picture = await testPicture(40, 30);
const dark = await testPicture(40, 30, { grey: 0 });
const white = await testPicture(40, 30, { grey: 255 });
const BOX = '0 0.5 0.5 0.4 0.4\n';

describe('splits', () => {
  const names = ({ images }: Dataset) => images.map(({ name }) => name);
  const yolo = {
    'train/images/a.png': picture,
    'valid/images/b.png': picture,
    'test/images/c.png': picture,
    'train/labels/a.txt': BOX,
    'valid/labels/b.txt': BOX,
    'test/labels/c.txt': BOX,
  };

  it.each([
    [
      'train, val and test',
      'names: [car]\ntrain: ../train/images\nval: ../valid/images',
      undefined,
      ['valid/images/b.png'],
    ],
    ['folders alone', 'names: [car]', undefined, ['valid/images/b.png']],
    ['one that is asked for', 'names: [car]', 'training', ['train/images/a.png']],
    [
      'another root',
      'path: ../datasets/x\nnames: [car]\nval: test/images',
      undefined,
      ['test/images/c.png'],
    ],
    [
      'all',
      'names: [car]',
      'all',
      ['test/images/c.png', 'train/images/a.png', 'valid/images/b.png'],
    ],
  ])('YOLO: %s', async (_, config, split, expected) => {
    expect(names(await opened({ ...yolo, 'data.yaml': config }, { split }))).toEqual(expected);
  });

  it('YOLO: lists of pictures, where a picture may be in two parts', async () => {
    const set = {
      'data.yaml': 'names: [car]\ntrain: train.txt\nval: val.txt',
      'train.txt': './images/a.png\n/data/x/images/b.png\n',
      'val.txt': 'images/b.png\n',
      'images/a.png': picture,
      'images/b.png': picture,
    };
    expect(names(await opened(set))).toEqual(['images/b.png']);
    expect(names(await opened(set, { split: 'train' }))).toHaveLength(2);
  });

  it('COCO: a file per part; ids and categories are of one file', async () => {
    const file = (name: string, category: string, more: object = {}): string =>
      JSON.stringify({
        images: [{ id: 0, file_name: name }],
        categories: [{ id: 1, name: category }],
        annotations: [{ id: 0, image_id: 0, category_id: 1, bbox: [1, 2, 3, 4], ...more }],
      });
    const set = {
      'annotations/instances_train2017.json': file('a.png', 'cup'),
      'annotations/instances_val2017.json': file('b.png', 'plate'),
      'images/a.png': picture,
      'images/b.png': picture,
    };
    const val = await opened(set);
    expect([names(val), val.categories.map(({ name }) => name)]).toEqual([
      ['images/b.png'],
      ['plate'],
    ]);
    const all = await opened(set, { split: 'all' });
    expect((await all.check()).problems).toEqual([]);
    const labels = await Promise.all(all.images.map((image) => all.annotationsOf(image)));
    const called = new Map(all.categories.map(({ id, name }) => [id, name]));
    expect(labels.map(([label]) => called.get(label!.category_id))).toEqual(['cup', 'plate']);
    await expect(opened(set, { split: 'tset' })).rejects.toThrow('The data set has no part tset');
  });

  it('class folders', async () => {
    const set = Object.fromEntries(
      ['train/cat/a', 'train/dog/b', 'val/cat/c'].map((path) => [`${path}.png`, picture]),
    );
    const dataSet = await opened(set);
    expect([names(dataSet), dataSet.categories.length]).toEqual([['val/cat/c.png'], 2]);
    expect(dataSet.split).toEqual({ split: 'val', splits: ['train', 'val'] });
    await expect(opened({ 'a.png': picture }, { split: 'val' })).rejects.toThrow('has no parts');
  });

  it('VOC: ImageSets', async () => {
    const xml =
      '<annotation><object><name>car</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>';
    const dataSet = await opened({
      'Annotations/a.xml': xml,
      'Annotations/b.xml': xml,
      'JPEGImages/a.png': picture,
      'JPEGImages/b.png': picture,
      'ImageSets/Main/train.txt': 'a\n',
      'ImageSets/Main/val.txt': 'b\n',
    });
    expect(names(dataSet)).toEqual(['JPEGImages/b.png']);
  });
});

describe('trifles', () => {
  it('are left out one by one, each with its place', async () => {
    const dataSet = await opened({
      'annotations.json': JSON.stringify({
        images: [
          { id: 1, file_name: 'a.png' },
          { id: 2, file_name: 'gone.png' },
          { id: 3, file_name: 'b.bmp' },
        ],
        categories: [{ id: 1, name: 'car' }],
        annotations: [
          { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] },
          { id: 1, image_id: 1, category_id: 1, bbox: [5, 6, 3, 4] },
          { id: 2, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] },
          {
            id: 3,
            image_id: 1,
            category_id: 1,
            bbox: [9, 9, 3, 4],
            segmentation: [[9, 9, 12, 13]],
          },
        ],
      }),
      'images/a.png': picture,
      'images/b.bmp': picture,
    });
    const file = 'annotations.json: annotations';
    expect(await troublesIn(dataSet)).toEqual([
      [`${file}[1].id`, '1 is there twice', false],
      ['images/b.bmp', 'BMP pictures are not read: save it as PNG', false],
      [`${file}[3].segmentation`, 'must have at least three points in each polygon', false],
      [`${file}[2]`, `is the same label as ${file}[0]`, false],
      ['annotations.json: images[1]', 'the image gone.png is missing', false],
    ]);
    expect(dataSet.images.map((image) => dataSet.hasFile(image))).toEqual([true, false]);
    expect(await dataSet.annotationsOf(dataSet.images[0]!)).toHaveLength(2);
  });

  it('an unknown class and a file of two entries are fatal', async () => {
    const yolo = await opened({
      'data.yaml': 'names: [car]',
      'images/a.png': picture,
      'labels/a.txt': '7 0.5 0.5 1 1',
    });
    expect((await troublesIn(yolo))[0]![2]).toBe(true);
    const images = [1, 2].map((id) => ({ id, file_name: 'a.png' }));
    const coco = await opened({ 'annotations.json': JSON.stringify({ images }), 'a.png': picture });
    expect(await troublesIn(coco)).toEqual([
      ['annotations.json: images[1].file_name', 'a.png is there twice', true],
    ]);
  });
});

describe('layouts', () => {
  it.each([
    ['LabelImg', { 'images/a.png': picture, 'labels/a.txt': BOX, 'labels/classes.txt': 'car\n' }],
    ['LabelImg in one folder', { 'a.png': picture, 'a.txt': BOX, 'classes.txt': 'car\n' }],
    [
      'Darknet',
      { 'obj.names': 'car\n', 'obj_train_data/a.png': picture, 'obj_train_data/a.txt': BOX },
    ],
  ])('%s: YOLO without data.yaml', async (_, files) => {
    const dataSet = await opened(files);
    expect(await dataSet.check()).toMatchObject({ format: 'yolo', annotations: 1, problems: [] });
    expect(dataSet.categories).toEqual([{ id: 0, name: 'car' }]);
  });

  it('LabelImg: VOC beside the pictures', async () => {
    const xml =
      '<annotation><filename>a.png</filename><object><name>car</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>';
    expect(await (await opened({ 'a.png': picture, 'a.xml': xml })).check()).toMatchObject({
      format: 'voc',
      images: 1,
      annotations: 1,
    });
  });

  it('masks/ beside images/: class numbers, or 255 for what is masked', async () => {
    const dataSet = await opened({
      'images/a.png': picture,
      'images/b.png': picture,
      'masks/a.png': dark,
      'masks/b.png': white,
    });
    expect(dataSet.task).toBe('segmentation');
    expect(dataSet.categories.map(({ id }) => id)).toEqual([0, 1]);
    const maps = await Promise.all(dataSet.images.map((image) => dataSet.truthOf(image)));
    expect(maps.map((map) => map!.values[0])).toEqual([0, 1]);
    expect((await dataSet.check()).problems).toEqual([]);
  });

  it('Pascal VOC segmentation, by its colours', async () => {
    // Classes 0, 1 (128 0 0), 15 (192 128 128) and the rim (224 224 192).
    const rgb = Uint8Array.from([0, 0, 0, 128, 0, 0, 192, 128, 128, 224, 224, 192]);
    const raw = { width: 4, height: 1, channels: 3 } as const;
    const mask = await sharp(rgb, { raw }).png().toBuffer();
    const dataSet = await opened({
      'JPEGImages/a.png': await testPicture(4, 1),
      'SegmentationClass/a.png': mask,
    });
    expect([...(await dataSet.truthOf(dataSet.images[0]!))!.values]).toEqual([0, 1, 15, 255]);
    expect(dataSet.categories[15]!.name).toBe('person');
    expect((await dataSet.check()).problems).toEqual([]);
  });

  it.each([
    [
      'BDD100K',
      {
        'labels/det_val.json':
          '[{"name": "a.png", "labels": [{"category": "car", "box2d": {"x1": 1}}]}]',
      },
    ],
    [
      'the tracking benchmark of KITTI',
      { 'label_02/0000.txt': '0 1 Car', 'image_02/0000/000000.png': picture },
    ],
    [
      'Label Studio',
      { 'project.json': '[{"id": 1, "annotations": [{"result": [{"original_width": 40}]}]}]' },
    ],
    [
      'Supervisely',
      { 'meta.json': '{"classes": []}', 'ds0/img/a.png': picture, 'ds0/ann/a.png.json': '{}' },
    ],
    [
      'CVAT (XML)',
      {
        'annotations.xml': '<?xml version="1.0"?><annotations><version>1.1</version></annotations>',
      },
    ],
    ['Open Images (CSV)', { 'train.csv': 'ImageID,Source,LabelName,Confidence,XMin\n' }],
    ['labelme', { 'a.json': '{"version": "5", "shapes": [{"label": "car", "points": []}]}' }],
    ['VGG Image Annotator', { 'via.json': '{"_via_settings": {}}' }],
    [
      'CreateML',
      {
        'a.json':
          '[{"image": "a.png", "annotations": [{"label": "car", "coordinates": {"x": 1}}]}]',
      },
    ],
  ])('%s is refused by name, with how to convert it', async (name, files) => {
    const set = { 'images/a.png': picture, ...files };
    await expect(opened(set)).rejects.toThrow(`in the format of ${name} (`);
  });

  it.each([
    ['labels without names', { 'images/a.png': picture, 'labels/a.txt': BOX }, 'data.yaml'],
    [
      'a mask in other colours',
      { 'images/a.png': picture, 'masks/a.png': picture },
      'it has colours',
    ],
  ])('%s are refused with what is missing', async (_, files, sentence) => {
    await expect(opened(files)).rejects.toThrow(sentence);
  });

  it('a region of DontCare is a crowd of every class', async () => {
    const dataSet = await opened({
      'image_2/a.png': picture,
      'label_2/a.txt':
        'Car 0 0 0 1 1 9 9 0 0 0 0 0 0 0\nCyclist 0 0 0 9 9 19 19 0 0 0 0 0 0 0\nDontCare -1 -1 -10 20 1 39 9 -1 -1 -1 -1 -1 -1 -1\n',
    });
    const labels = await dataSet.annotationsOf(dataSet.images[0]!);
    expect(labels.filter(({ iscrowd }) => iscrowd === 1)).toHaveLength(2);
    expect((await dataSet.check()).problems).toEqual([]);
  });
});

describe('EXIF orientations', () => {
  /** Where the upper left pixel of the file is after the turn: from the left, from the top. */
  it.each([
    [1, 0, 0],
    [2, 1, 0],
    [3, 1, 1],
    [4, 0, 1],
    [5, 0, 0],
    [6, 1, 0],
    [7, 1, 1],
    [8, 0, 1],
  ])('%i', async (orientation, right, below) => {
    const [width, height] = [48, 32];
    const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      return x < 16 && y < 16 ? 255 : 0;
    });
    const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
      .withMetadata({ orientation })
      .jpeg({ quality: 100 })
      .toBuffer();
    const dataSet = await opened({ 'a.jpg': bytes });
    const { rows, columns, rgb } = await dataSet.readPicture(dataSet.images[0]!);
    const turned = orientation > 4;
    expect([columns, rows]).toEqual(turned ? [32, 48] : [48, 32]);
    expect(dataSet.images[0]).toMatchObject({ width: columns, height: rows });
    const corner = (x: number, y: number): number =>
      rgb[3 * (y * (rows - 1) * columns + x * (columns - 1))]!;
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      expect(corner(x, y) > 128).toBe(x === right && y === below);
  });
});

describe('folders with several kinds of labels', () => {
  const voc = {
    'Annotations/a.xml':
      '<annotation><filename>a.png</filename><size><width>40</width><height>30</height></size><object><name>car</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>10</xmax><ymax>10</ymax></bndbox></object></annotation>',
    'JPEGImages/a.png': picture,
    'SegmentationClass/a.png': dark,
  };

  it('VOC: boxes are read unless masks are asked for, and both are said', async () => {
    const boxes = await opened(voc);
    expect([boxes.format, boxes.notes]).toEqual([
      'voc',
      [expect.stringContaining('SegmentationClass/ has masks of the same set: --labels masks')],
    ]);
    const masks = await opened(voc, { labels: 'masks' });
    expect([masks.task, masks.images.length, masks.notes]).toEqual([
      'segmentation',
      1,
      [expect.stringContaining('--labels boxes')],
    ]);
  });

  it('COCO: key points are in files of their own, which are read where they are asked for', async () => {
    const file = (points: object) =>
      JSON.stringify({
        images: [{ id: 1, file_name: 'a.png' }],
        categories: [{ id: 1, name: 'person' }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 9, 9], ...points }],
      });
    const coco = {
      'images/a.png': picture,
      'annotations/instances_val2017.json': file({}),
      'annotations/person_keypoints_val2017.json': file({ keypoints: [3, 4, 2] }),
    };
    const pointsOf = async (options?: OpeningOptions) => {
      const set = await opened(coco, options);
      return (await set.annotationsOf(set.images[0]!))[0]!.keypoints;
    };
    expect(await pointsOf()).toBeUndefined();
    expect(await pointsOf({ labels: 'points' })).toEqual([3, 4, 2]);
  });
});

it('DOTA: four corners and a class; what is difficult is a crowd', async () => {
  const set = await opened({
    'val/images/P1.png': picture,
    'val/labelTxt/P1.txt':
      'imagesource:GoogleEarth\ngsd:0.14\n10 5 20 5 20 9 10 9 ship 0\n5 5 9 5 9 9 5 9 plane 1\n1 2 3 ship\n',
    'train/images/P1.png': picture,
    'train/labelTxt/P1.txt': '10 5 20 5 20 9 10 9 ship 0\n',
  });
  expect([set.format, set.categories.map(({ name }) => name), set.split?.split]).toEqual([
    'dota',
    ['plane', 'ship'],
    'val',
  ]);
  expect(await set.annotationsOf(set.images[0]!)).toMatchObject([
    { category_id: 2, bbox: [10, 5, 10, 4], area: 40, iscrowd: 0 },
    { category_id: 1, iscrowd: 1, segmentation: [[5, 5, 9, 5, 9, 9, 5, 9]] },
  ]);
  expect(await troublesIn(set)).toEqual([
    ['val/labelTxt/P1.txt:5', 'must have four corners and a class', false],
  ]);
});

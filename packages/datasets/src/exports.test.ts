import { afterEach, describe, expect, it } from 'vitest';
import { openDataset, type OpeningOptions } from './open-dataset.ts';
import { testPicture, writeFiles, type TestFiles } from './test-files.ts';

const made: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of made.splice(0)) await remove();
});

async function opened(files: TestFiles, options?: OpeningOptions) {
  const { folder, remove } = await writeFiles(files);
  made.push(remove);
  return openDataset(folder, options);
}

const picture = await testPicture(40, 30);
const mask = await testPicture(40, 30, { grey: 1 });
const jpeg = await testPicture(40, 30, { type: 'jpeg' });

/** One box in each: the left upper quarter of 40 x 30 pixels. */
const ROW = '0 0.25 0.25 0.5 0.5\n';
const BOX = [0, 0, 20, 15];
const coco = (name: string): string =>
  JSON.stringify({
    images: [{ id: 1, file_name: name, width: 40, height: 30 }],
    categories: [{ id: 1, name: 'cup' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: BOX }],
  });
const xml =
  '<annotation><object><name>cup</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>20</xmax><ymax>15</ymax></bndbox></object></annotation>';
const windows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
const both = (make: (part: string) => TestFiles): TestFiles => ({
  ...make('train'),
  ...make('val'),
});
const yolo = (above = '', [images, labels] = ['images', 'labels']): TestFiles =>
  both((part) => ({
    [`${above}${images}/${part}/${part}.png`]: picture,
    [`${above}${labels}/${part}/${part}.txt`]: ROW,
  }));
const NAMES = 'names: [cup]\ntrain: images/train\nval: images/val\n';

describe('boxes of', () => {
  it.each<readonly [string, TestFiles, image: string]>([
    ['YOLO, lists', { 'data.yaml': NAMES, ...yolo() }, 'images/val/val.png'],
    [
      'YOLO, names by number and a root',
      {
        'coco.yaml': 'path: coco\nval: images/val # part\ntrain: images/train\nnames:\n  0: cup\n',
        ...yolo(),
      },
      'images/val/val.png',
    ],
    [
      'YOLO of Windows',
      {
        'data.yaml': windows('names: [cup]\nval: .\\images\\val\ntrain: .\\images\\train\n'),
        ...yolo(),
        'labels/val/val.txt': windows(ROW),
      },
      'images/val/val.png',
    ],
    [
      'YOLO in capital letters',
      {
        'DATA.YAML': 'names: [cup]\nval: images\n',
        'Images/A.PNG': picture,
        'Labels/A.TXT': ROW,
      },
      'Images/A.PNG',
    ],
    [
      'YOLO in folders of folders, whose paths begin at the file',
      {
        'a/b/data.yaml': 'names: [cup]\nval: images/val\ntrain: images/train\n',
        ...yolo('a/b/'),
      },
      'images/val/val.png',
    ],
    [
      'YOLO with its configuration elsewhere',
      { 'cfg/cups.yaml': NAMES, 'cfg/model.yaml': 'depth: 1\n', ...yolo() },
      'images/val/val.png',
    ],
    [
      'YOLO of Label Studio, with lists of pictures',
      {
        'classes.txt': 'cup\n',
        'notes.json': '{"categories": [{"id": 0, "name": "cup"}]}',
        'train.txt': 'images/train/train.png\n',
        'val.txt': windows('.\\images\\val\\val.png\n'),
        ...yolo(),
      },
      'images/val/val.png',
    ],
    [
      'Darknet',
      {
        'obj.names': 'cup\n',
        'obj.data': 'classes = 1\ntrain = data/train.txt\nvalid = data/some.txt\n',
        'train.txt': 'data/obj/a.png\n',
        'some.txt': 'data/obj/b.png\n',
        'obj/a.png': picture,
        'obj/a.txt': ROW,
        'obj/b.png': picture,
        'obj/b.txt': ROW,
      },
      'obj/b.png',
    ],
    [
      'COCO, equal names in both parts',
      {
        'annotations/instances_train2017.json': coco('a.png'),
        'annotations/instances_val2017.json': coco('a.png'),
        'train2017/a.png': picture,
        'val2017/a.png': picture,
      },
      'val2017/a.png',
    ],
    [
      'COCO, files of the parts beside the folders',
      {
        'train.json': coco('a.png'),
        'val.json': coco('b.png'),
        'images/a.png': picture,
        'images/b.png': picture,
      },
      'images/b.png',
    ],
    ['COCO of FiftyOne', { 'labels.json': coco('a.png'), 'data/a.png': picture }, 'data/a.png'],
    [
      'COCO of Label Studio',
      { 'result.json': coco('images\\a.png'), 'images/a.png': picture },
      'images/a.png',
    ],
    [
      'COCO of Roboflow',
      both((part) => {
        const folder = part === 'val' ? 'valid' : part;
        return {
          [`${folder}/_annotations.coco.json`]: coco(`${part}.jpg`),
          [`${folder}/${part}.jpg`]: jpeg,
        };
      }),
      'valid/val.jpg',
    ],
    [
      'COCO in capital letters, and names above its folder',
      { 'Annotations/Instances_Val.json': coco('../images/A.PNG'), 'images/a.png': picture },
      'images/a.png',
    ],
    [
      'VOC of Roboflow',
      {
        'train/a.xml': xml,
        'train/a.jpg': jpeg,
        'valid/b.xml': windows(xml),
        'valid/b.jpg': jpeg,
        'README.dataset.txt': 'a.jpg',
      },
      'valid/b.jpg',
    ],
  ])('%s', async (_, files, image) => {
    const set = await opened(files);
    expect(set.images.map(({ name }) => name)).toEqual([image]);
    expect(set.categories.map(({ name }) => name)).toEqual(['cup']);
    expect(await set.annotationsOf(set.images[0]!)).toMatchObject([{ bbox: BOX }]);
    expect((await set.check()).problems).toEqual([]);
  });
});

describe('classes and maps of', () => {
  const classes = (...parts: readonly string[]): TestFiles =>
    Object.fromEntries(
      parts.flatMap((part) => ['cat', 'dog'].map((name) => [`${part}/${name}/a.png`, picture])),
    );
  const masks = (...parts: readonly (readonly [images: string, masks: string])[]): TestFiles =>
    Object.fromEntries(
      parts.flatMap(([image, folder]) => [
        [`${image}/a.png`, picture],
        [`${folder}/a.png`, mask],
      ]),
    );
  it.each<readonly [string, TestFiles, format: string, images: readonly string[]]>([
    [
      'train and validation',
      classes('train', 'validation'),
      'classes',
      ['validation/cat/a.png', 'validation/dog/a.png'],
    ],
    [
      'training_set and test_set',
      classes('training_set', 'test_set'),
      'classes',
      ['test_set/cat/a.png', 'test_set/dog/a.png'],
    ],
    ['Train and Test', classes('Train', 'Test'), 'classes', ['Test/cat/a.png', 'Test/dog/a.png']],
    [
      'parts beside other files',
      { ...classes('train', 'val'), 'meta/about.bin': '' },
      'classes',
      ['val/cat/a.png', 'val/dog/a.png'],
    ],
    [
      'folders that are called as masks are',
      { 'with_mask/a.png': picture, 'without_mask/b.png': picture },
      'classes',
      ['with_mask/a.png', 'without_mask/b.png'],
    ],
    ['gt/', masks(['images', 'gt']), 'masks', ['images/a.png']],
    [
      'train_images/ and train_masks/',
      masks(['train_images', 'train_masks'], ['val_images', 'val_masks']),
      'masks',
      ['val_images/a.png'],
    ],
    ['CamVid', masks(['train', 'trainannot'], ['val', 'valannot']), 'masks', ['val/a.png']],
    [
      'Pascal VOC: ImageSets/Segmentation',
      {
        'JPEGImages/a.jpg': jpeg,
        'JPEGImages/b.jpg': jpeg,
        'JPEGImages/boxes-alone.jpg': jpeg,
        'SegmentationClass/a.png': mask,
        'SegmentationClass/b.png': mask,
        'ImageSets/Segmentation/train.txt': 'a\n',
        'ImageSets/Segmentation/val.txt': 'b\n',
      },
      'masks',
      ['JPEGImages/b.jpg'],
    ],
    ['rgb/ beside depth/', masks(['rgb', 'depth']), 'depth', ['rgb/a.png']],
  ])('%s', async (_, files, format, images) => {
    const set = await opened(files);
    expect([set.format, set.images.map(({ name }) => name)]).toEqual([format, images]);
    expect((await set.check()).problems).toEqual([]);
  });
});

describe('said, and not read another way:', () => {
  it.each<readonly [string, TestFiles, problem: string]>([
    [
      'a part that leads nowhere',
      { 'data.yaml': NAMES.replace('images/val', 'images/vali'), ...yolo() },
      'data.yaml: val leads to images/vali, where no pictures are.',
    ],
    [
      'a picture outside the folders of the classes',
      {
        ...Object.fromEntries(['cat/a', 'cat/b', 'dog/a'].map((path) => [`${path}.png`, picture])),
        'all.png': picture,
      },
      'all.png: it is in no folder of a class.',
    ],
    [
      'pictures of a test without classes',
      { 'train/cat/a.png': picture, 'train/dog/a.png': picture, 'test/1.png': picture },
      'test: 1 of its pictures lie in no folder of a class.',
    ],
  ])('%s', async (_, files, problem) => {
    const set = await opened(files);
    expect((await set.check()).problems).toEqual([problem]);
  });

  const around = { 'images/a.png': picture, 'images/b.png': picture };
  it.each<readonly [string, TestFiles, sentence: string]>([
    ['the MOT Challenge', { 'gt/gt.txt': '1,1,9,9,9,9,1,1,1\n' }, 'format of the MOT Challenge'],
    ['nuScenes', { 'v1.0-mini/sample.json': '[{"token": "x"}]' }, 'format of nuScenes'],
    ['Datumaro', { 'annotations/d.json': '{"categories": {"label": {}}}' }, 'of Datumaro'],
    [
      'COCO, panoptic',
      {
        'annotations/panoptic_val2017.json':
          '{"images": [], "annotations": [{"segments_info": []}]}',
      },
      'panoptic task of COCO',
    ],
    ['boxes in CSV', { 'labels.csv': 'filename,class,xmin,ymin,xmax,ymax\n' }, 'a box per line'],
    ['classes in CSV', { '_classes.csv': 'filename, cat, dog\n' }, 'a column per class'],
    ['WIDER FACE', { 'wider_face_val_bbx_gt.txt': 'a.png\n1\n' }, 'format of WIDER FACE'],
    [
      'polygons of Cityscapes',
      { 'gtFine/val/x/x_000000_000001_gtFine_polygons.json': '{"objects": []}' },
      'no _labelIds.png',
    ],
    ['VisDrone', { 'annotations/a.txt': '6,8,27,11,1,4,0,0\n' }, 'called as a picture is'],
    ['another list', { 'labels.json': '{"a.png": "cat"}' }, 'is about its pictures'],
    ['masks as JPEG', { 'masks/a.jpg': jpeg }, 'save the masks as PNG'],
    ['masks of unusual folders', { 'my-segmented/a.png': mask }, 'lies in a folder of labels'],
    [
      'two sets of YOLO',
      {
        'one/data.yaml': NAMES,
        'two/data.yaml': NAMES,
        'one/labels/a.txt': ROW,
      },
      'both name classes of YOLO',
    ],
  ])('%s', async (_, files, sentence) => {
    await expect(opened({ ...around, ...files })).rejects.toThrow(sentence);
  });

  it('parts beside a folder that is none', async () => {
    const files = Object.fromEntries(
      ['train', 'val', 'more'].map((part) => [`${part}/cat/a.png`, picture]),
    );
    await expect(opened(files)).rejects.toThrow('has the parts train, val beside more');
  });
});

import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonFile, lumenloom, mainFile, temporaryFolder } from './lumenloom.ts';

let folder: string;
let set: string;
let recipe: string;
const PICTURES = 5;

beforeAll(async () => {
  folder = await temporaryFolder();
  set = join(folder, 'set');
  await mkdir(join(set, 'images'), { recursive: true });
  const [width, height] = [80, 60];
  for (let i = 0; i < PICTURES; i += 1) {
    const data = Uint8Array.from(
      { length: width * height * 3 },
      (_, k) => 40 + ((k * (i + 3)) % 150),
    );
    const png = await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    await writeFile(join(set, 'images', `p${i}.png`), png);
  }
  await jsonFile(set, 'annotations.json', {
    images: Array.from({ length: PICTURES }, (_, i) => ({
      id: i + 1,
      file_name: `p${i}.png`,
      width,
      height,
    })),
    categories: [{ id: 4, name: 'car' }],
    annotations: Array.from({ length: PICTURES }, (_, i) => [
      { id: 2 * i + 1, image_id: i + 1, category_id: 4, bbox: [30, 20, 20, 20], area: 400 },
      {
        id: 2 * i + 2,
        image_id: i + 1,
        category_id: 4,
        bbox: [0, 0, 8, 60],
        area: 480,
        segmentation: [[0, 0, 8, 0, 8, 60, 0, 60]],
      },
    ]).flat(),
  });
  // The ideal lens of 8.2 mm: the middle 40 of the 80 pixels fill the sensor.
  recipe = await jsonFile(folder, 'recipe.json', {
    sceneFileParams: { hfov: (2 * Math.atan(0.4 / 8.2) * 180) / Math.PI },
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 30, cols: 40, pixel_size: 10 },
    isp: 'Fast-openISP',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Files of a folder by their paths. */
async function filesIn(path: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(path, name), 'base64')] as const),
    ),
  );
}
const simulate = (out: string, ...more: readonly string[]) =>
  lumenloom('dataset', 'simulate', set, '--recipe', recipe, '--out', join(folder, out), ...more);

test('dataset check: numbers and problems as JSON, and for people', async () => {
  const { status, stdout } = await lumenloom('dataset', 'check', set, '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    format: 'coco',
    images: PICTURES,
    annotations: 2 * PICTURES,
    categories: 1,
    crowd: 0,
    sizes: { small: 2 * PICTURES, medium: 0, large: 0, pictures: { '80 x 60': PICTURES } },
    problems: [],
  });
  expect((await lumenloom('dataset', 'check', set)).stdout).toContain('No problems.');
  expect(await lumenloom('dataset', 'check', join(folder, 'none'))).toMatchObject({ status: 2 });
});

test('the example is a data set without problems', async () => {
  const { stdout } = await lumenloom('dataset', 'check', 'example:renders', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ images: 24, categories: 9, problems: [] });
});

test('dataset simulate: labels of the camera, crowds where little is visible', async () => {
  expect(await simulate('coco', '--labels-only')).toMatchObject({ status: 0 });
  const { images, annotations } = JSON.parse(
    await readFile(join(folder, 'coco', 'annotations.json'), 'utf8'),
  ) as { images: object[]; annotations: object[] };
  expect(images[0]).toEqual({ id: 1, file_name: 'p0.png', width: 40, height: 30 });
  expect(annotations).toHaveLength(PICTURES);
  expect(annotations[0]).toMatchObject({
    id: 1,
    bbox: [10, 5, 20, 20],
    iscrowd: 0,
    visibleShare: 1,
    labelIou: 1,
  });
  expect(await simulate('coco', '--labels-only')).toMatchObject({ status: 2 });
});

test('dataset simulate: YOLO is read back as it was', async () => {
  const out = join(folder, 'yolo');
  expect(await simulate('yolo', '--format', 'yolo', '--images', '2')).toMatchObject({ status: 0 });
  expect(await readFile(join(out, 'labels', 'p0.txt'), 'utf8')).toBe('0 0.5 0.5 0.5 0.66666667\n');
  const { stdout } = await lumenloom('dataset', 'check', out, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'yolo',
    images: 2,
    annotations: 2,
    problems: [],
  });
});

test('dataset simulate: the same bytes for any jobs, and after kill -9', async () => {
  expect(await simulate('one', '--jobs', '1')).toMatchObject({ status: 0 });
  const whole = await filesIn(join(folder, 'one'));
  expect(Object.keys(whole)).toEqual([
    'annotations.json',
    'dataset.json',
    ...Array.from({ length: PICTURES }, (_, i) => `images/p${i}.png`),
    'recipe.json',
  ]);
  expect(await simulate('two', '--jobs', '2')).toMatchObject({ status: 0 });
  expect(await filesIn(join(folder, 'two'))).toEqual(whole);
  const out = join(folder, 'killed');
  const child = spawn(process.execPath, [
    mainFile,
    'dataset',
    'simulate',
    set,
    '--recipe',
    recipe,
    '--out',
    out,
    '--jobs',
    '1',
  ]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const journal = (): Promise<string> =>
    readFile(join(out, 'images.ndjson'), 'utf8').catch(() => '');
  await expect
    .poll(async () => (await journal()).split('\n').length, { interval: 2 })
    .toBeGreaterThan(2);
  child.kill('SIGKILL');
  await ended;
  expect(await simulate('killed')).toMatchObject({ status: 2 });
  expect(await simulate('killed', '--resume')).toMatchObject({ status: 0 });
  expect(await filesIn(out)).toEqual(whole);
  expect(await simulate('killed', '--resume')).toMatchObject({ status: 0 });
  expect(await simulate('killed', '--resume', '--min-visible', '.5')).toMatchObject({ status: 2 });
});

test('dataset simulate: masks keep their format, and a damaged picture fails alone', async () => {
  const [good, mask] = ['img_leftImg8bit.png', 'img_gtFine_labelIds.png'];
  const masks = join(folder, 'masks');
  const files: Readonly<Record<string, Uint8Array>> = {
    [`leftImg8bit/${good}`]: await readFile(join(set, 'images/p0.png')),
    [`gtFine/${mask}`]: await sharp({
      create: { width: 80, height: 60, channels: 3, background: { r: 7, g: 7, b: 7 } },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer(),
    'leftImg8bit/bad_leftImg8bit.png': new Uint8Array(99),
    'gtFine/bad_gtFine_labelIds.png': new Uint8Array(99),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(masks, name)), { recursive: true });
    await writeFile(join(masks, name), bytes);
  }
  const out = join(folder, 'masks-out');
  const { status, stdout, stderr } = await lumenloom(
    'dataset',
    'simulate',
    masks,
    '--recipe',
    recipe,
    '--out',
    out,
    '--json',
  );
  expect(status).toBe(1);
  expect(stderr.endsWith('1 of 2 pictures failed and were left out.\n')).toBe(true);
  const checked = await lumenloom('dataset', 'check', masks);
  expect(checked).toMatchObject({ status: 1, stderr: `${masks} has 1 problem.\n` });
  expect(JSON.parse(stdout)).toMatchObject({
    images: 1,
    failed: [{ name: 'leftImg8bit/bad_leftImg8bit.png' }],
  });
  const written = sharp(join(out, 'gtFine', mask));
  expect(await written.metadata()).toMatchObject({ width: 40, height: 30, channels: 1 });
  expect(new Set(await written.raw().toBuffer())).toEqual(new Set([7]));
});

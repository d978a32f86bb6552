/**
 * Renders the example data set: 12 streets and 12 trays of parts with boxes and masks. The same
 * options give the same bytes. Usage: tsx tools/media/labelled/render.ts [--samples N] [--first N]
 * [--count N] [--out DIR]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numberOption, readArguments, readOrExit } from '@lumenloom/node-host/command-line';
import sharp from 'sharp';
import { denoise } from '../apple/denoise.ts';
import { renderFilm } from '../apple/render-film.ts';
import { develop } from '../apple/tone-curve.ts';
import { firstHits } from './identify.ts';
import { CLASSES } from './labelled-still.ts';
import { PICTURES, sceneOf } from './pictures.ts';

const [WIDTH, HEIGHT] = [384, 256];
const DEFAULT_FOLDER = fileURLToPath(new URL('../../../examples/renders/', import.meta.url));
const QUALITY = 88;
/** Objects of which fewer pixels are visible have no label. */
const LEAST_PIXELS = 40;
const THREADS = 2;

const options = readOrExit(
  'Usage: tsx tools/media/labelled/render.ts [--samples N] [--first N] [--count N] [--out DIR]\n',
  () => {
    const { values } = readArguments(
      process.argv.slice(2),
      {
        samples: { value: 'N', default: '8', says: 'Most samples per pixel.' },
        first: { value: 'N', default: '0', says: 'First picture that is rendered.' },
        count: { value: 'N', default: String(PICTURES), says: 'Pictures that are rendered.' },
        out: { value: 'DIR', default: DEFAULT_FOLDER, says: 'Where the set goes.' },
      },
      { min: 0, max: 0, are: 'no words' },
    );
    const whole = { whole: true, min: 0, max: 1e6 } as const;
    return {
      samples: numberOption('samples', values.samples, whole),
      first: numberOption('first', values.first, whole),
      count: numberOption('count', values.count, whole),
      out: values.out,
    };
  },
);

const nameOf = (picture: number): string =>
  picture < PICTURES / 2
    ? `street-${String(picture + 1).padStart(2, '0')}.jpg`
    : `tray-${String(picture - PICTURES / 2 + 1).padStart(2, '0')}.jpg`;

/** Run lengths of COCO: down the columns, beginning with 0. */
function runLengths(pixels: Int16Array, object: number): number[] {
  const counts: number[] = [];
  let [inside, length] = [false, 0];
  for (let i = 0; i < pixels.length; i += 1) {
    const isObject = pixels[(i % HEIGHT) * WIDTH + Math.floor(i / HEIGHT)] === object;
    if (isObject !== inside) {
      counts.push(length);
      [inside, length] = [isObject, 0];
    }
    length += 1;
  }
  return [...counts, length];
}

/** Box and area of an object's pixels. */
function boundsOf(pixels: Int16Array, object: number) {
  let [left, top, right, bottom, area] = [WIDTH, HEIGHT, 0, 0, 0];
  for (const [i, index] of pixels.entries()) {
    if (index !== object) continue;
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    area += 1;
  }
  return { bbox: [left, top, right - left, bottom - top], area };
}

const images = Array.from({ length: PICTURES }, (_, picture) => ({
  id: picture + 1,
  file_name: nameOf(picture),
  width: WIDTH,
  height: HEIGHT,
}));
const annotations = images.flatMap(({ id }) => {
  const scene = sceneOf(id - 1);
  const labelled = scene.createLabelled();
  const { indices: pixels } = firstHits(scene, labelled, WIDTH, HEIGHT);
  return labelled.flatMap(({ name }, object) => {
    const { bbox, area } = boundsOf(pixels, object);
    if (area < LEAST_PIXELS) return [];
    const segmentation = { size: [HEIGHT, WIDTH], counts: runLengths(pixels, object) };
    const category = CLASSES.indexOf(name) + 1;
    return [{ image_id: id, category_id: category, bbox, area, iscrowd: 0, segmentation }];
  });
});

await mkdir(join(options.out, 'images'), { recursive: true });
for (const { id, file_name: name } of images.slice(options.first, options.first + options.count)) {
  const still = new URL(`./one.ts?picture=${id - 1}`, import.meta.url);
  const film = await renderFilm(
    { width: WIDTH, height: HEIGHT, samples: options.samples, seed: id, stillModule: still.href },
    THREADS,
    () => undefined,
  );
  await sharp(develop(denoise(film), sceneOf(id - 1).exposure), {
    raw: { width: WIDTH, height: HEIGHT, channels: 3 },
  })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toFile(join(options.out, 'images', name));
  process.stdout.write(`${name}\n`);
}
const lines = (items: readonly object[]): string =>
  items.map((item) => `\n${JSON.stringify(item)}`).join(',');
await writeFile(
  join(options.out, 'annotations.json'),
  `{"info": {"description": "Streets and trays of parts, rendered by tools/media/labelled"},
"licenses": [{"id": 1, "name": "MIT"}],
"images": [${lines(images)}],
"categories": [${lines(CLASSES.map((name, i) => ({ id: i + 1, name })))}],
"annotations": [${lines(annotations.map((annotation, i) => ({ id: i + 1, ...annotation })))}]}\n`,
);

import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { philox } from '@lumenloom/engine';
import { cacheFolder, encodePng, writeFile } from '@lumenloom/node-host';
import { makeFolder } from '@lumenloom/node-host/command-line';

/**
 * The data set `example:marks` (docs/reference/vision.md#marks): pictures of round marks, brighter
 * or darker than their ground, whose places and sizes are known exactly.
 */
const ROWS = 240;
const COLUMNS = 320;
const MARKS = 9;
const GROUND = 0.5;
/** Standard deviation of a mark, pixels, even on a logarithmic scale. */
const SMALLEST = 1.6;
const LARGEST = 5.6;
const FAINTEST = 0.08;
const STRONGEST = 0.35;
/** Pixels between the centre of a mark and the rim of the picture. */
const RIM = 20;
/** Centres of two marks are this many times the sum of their deviations apart. */
const APART = 4;
/** Half side of a box over the deviation of its mark. */
const HALF_SIDE = 2.5;
export const MARKS_PICTURES = 60;
const MARKS_SEED = 1;

export const CATEGORIES = [
  { id: 1, name: 'bright mark' },
  { id: 2, name: 'dark mark' },
] as const;

/** A mark: place of its centre and deviation in pixels, contrast on a ground of .5. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly deviation: number;
  readonly contrast: number;
}

/** Numbers from 0 to 1, even, from a seed and the number of a picture. */
function evenNumbers(seed: number, picture: number): () => number {
  const words = new Uint32Array(4);
  let at = 0;
  return () => {
    if (at % 4 === 0) philox([at / 4, picture, 0, 0], [seed, 0], words);
    at += 1;
    return (words[(at - 1) % 4]! + 0.5) / 2 ** 32;
  };
}

/** The marks of a picture. */
export function marksOf(seed: number, picture: number): readonly Mark[] {
  const next = evenNumbers(seed, picture);
  const marks: Mark[] = [];
  while (marks.length < MARKS) {
    const deviation = SMALLEST * (LARGEST / SMALLEST) ** next();
    const strength = FAINTEST + (STRONGEST - FAINTEST) * next();
    const mark = {
      deviation,
      contrast: next() < 0.5 ? -strength : strength,
      x: RIM + (COLUMNS - 2 * RIM) * next(),
      y: RIM + (ROWS - 2 * RIM) * next(),
    };
    const isFree = marks.every(
      (other) =>
        Math.hypot(other.x - mark.x, other.y - mark.y) >= APART * (other.deviation + deviation),
    );
    if (isFree) marks.push(mark);
  }
  return marks;
}

/** The picture of marks, grey, as 8-bit codes; pixel i covers [i, i + 1). */
export function drawMarks(marks: readonly Mark[]): Uint8Array {
  const data = new Uint8Array(ROWS * COLUMNS);
  for (let row = 0, at = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1, at += 1) {
      let value = GROUND;
      for (const { x, y, deviation, contrast } of marks) {
        const squared = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2;
        value += contrast * Math.exp(-squared / (2 * deviation ** 2));
      }
      data[at] = Math.round(255 * Math.min(1, Math.max(0, value)));
    }
  return data;
}

const nameOf = (picture: number): string => `${String(picture + 1).padStart(3, '0')}.png`;

/** The annotations of a picture, as COCO has them, without identifiers of their own. */
export const annotationsOf = (marks: readonly Mark[], image: number): readonly object[] =>
  marks.map(({ x, y, deviation, contrast }) => {
    const half = HALF_SIDE * deviation;
    return {
      image_id: image,
      category_id: contrast > 0 ? 1 : 2,
      bbox: [x - half, y - half, 2 * half, 2 * half],
      area: (2 * half) ** 2,
      iscrowd: 0,
    };
  });

/** The file of annotations of all pictures, as COCO has it. */
function labelsOf(seed: number): object {
  const pictures = Array.from({ length: MARKS_PICTURES }, (_, picture) => picture);
  return {
    info: {
      description: 'Round marks, made by Lumenloom from a seed',
      license: 'CC0',
    },
    images: pictures.map((picture) => ({
      id: picture + 1,
      file_name: nameOf(picture),
      width: COLUMNS,
      height: ROWS,
    })),
    categories: CATEGORIES,
    annotations: pictures
      .flatMap((picture) => annotationsOf(marksOf(seed, picture), picture + 1))
      .map((annotation, at) => ({ id: at + 1, ...annotation })),
  };
}

/** Writes the data set into a folder. */
export async function writeMarks(folder: string, seed = MARKS_SEED): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true });
  for (let picture = 0; picture < MARKS_PICTURES; picture += 1) {
    const data = drawMarks(marksOf(seed, picture));
    const png = await encodePng({ rows: ROWS, columns: COLUMNS, channels: 1, data });
    await writeFile(join(folder, 'images', nameOf(picture)), png);
  }
  await writeFile(
    join(folder, 'annotations.json'),
    `${JSON.stringify(labelsOf(seed), undefined, 1)}\n`,
  );
}

/** The folder of `example:marks` in the cache; it is made at its first use. */
export async function marksFolder(): Promise<string> {
  const folder = join(cacheFolder, 'example-marks-1');
  const isThere = await access(join(folder, 'annotations.json')).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  makeFolder(cacheFolder);
  // Made beside it and renamed, so that another process never reads half of it.
  const unfinished = `${folder}.${process.pid}-${performance.now()}`;
  await writeMarks(unfinished);
  await rename(unfinished, folder).catch(async () => rm(unfinished, { recursive: true }));
  return folder;
}

import { writeFile } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import type { DatasetFile } from '@lumenloom/contract';
import { openDataset, type DataImage, type Dataset } from '@lumenloom/datasets';
import { SimulationError, type RgbImage } from '@lumenloom/engine';
import type { WrittenCheck } from './dataset-files.ts';
import { pictureUrl, smallPicture } from './small-picture.ts';

/** Pictures that are shown of a data set. */
const PICTURES = 12;
/** Folders of pictures that are counted. */
const MOST_FOLDERS = 100;
/** Boxes that are shown of a picture. */
const MOST_BOXES = 100;
/** Longest side of a thumbnail, px. */
const LARGEST_SIDE = 128;

/** A data set to be checked by the process for it. */
export interface DatasetReading {
  /** Where the zip file lies, and its name for sentences. */
  readonly path: string;
  readonly fileName: string;
  /** Where the check goes. */
  readonly checkPath: string;
  /** That the zip file may unpack to. */
  readonly megabytes: number;
  /** Memory of the process, bytes. */
  readonly memory: number;
}

/** What a list shows of a checked data set, and what it says of its origin. */
export interface CheckedDataset {
  readonly counts: Pick<
    DatasetFile,
    'format' | 'task' | 'images' | 'annotations' | 'categories' | 'problems'
  >;
  readonly origin: { readonly source: string; readonly licence: string };
}

/**
 * Reads every picture and label of a data set, and writes what its check says.
 * @throws SimulationError with a sentence that names the file as its sender did.
 */
export async function checkUpload(reading: DatasetReading): Promise<CheckedDataset> {
  const { path, fileName, checkPath, megabytes } = reading;
  const asSent = (text: string): string =>
    text.replaceAll(path, fileName).replaceAll(basename(path), fileName);
  try {
    const dataset = await openDataset(path, { megabytes });
    try {
      const check = await dataset.check();
      const written: WrittenCheck = {
        check: { ...check, problems: check.problems.map(asSent) },
        classes: dataset.categories.map(({ name }) => name),
        folders: foldersOf(dataset),
        pictures: await firstPictures(dataset),
      };
      await writeFile(checkPath, JSON.stringify(written), { flush: true });
      const { format, images, annotations, categories, problems } = check;
      return {
        counts: {
          format,
          task: dataset.task,
          images,
          annotations,
          categories,
          problems: problems.length,
        },
        origin: dataset.origin,
      };
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, asSent(error.message), error.field);
  }
}

function foldersOf({ images }: Dataset): WrittenCheck['folders'] {
  const counts = new Map<string, number>();
  for (const { name } of images) {
    const folder = posix.dirname(name);
    if (counts.has(folder) || counts.size < MOST_FOLDERS)
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

async function firstPictures(dataset: Dataset): Promise<WrittenCheck['pictures']> {
  const pictures: WrittenCheck['pictures'] = [];
  for (const image of dataset.images.slice(0, 2 * PICTURES)) {
    if (pictures.length === PICTURES) break;
    const picture = await dataset.readPicture(image).catch(() => undefined);
    if (picture) pictures.push(await shownPicture(dataset, image, picture));
  }
  return pictures;
}

async function shownPicture(
  { annotationsOf, categories }: Dataset,
  image: DataImage,
  picture: RgbImage,
): Promise<WrittenCheck['pictures'][number]> {
  const boxes = await annotationsOf(image).catch(() => []);
  return {
    name: image.name,
    width: picture.columns,
    height: picture.rows,
    thumbnail: await pictureUrl(smallPicture(picture, LARGEST_SIDE)),
    boxes: boxes.slice(0, MOST_BOXES).map(({ category_id: id, bbox }) => ({
      category: categories.find((category) => category.id === id)?.name ?? String(id),
      bbox: [...bbox],
    })),
  };
}

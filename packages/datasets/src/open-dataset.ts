import { stat } from 'node:fs/promises';
import { decodeText } from '@lumenloom/engine';
import { checkDataset, troublesOf } from './check-dataset.ts';
import { CONDITIONS, readConditions } from './conditions.ts';
import type { DataImage, Dataset, LabelKind, ListedImage, Listing } from './dataset.ts';
import { openFolder, refusal, subTree, type FileTree } from './file-tree.ts';
import { PICTURE, decodeRgb, sizeOf, sizeProblem, type PictureSize } from './picture.ts';
import { cocoByContent, cocoFiles, readCoco } from './read-coco.ts';
import { readCityscapes, readClasses, readDepth, readMvtec, readPictures } from './read-folders.ts';
import { dotaFiles, readDota } from './read-dota.ts';
import { kittiFiles, readKitti } from './read-kitti.ts';
import { readVoc, vocFiles } from './read-voc.ts';
import { refuseForeign } from './foreign-layouts.ts';
import { readMasks } from './read-masks.ts';
import { readText, textFiles } from './read-text.ts';
import { readYolo, yoloFile, yoloNames } from './read-yolo.ts';
import { withoutEqualRows } from './equal-rows.ts';
import { inSplit, isSplitName } from './splits.ts';
import { trouble } from './troubles.ts';
import { readTruthMap } from './truth-map.ts';
import { refuseUnknownLabels } from './unknown-labels.ts';
import { openZip } from './zip-tree.ts';

/** Megabytes that a zip file may unpack to where DATASETS_MB does not say. */
const MEGABYTES = 4096;
/** Headers of pictures that are read at the same time. */
const AT_ONCE = 8;

export interface OpeningOptions {
  /** That a zip file may unpack to. */
  readonly megabytes?: number;
  /** Codes of a 16-bit depth PNG per metre. */
  readonly depthScale?: number;
  /** A part of the data set, or all; without it val, else test, else all. */
  readonly split?: string | undefined;
  /** Read where there are several kinds; without it boxes. */
  readonly labels?: LabelKind | undefined;
}

/** DATASETS_MB. @throws SimulationError when it is no number above 0. */
export function readDatasetsMegabytes(env: NodeJS.ProcessEnv): number {
  const text = env['DATASETS_MB'];
  const megabytes = text === undefined || text === '' ? MEGABYTES : Number(text);
  if (!(megabytes > 0))
    throw refusal(`DATASETS_MB must be a number above 0, not "${text!.slice(0, 40)}".`);
  return megabytes;
}

/**
 * Opens a data set: a folder, or a zip file of one. The folder may be the only one in another.
 *
 * @throws SimulationError when it has no format that is read, or when a file leads out of it.
 * @see docs/reference/vision.md#data-sets.
 */
export async function openDataset(
  path: string,
  {
    megabytes = readDatasetsMegabytes(process.env),
    depthScale = 1000,
    split,
    labels,
  }: OpeningOptions = {},
): Promise<Dataset> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw refusal(`There is no folder or file ${path}.`);
  const tree = stats.isDirectory()
    ? await openFolder(path)
    : await openZip(path, { megabytes, setting: 'DATASETS_MB' });
  try {
    if (tree.paths.length === 0) throw refusal(`${path} is empty: it has no files.`);
    const [below, listing] = await findListing(tree, { split, labels });
    return await dataSetOf(below, listing, depthScale);
  } catch (error) {
    await tree.close();
    throw error;
  }
}

/** What the files are, in this folder or in the only one that it has, and so on. */
async function findListing(
  tree: FileTree,
  asked: Pick<OpeningOptions, 'split' | 'labels'>,
): Promise<readonly [FileTree, Listing]> {
  const [only, another] = tree.folders;
  const below =
    only !== undefined &&
    another === undefined &&
    tree.paths.some((path) => path.startsWith(`${only}/`))
      ? subTree(tree, only)
      : undefined;
  const isAll = below && tree.paths.every((path) => path.startsWith(`${only!}/`));
  const whole = isAll && (await findListing(below, asked).catch(() => undefined));
  const inOnly = whole && whole[1].format !== 'pictures' ? whole : undefined;
  // Names begin in a folder that holds everything, unless it names a part.
  if (inOnly && !isSplitName(only!)) return inOnly;
  let listing: Listing | undefined;
  try {
    listing = await listingOf(tree, asked);
  } catch (error) {
    // What is wrong here may be right one folder further.
    if (!inOnly) throw error;
    return inOnly;
  }
  if (listing && listing.format !== 'pictures') return [tree, listing];
  const further = below && findListing(below, asked);
  const inside = listing ? await further : await further?.catch(() => undefined);
  if (inside && inside[1].format !== 'pictures') return inside;
  if (listing) return [tree, listing];
  throw refusal(
    `${tree.name} is no data set that is read: COCO (annotations.json or annotations/*.json), YOLO (data.yaml), VOC (Annotations/*.xml), KITTI (label_2/*.txt), DOTA (labelTxt/*.txt), text (Label.txt or text.json), a folder per class, masks (*_labelIds.png, or test/ with ground_truth/), depth/ beside images/, masks/ beside images/, or pictures.`,
  );
}

async function listingOf(
  tree: FileTree,
  asked: Pick<OpeningOptions, 'split' | 'labels'>,
): Promise<Listing | undefined> {
  const listing = await formatOf(tree, asked);
  return listing && withoutEqualRows(inSplit(withoutUnread(listing), asked.split));
}

/** Pictures that no part of the program decodes; they would fail one by one. */
const UNREAD = /\.(bmp|webp|gif|heic|avif)$/i;

function withoutUnread(listing: Listing): Listing {
  const unread = listing.images.filter(({ path }) => path !== undefined && UNREAD.test(path));
  if (unread.length === 0) return listing;
  return {
    ...listing,
    images: listing.images.filter((image) => !unread.includes(image)),
    problems: [
      ...listing.problems,
      ...unread.map(({ path }) =>
        trouble(
          path!,
          `: ${UNREAD.exec(path!)![1]!.toUpperCase()} pictures are not read: save it as PNG`,
        ),
      ),
    ],
  };
}

async function formatOf(
  tree: FileTree,
  { split, labels }: Pick<OpeningOptions, 'split' | 'labels'>,
): Promise<Listing | undefined> {
  await refuseForeign(tree);
  const coco = cocoFiles(tree, labels);
  if (coco) return readCoco(tree, coco, split);
  const yolo = await yoloFile(tree);
  if (yolo !== undefined) return readYolo(tree, yolo);
  const voc = vocFiles(tree);
  if (voc.length > 0) return readVocAs(tree, voc, labels);
  const dota = dotaFiles(tree);
  if (dota.length > 0) return readDota(tree, dota);
  const kitti = kittiFiles(tree);
  if (kitti.length > 0) return readKitti(tree, kitti);
  const texts = textFiles(tree);
  if (texts.length > 0) return readText(tree, texts);
  const exported = await cocoByContent(tree, labels);
  if (exported.length > 0) return readCoco(tree, exported, split);
  const names = await yoloNames(tree);
  if (names !== undefined) return readYolo(tree, names);
  const maps =
    readCityscapes(tree) ?? readMvtec(tree) ?? readDepth(tree) ?? (await readMasks(tree));
  if (maps) return maps;
  const listing = readClasses(tree) ?? readPictures(tree);
  if (listing) await refuseUnknownLabels(tree);
  return listing;
}

/** Boxes of a VOC folder, or its masks where it has both and those are asked for. */
async function readVocAs(
  tree: FileTree,
  files: readonly string[],
  labels: LabelKind | undefined,
): Promise<Listing> {
  const masks = tree.paths.some((path) => VOC_MASKS.test(path)) ? await readMasks(tree) : undefined;
  const [listing, others] =
    masks && labels === 'masks'
      ? [masks, 'Annotations/ has boxes of']
      : [await readVoc(tree, files), 'SegmentationClass/ has masks of'];
  if (!masks) return listing;
  const taken = listing === masks ? 'masks of SegmentationClass/' : 'boxes of Annotations/';
  return {
    ...listing,
    notes: [
      `The ${taken} are read; ${others} the same set: --labels ${listing === masks ? 'boxes' : 'masks'} reads them, and an evaluation reads those that its network is for.`,
    ],
  };
}

const VOC_MASKS = /(?:^|\/)SegmentationClass\/[^/]+\.png$/i;

async function dataSetOf(tree: FileTree, listing: Listing, depthScale: number): Promise<Dataset> {
  const listed = listing.images;
  const images: DataImage[] = [];
  const byId = new Map<number, ListedImage>();
  for (let from = 0; from < listed.length; from += AT_ONCE)
    images.push(
      ...(await Promise.all(
        listed.slice(from, from + AT_ONCE).map(async (image) => {
          byId.set(image.id, image);
          const { width, height } = image.size ?? (await measuredSize(tree, image));
          return { id: image.id, name: image.name, width, height };
        }),
      )),
    );
  const pathOf = ({ id, name }: DataImage): string => {
    const path = byId.get(id)?.path;
    if (path === undefined) throw refusal(`${name} is missing.`);
    return path;
  };
  const found = tree.paths.includes(CONDITIONS)
    ? readConditions(decodeText(await tree.read(CONDITIONS)), picturesOf(tree))
    : undefined;
  const whole = found
    ? { ...listing, problems: [...listing.problems, ...found.problems] }
    : listing;
  const dataSet: Dataset = {
    format: listing.format,
    task: listing.task,
    name: tree.name,
    origin: listing.origin ?? { source: '', licence: '' },
    categories: listing.categories,
    ignoredClasses: listing.ignoredClasses ?? [],
    images,
    split: listing.chosen,
    notes: listing.notes ?? [],
    conditions: found?.conditions ?? new Map(),
    check: () => checkDataset(dataSet, whole),
    troubles: () => troublesOf(images, whole),
    hasFile: ({ id }) => byId.get(id)?.path !== undefined,
    readBytes: (image) => tree.read(pathOf(image)),
    readPicture: async (image) => {
      const path = pathOf(image);
      const picture = await decodeRgb(await tree.read(path), path);
      const problem = sizeProblem(image, picture);
      if (problem !== undefined) throw refusal(`${path} ${problem}.`);
      return picture;
    },
    annotationsOf: async (image) => (await listing.labelsOf?.(image))?.annotations ?? [],
    classOf: (image) => listing.classOf?.(image),
    mapNameOf: (image) => listing.mapPathOf?.(image),
    truthOf: async (image) => {
      const path = listing.mapPathOf?.(image);
      if (path === undefined) return undefined;
      const map = await readTruthMap(await tree.read(path), path, listing.task, depthScale);
      const { classOfValue } = listing;
      return classOfValue ? { ...map, values: Uint8Array.from(map.values, classOfValue) } : map;
    },
    close: () => tree.close(),
  };
  return dataSet;
}

/** All pictures, also of other parts, by their names. */
const picturesOf = ({ paths }: FileTree) =>
  paths.filter((path) => PICTURE.test(path)).map((name) => ({ name }));

const NO_SIZE: PictureSize = { width: 0, height: 0 };

const measuredSize = async (tree: FileTree, { path }: ListedImage): Promise<PictureSize> =>
  path === undefined ? NO_SIZE : sizeOf(tree, path).catch(() => NO_SIZE);

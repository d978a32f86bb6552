import { posix } from 'node:path';
import { decodeText } from '@lumenloom/engine';
import type { Category, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { splitByFolders } from './splits.ts';
import { trouble, type Trouble } from './troubles.ts';
import { imageSets } from './read-voc.ts';
import { readTruthMap } from './truth-map.ts';

/** Folders of pictures and of their masks, one beside the other. */
const PICTURES = /^(?:images?|imgs?|jpegimages|photos?|rgb|raw|inputs?|leftimg8bit)$/i;
const MASKS =
  /^(?:masks?|gts?|ground_?truths?|annots?|annotations?|labels?|targets?|(?:seg(?:mentation)?|label)s?_?(?:class|ids?|masks?|maps?|labels?)?)$/i;
/** Words before or behind the name that folders of pictures and of masks share: train_masks. */
const OF_MASKS = /^(?:annotations?|masks?|labels?|gt)[-_]|[-_]?(?:annot|masks?|labels?|gt)$/i;
const OF_PICTURES = /^(?:images?|imgs?)[-_]|[-_](?:images?|imgs?)$/i;

const isMaskFolder = (name: string): boolean => MASKS.test(name) || OF_MASKS.test(name);
/** Files with a class per line, its number by its place or before a comma. */
const CLASS_FILES = /(?:^|\/)(?:classes\.txt|labels?\.txt|_classes\.csv|classes\.csv)$/i;

/** Classes of Pascal VOC by their numbers. @see Everingham et al., IJCV 88, 303 (2010). */
const VOC =
  'background,aeroplane,bicycle,bird,boat,bottle,bus,car,cat,chair,cow,diningtable,dog,horse,motorbike,person,pottedplant,sheep,sofa,train,tvmonitor'.split(
    ',',
  );

/** Masks that are read to learn which classes there are. */
const MOST_TRIED = 50;
/** The value of what is masked where nothing else but 0 occurs. */
const MASKED = 255;

const stemOf = (path: string): string => posix.basename(path).replace(/\.[^.]+$/, '');

/** Pictures with masks of class numbers: images/ beside masks/, or a_mask.png beside a.jpg. */
export async function readMasks(tree: FileTree): Promise<Listing | undefined> {
  const found = pairsIn(tree);
  if (!found) return undefined;
  const splitsOf = await imageSets(tree, ['Segmentation']);
  const isListed = (path: string): boolean => splitsOf.size === 0 || splitsOf.has(stemOf(path));
  const pairs = found.pairs.filter(([path]) => isListed(path));
  const problems = found.problems.filter(({ place }) => isListed(place));
  const masks = pairs.map(([, mask]) => mask);
  const values = await valuesIn(tree, masks);
  if (values.size === 0) return undefined;
  const isBinary = values.size <= 2 && values.has(MASKED) && [...values].every(isExtreme);
  return {
    format: 'masks',
    task: 'segmentation',
    categories: await categoriesOf(tree, masks, isBinary ? new Set([0, 1]) : values),
    images: splitByFolders(
      pairs.map(([path], i) => {
        const splits = splitsOf.get(stemOf(path));
        return { id: i + 1, name: path, path, place: path, ...(splits && { splits }) };
      }),
    ),
    problems,
    listsClasses: false,
    mapPathOf: (image) => masks[image.id - 1],
    ...(isBinary && { classOfValue: (value: number) => Number(value === MASKED) }),
  };
}

const isExtreme = (value: number): boolean => value === 0 || value === MASKED;

const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/** What a picture and its mask have in common: folders but for their own, and the name. */
const keyOf = (path: string): string =>
  [
    ...foldersOf(path)
      .filter((folder) => !PICTURES.test(folder) && !MASKS.test(folder))
      .map((folder) => folder.replace(OF_MASKS, '').replace(OF_PICTURES, '')),
    stemOf(path).replace(/_(?:mask|gt|label)$/, ''),
  ].join('/');

/**
 * Each picture with its mask; undefined where there are no such pairs.
 * @throws SimulationError for masks that are no PNG.
 */
function pairsIn({ name, paths }: FileTree) {
  const files = paths.filter((path) => PICTURE.test(path) || /\.gif$/i.test(path));
  const isPng = (path: string): boolean => /\.png$/i.test(path);
  const isInMasks = (path: string): boolean => foldersOf(path).some(isMaskFolder);
  const beside = files.filter((path) => /_mask\.png$/i.test(path) && !isInMasks(path));
  const all = beside.length > 0 ? beside : files.filter(isInMasks);
  if (all.length === 0) return undefined;
  const byKey = new Map(all.map((path) => [keyOf(path), path]));
  const others = files.filter((path) => !all.includes(path));
  const inFolders = others.filter((path) => foldersOf(path).some((one) => PICTURES.test(one)));
  const pictures = beside.length > 0 || inFolders.length === 0 ? others : inFolders;
  const pairs = pictures.flatMap((path) => {
    const mask = byKey.get(keyOf(path));
    return mask === undefined ? [] : [[path, mask] as const];
  });
  if (pairs.length === 0) return undefined;
  const lossy = pairs.find(([, mask]) => !isPng(mask));
  if (lossy)
    throw refusal(
      `${name}: the mask ${lossy[1]} is no PNG: save the masks as PNG (JPEG changes numbers of classes).`,
    );
  const problems: Trouble[] = pictures
    .filter((path) => !byKey.has(keyOf(path)))
    .map((path) => trouble(path, ': there is no mask of this name'));
  return { pairs, problems };
}

/** The numbers in the first masks that can be read. */
async function valuesIn(tree: FileTree, masks: readonly string[]): Promise<ReadonlySet<number>> {
  const values = new Set<number>();
  let failure: Error | undefined;
  for (const path of masks.slice(0, MOST_TRIED))
    try {
      const map = await readTruthMap(await tree.read(path), path, 'segmentation', 1);
      for (const value of map.values) values.add(value);
    } catch (error) {
      failure ??= error as Error;
    }
  if (values.size === 0 && failure) throw failure;
  return values;
}

async function categoriesOf(
  tree: FileTree,
  masks: readonly string[],
  values: ReadonlySet<number>,
): Promise<readonly Category[]> {
  const file = tree.paths.find((path) => CLASS_FILES.test(path));
  if (file !== undefined) {
    const lines = decodeText(await tree.read(file))
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const listed = lines.flatMap((line, at) => {
      const [, number, after] = /^(\d+)\s*,\s*(.+)$/.exec(line) ?? [];
      if (number !== undefined) return [{ id: Number(number), name: after! }];
      return /,/.test(line) ? [] : [{ id: at, name: line }];
    });
    if (listed.length > 0) return listed;
  }
  if (masks.some((path) => /(?:^|\/)SegmentationClass\//.test(path)))
    return VOC.map((name, id) => ({ id, name }));
  return [...values]
    .filter((value) => value !== MASKED)
    .toSorted((one, other) => one - other)
    .map((id) => ({ id, name: String(id) }));
}

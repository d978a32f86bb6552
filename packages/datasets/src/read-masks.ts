import { posix } from 'node:path';
import { decodeText } from '@lumenloom/engine';
import type { Category, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { splitByFolders } from './splits.ts';
import { trouble, type Trouble } from './troubles.ts';
import { readTruthMap } from './truth-map.ts';

/** Folders of pictures and of their masks, one beside the other. */
const PICTURES = /^(?:images?|imgs?|jpegimages|photos?)$/i;
const MASKS = /^(?:masks?|segmentationclass|label_?masks?|annotations?|labels?)$/i;
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
  const { pairs, problems } = found;
  const masks = pairs.map(([, mask]) => mask);
  const values = await valuesIn(tree, masks);
  if (values.size === 0) return undefined;
  const isBinary = values.size <= 2 && values.has(MASKED) && [...values].every(isExtreme);
  return {
    format: 'masks',
    task: 'segmentation',
    categories: await categoriesOf(tree, masks, isBinary ? new Set([0, 1]) : values),
    images: splitByFolders(
      pairs.map(([path], i) => ({ id: i + 1, name: path, path, place: path })),
    ),
    problems,
    listsClasses: false,
    mapPathOf: (image) => masks[image.id - 1],
    ...(isBinary && { classOfValue: (value: number) => Number(value === MASKED) }),
  };
}

const isExtreme = (value: number): boolean => value === 0 || value === MASKED;

/** Each picture with its mask; undefined where there are no such pairs. */
function pairsIn({ paths }: FileTree) {
  const files = paths.filter((path) => PICTURE.test(path));
  const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1);
  const isMask = (path: string): boolean =>
    /\.png$/i.test(path) && foldersOf(path).some((folder) => MASKS.test(folder));
  const keyOf = (path: string): string =>
    [
      ...foldersOf(path).filter((folder) => !PICTURES.test(folder) && !MASKS.test(folder)),
      stemOf(path).replace(/_mask$/, ''),
    ].join('/');
  const beside = files.filter((path) => /_mask\.png$/i.test(path) && !isMask(path));
  const masks = beside.length > 0 ? beside : files.filter(isMask);
  if (masks.length === 0) return undefined;
  const byKey = new Map(masks.map((path) => [keyOf(path), path]));
  const others = files.filter((path) => !masks.includes(path));
  const pictures =
    beside.length > 0
      ? others
      : others.filter((path) => foldersOf(path).some((folder) => PICTURES.test(folder)));
  const pairs = pictures.flatMap((path) => {
    const mask = byKey.get(keyOf(path));
    return mask === undefined ? [] : [[path, mask] as const];
  });
  if (pairs.length === 0) return undefined;
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

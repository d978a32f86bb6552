import { posix } from 'node:path';
import type { ListedImage, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { isSplitName, splitByFolders, splitNamed } from './splits.ts';
import { trouble } from './troubles.ts';

const pictured = (paths: readonly string[]): readonly ListedImage[] =>
  paths.map((path, i) => ({ id: i + 1, name: path, path, place: path }));

/** Pictures of a folder that are no maps. */
const picturesIn = ({ paths }: FileTree): readonly string[] =>
  paths.filter((path) => PICTURE.test(path));

const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '');

const MASK = /_labelIds\.png$/;

/**
 * Labels of Cityscapes by their numbers, from 0.
 * @see Cordts et al., The Cityscapes dataset, CVPR 2016; labels of its scripts.
 */
const CITYSCAPES =
  'unlabeled,ego vehicle,rectification border,out of roi,static,dynamic,ground,road,sidewalk,parking,rail track,building,wall,fence,guard rail,bridge,tunnel,pole,polegroup,traffic light,traffic sign,vegetation,terrain,sky,person,rider,car,truck,bus,caravan,trailer,train,motorcycle,bicycle'.split(
    ',',
  );

/** Labels that its evaluation leaves out: ignoreInEval of its scripts. */
const IGNORED: ReadonlySet<number> = new Set([
  ...[0, 1, 2, 3, 4, 5, 6, 9, 10, 14, 15, 16, 18, 29, 30],
]);

/** Pictures with a mask of class numbers, named like those of Cityscapes. */
export function readCityscapes(tree: FileTree): Listing | undefined {
  const masks = tree.paths.filter((path) => MASK.test(path));
  if (masks.length === 0) return undefined;
  const pictures = new Map(
    picturesIn(tree)
      .filter((path) => !/_(?:labelIds|instanceIds|labelTrainIds|color)\.png$/.test(path))
      .map((path) => [stemOf(posix.basename(path)).replace(/_leftImg8bit$/, ''), path]),
  );
  const keyOf = (mask: string): string =>
    posix
      .basename(mask)
      .replace(MASK, '')
      .replace(/_gt(?:Fine|Coarse)$/, '');
  const images = masks.map((mask, i) => {
    const path = pictures.get(keyOf(mask));
    return { id: i + 1, name: path ?? keyOf(mask), path, place: mask };
  });
  return {
    format: 'masks',
    task: 'segmentation',
    categories: CITYSCAPES.map((name, id) => ({ id, name })).filter(({ id }) => !IGNORED.has(id)),
    ignoredClasses: [...IGNORED],
    images: splitByFolders(images),
    problems: [],
    listsClasses: false,
    mapPathOf: (image) => masks[image.id - 1],
  };
}

const TEST = /^(.*\/)?test\/([^/]+)\/([^/]+)$/;

/** Pictures to be told good from faulty, in the folders of MVTec: test/<kind>, ground_truth/. */
export function readMvtec(tree: FileTree): Listing | undefined {
  if (!tree.paths.some((path) => /(?:^|\/)ground_truth\//.test(path))) return undefined;
  const pictures = picturesIn(tree).filter((path) => TEST.test(path));
  if (pictures.length === 0) return undefined;
  const known = new Set(tree.paths);
  const kindOf = (path: string): string => TEST.exec(path)![2]!;
  const kinds = [...new Set(pictures.map(kindOf))].toSorted(
    (one, other) => Number(other === 'good') - Number(one === 'good') || (one < other ? -1 : 1),
  );
  const maskOf = (path: string): string | undefined => {
    const [, above = '', kind, name] = TEST.exec(path)!;
    return [`${stemOf(name!)}_mask.png`, `${stemOf(name!)}.png`]
      .map((mask) => `${above}ground_truth/${kind!}/${mask}`)
      .find((mask) => known.has(mask));
  };
  return {
    format: 'masks',
    task: 'anomaly',
    categories: kinds.map((name, id) => ({ id, name })),
    images: pictured(pictures),
    problems: pictures
      .filter((path) => kindOf(path) !== 'good' && maskOf(path) === undefined)
      .map((path) => trouble(path, ': there is no mask of it in ground_truth')),
    listsClasses: false,
    classOf: (image) => kinds.indexOf(kindOf(image.name)),
    mapPathOf: (image) => maskOf(image.name),
  };
}

const DEPTH = /^(.*\/)?depth\/(.+)\.(?:npy|png|exr)$/i;
const COLOUR = /(?:^|\/)(?:images|rgb)\//i;

/** Pictures in images/ or rgb/ with maps of the same names in depth/. */
export function readDepth(tree: FileTree): Listing | undefined {
  const maps = new Map<string, string>(
    tree.paths.flatMap((path) => {
      const [, above = '', stem] = DEPTH.exec(path) ?? [];
      return stem === undefined ? [] : [[`${above}${stem}`, path] as const];
    }),
  );
  const pictures = picturesIn(tree).filter((path) => COLOUR.test(path) && !DEPTH.test(path));
  const keyOf = (path: string): string =>
    stemOf(path).replace(COLOUR, (found) => (found.startsWith('/') ? '/' : ''));
  if (maps.size === 0 || pictures.length === 0) return undefined;
  const keys = new Set(pictures.map(keyOf));
  return {
    format: 'depth',
    task: 'depth',
    categories: [],
    images: splitByFolders(pictured(pictures)),
    problems: [
      ...pictures
        .filter((path) => !maps.has(keyOf(path)))
        .map((path) => trouble(path, ': there is no map of it in depth')),
      ...[...maps]
        .filter(([key]) => !keys.has(key))
        .map(([, path]) => trouble(path, ': there is no image of this name')),
    ],
    listsClasses: false,
    mapPathOf: (image) => maps.get(keyOf(image.name)),
  };
}

/** Folders of other layouts, which are no classes. */
const NO_CLASS = /^(?:images?|imgs?|ann|depth|JPEGImages)$/i;
/** Of the pictures, at most this share may lie beside the folders of the classes. */
const STRAY_SHARE = 0.25;

/**
 * A folder of pictures per class.
 *
 * @throws SimulationError where folders of parts and others stand side by side.
 */
export function readClasses(tree: FileTree): Listing | undefined {
  const all = picturesIn(tree);
  const inFolders = all.filter((path) => path.includes('/'));
  const loose = all.filter((path) => !path.includes('/'));
  if (inFolders.length === 0 || loose.length > STRAY_SHARE * all.length) return undefined;
  const above = [...new Set(inFolders.map((path) => path.split('/')[0]!))].toSorted();
  const parts = above.filter(isSplitName);
  const areDeep = inFolders.every((path) => path.split('/').length > 2);
  const hasParts = parts.length === above.length;
  if (parts.length > 0 && !hasParts && areDeep)
    throw refusal(
      `${tree.name} has the parts ${parts.join(', ')} beside ${above.filter((one) => !isSplitName(one)).join(', ')}: leave the others out, or give the folder of one part.`,
    );
  const depth = hasParts ? 1 : 0;
  const nameOf = (path: string): string | undefined => path.split('/').slice(0, -1)[depth];
  const pictures = inFolders.filter((path) => nameOf(path) !== undefined);
  // Pictures of a competition to be named have no classes.
  const unnamed = above.flatMap((part) => {
    const count = inFolders.filter(
      (path) => path.startsWith(`${part}/`) && nameOf(path) === undefined,
    ).length;
    return count === 0
      ? []
      : [trouble(part, `: ${count} of its pictures lie in no folder of a class`)];
  });
  const names = new Set(pictures.flatMap((path) => nameOf(path) ?? []));
  // An empty folder is a class without pictures.
  if (!hasParts)
    for (const folder of tree.folders)
      if (!tree.paths.some((path) => path.startsWith(`${folder}/`))) names.add(folder);
  if (names.size < 2) return undefined;
  if ([...names].some((name) => NO_CLASS.test(name))) return undefined;
  const classes = [...names].toSorted();
  return {
    format: 'classes',
    task: 'classification',
    categories: classes.map((name, id) => ({ id, name })),
    images: pictured(pictures).map((image) =>
      hasParts ? { ...image, splits: [splitNamed(image.name.split('/')[0]!)] } : image,
    ),
    problems: [
      ...loose.map((path) => trouble(path, ': it is in no folder of a class')),
      ...unnamed,
    ],
    listsClasses: true,
    classOf: (image) => classes.indexOf(nameOf(image.name)!),
  };
}

/** Pictures without labels. */
export function readPictures(tree: FileTree): Listing | undefined {
  const pictures = picturesIn(tree);
  if (pictures.length === 0) return undefined;
  return {
    format: 'pictures',
    task: 'none',
    categories: [],
    images: splitByFolders(pictured(pictures)),
    problems: [],
    listsClasses: false,
  };
}

import { posix } from 'node:path';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { boxAnnotation, clampPolygon, clipBox, labelId, polygonFigures } from './boxes.ts';
import type { DataImage, FoundLabels, ListedImage, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { parseYaml } from './parse-yaml.ts';
import { PICTURE } from './picture.ts';
import { isSplitName, splitByFolders, splitNamed } from './splits.ts';
import { fatal, trouble, type Trouble } from './troubles.ts';

/** Coordinates may lie outside the picture by this share of its side. */
const NEAR_SHARE = 0.01;
const FEWEST_POLYGON = 7;
/** Keys of a configuration that lead to pictures. */
const PARTS = ['train', 'val', 'valid', 'test'] as const;
/** Problems of a label file that are listed; more are counted. */
const MOST_PROBLEMS = 100;

const LABELS = /(?:^|\/)labels\/.*\.txt$/i;
const CONFIGURATION = /(?:^|\/)data(?:set)?\.ya?ml$/i;
/** Bytes in which a configuration names its classes, and folders that it may lie below. */
const [NAMES_HEAD, DEEPEST] = [16_384, 4];

/**
 * The configuration of a YOLO set: data.yaml, or beside labels the file of any name and place that
 * names classes.
 *
 * @throws SimulationError where several do.
 */
export async function yoloFile(tree: FileTree): Promise<string | undefined> {
  const files = tree.paths.filter((path) => /\.ya?ml$/i.test(path));
  const above = files.filter((path) => !path.includes('/'));
  const called = above.find((path) => CONFIGURATION.test(path));
  if (called !== undefined) return called;
  if (!tree.paths.some((path) => LABELS.test(path))) return undefined;
  if (above.length === 1) return above[0];
  const near = files.filter((path) => path.split('/').length <= DEEPEST).slice(0, MOST_TRIED);
  const names = await Promise.all(
    near.map(async (path) => /^names\s*:/m.test(decodeText(await tree.readHead(path, NAMES_HEAD)))),
  );
  const naming = near.filter((_, at) => names[at]);
  const best = naming.filter((path) => CONFIGURATION.test(path));
  const [first, second] = best.length > 0 ? best : naming;
  if (second !== undefined)
    throw refusal(
      `${tree.name}: ${first!} and ${second} both name classes of YOLO: give the folder of one set, or keep one of the files.`,
    );
  return first;
}

/** Files with a name per class, in the order of their numbers. */
const NAMES = /(?:^|\/)(?:classes\.txt|[^/]+\.names)$/i;
const ROW = /^\s*\d+(?:\s+-?[\d.]+(?:e-?\d+)?){4,}\s*(?:\n|$)/i;

/**
 * The file that names the classes of labels without a configuration, as LabelImg and Darknet write
 * them.
 *
 * @throws SimulationError where there are such labels and nothing names their classes.
 */
export async function yoloNames(tree: FileTree): Promise<string | undefined> {
  const pictures = new Set(
    tree.paths.filter((path) => PICTURE.test(path)).map((path) => stemOf(path)),
  );
  const labels = tree.paths.filter(
    (path) => /\.txt$/i.test(path) && !NAMES.test(path) && pictures.has(stemOf(path)),
  );
  const texts = await Promise.all(
    labels.slice(0, MOST_TRIED).map(async (path) => decodeText(await tree.readHead(path, 1000))),
  );
  if (!texts.some((text) => ROW.test(text))) return undefined;
  const file = tree.paths
    .filter((path) => NAMES.test(path))
    .toSorted((one, other) => one.length - other.length)[0];
  if (file !== undefined) return file;
  throw refusal(
    `${tree.name} has labels of YOLO (${labels[0]!}) and nothing that names their classes: add data.yaml with the key names, or classes.txt with a name per line.`,
  );
}

/** Label files in which rows are looked for. */
const MOST_TRIED = 20;

const stemOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '');

/** Paths as they are, and by what they are without a difference of small and capital letters. */
const pathsByName = (paths: readonly string[]) => {
  const exact = new Set(paths);
  const byName = new Map(paths.map((path) => [path.toLowerCase(), path]));
  return (path: string): string | undefined =>
    exact.has(path) ? path : byName.get(path.toLowerCase());
};

/** The label file of a picture, as the tools of this format look for it. */
function labelPathOf(
  picture: string,
  find: (path: string) => string | undefined,
): string | undefined {
  const stem = picture.replace(/\.[^./]+$/, '');
  const at = `/${stem}`.toLowerCase().lastIndexOf('/images/');
  const candidates = [
    ...(at < 0 ? [] : [`${stem.slice(0, at)}labels/${stem.slice(at + 'images/'.length)}`]),
    stem,
    `labels/${stem.split('/').at(-1)!}`,
  ];
  return candidates.flatMap((path) => find(`${path}.txt`) ?? [])[0];
}

/** @throws SimulationError when the configuration cannot be read. */
export async function readYolo(tree: FileTree, file: string): Promise<Listing> {
  const isNames = NAMES.test(file);
  const { names, points, licence, parts } = isNames
    ? await readNames(tree, file)
    : await readConfiguration(tree, file);
  const find = pathsByName(tree.paths);
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const inImages = pictures.filter((path) => /(?:^|\/)images\//i.test(path));
  const chosen = inImages.length > 0 && !isNames ? inImages : pictures;
  const labelPaths = new Map(chosen.map((path) => [path, labelPathOf(path, find)]));
  const used = new Set(labelPaths.values());
  const stray = tree.paths
    .filter((path) => LABELS.test(path) && !used.has(path) && path !== file)
    .map((path) => trouble(path, ': there is no image of this name'));
  const { images, problems } = await inParts(tree, chosen, { file, parts });
  return {
    format: 'yolo',
    task: 'detection',
    origin: { source: '', licence },
    categories: [...names].map(([id, name]) => ({ id, name })),
    images,
    problems: [...problems, ...stray],
    listsClasses: true,
    labelsOf: async (image) => {
      const path = labelPaths.get(image.name);
      if (path === undefined) return { annotations: [], places: [], problems: [] };
      return readLabels(decodeText(await tree.read(path)), path, image, { names, points });
    },
  };
}

async function readNames(tree: FileTree, file: string): Promise<Configuration> {
  const names = decodeText(await tree.read(file))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_NAMES);
  if (names.length === 0) throw refusal(`${file}: a line must name each class.`);
  return { names: new Map(names.entries()), points: [0, 0], licence: '', parts: [] };
}

const MOST_NAMES = 10_000;

/**
 * Pictures with the parts to which the configuration or lists of pictures lead, else with those of
 * their folders.
 */
async function inParts(
  tree: FileTree,
  pictures: readonly string[],
  { file, parts }: Pick<Configuration, 'parts'> & { readonly file: string },
): Promise<{ readonly images: readonly ListedImage[]; readonly problems: readonly Trouble[] }> {
  const images = pictures.map((path, i) => ({ id: i + 1, name: path, path, place: path }));
  const problems: Trouble[] = [];
  const splits = new Map<string, string[]>();
  const collect = async (all: Configuration['parts'], isSaid: boolean): Promise<void> => {
    for (const [part, targets] of all)
      for (const target of targets) {
        const found = await picturesAt(tree, pictures, { target, file });
        if (found.length === 0 && isSaid)
          problems.push(
            trouble(file, `: ${part} leads to ${target.slice(0, 200)}, where no pictures are`),
          );
        for (const path of found)
          splits.set(path, [...new Set([...(splits.get(path) ?? []), part])]);
      }
  };
  await collect(parts, true);
  if (splits.size === 0) await collect(await darknetParts(tree), true);
  if (splits.size === 0) await collect(listsOf(tree), false);
  if (splits.size === 0) return { images: splitByFolders(images), problems };
  return {
    images: images.map((image) => {
      const own = splits.get(image.path);
      return own ? { ...image, splits: own } : image;
    }),
    problems,
  };
}

/** Lists of pictures that are called as a part is: val.txt. */
const listsOf = ({ paths }: FileTree): Configuration['parts'] =>
  paths.flatMap((path) => {
    const [, name] = /(?:^|\/)([^/]+)\.txt$/i.exec(path) ?? [];
    return name !== undefined && isSplitName(name) ? [[splitNamed(name), [path]] as const] : [];
  });

/** Where obj.data of Darknet says that the lists of pictures are: valid = data/val.txt. */
async function darknetParts(tree: FileTree): Promise<Configuration['parts']> {
  const file = tree.paths.find((path) => /\.data$/i.test(path));
  if (file === undefined) return [];
  const text = decodeText(await tree.readHead(file, NAMES_HEAD));
  return [...text.matchAll(/^\s*(train|valid|val|test)\s*=\s*(\S+)/gm)].map(
    ([, part, list]) => [splitNamed(part!), [list!]] as const,
  );
}

/** The pictures to which a path of a configuration leads: a folder, or a list of pictures. */
async function picturesAt(
  tree: FileTree,
  pictures: readonly string[],
  { target, file }: { readonly target: string; readonly file: string },
): Promise<readonly string[]> {
  const find = pathsByName(tree.paths);
  if (/\.txt$/i.test(target)) {
    const list = placesOf(target, file).flatMap((path) => find(path) ?? [])[0];
    if (list === undefined) return [];
    const known = new Set(pictures);
    return decodeText(await tree.read(list))
      .split(/\r?\n/)
      .flatMap((line) => placesOf(line.trim(), list).flatMap((path) => find(path) ?? [])[0] ?? [])
      .filter((path) => known.has(path));
  }
  const isIn = (folder: string, path: string): boolean =>
    path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
  const folder = placesOf(target, file).find((path) =>
    pictures.some((picture) => isIn(path, picture)),
  );
  if (folder === undefined) return placesOf(target, file).length === 0 ? pictures : [];
  return pictures.filter((path) => isIn(folder, path));
}

/** Places that a path in a file may mean: beside the file or below the set. */
function placesOf(path: string, file: string): readonly string[] {
  const above = posix.dirname(file);
  const ends = suffixesOf(path);
  return above === '.' ? ends : [...ends.map((end) => `${above}/${end}`), ...ends];
}

/** A path and its ends: it may begin at a folder that is not here. */
function suffixesOf(path: string): readonly string[] {
  const steps = path.split(/[\\/]/).filter((step) => step !== '' && step !== '.' && step !== '..');
  return steps.map((_, at) => steps.slice(at).join('/'));
}

interface Configuration {
  /** Classes by their numbers. */
  readonly names: ReadonlyMap<number, string>;
  /** Key points of an object and the numbers of each, 2 or 3; [0, 0] where there are none. */
  readonly points: readonly [number, number];
  readonly licence: string;
  /** Where the pictures of each part are. */
  readonly parts: readonly (readonly [part: string, targets: readonly string[]])[];
}

async function readConfiguration(tree: FileTree, file: string): Promise<Configuration> {
  let content: unknown;
  try {
    content = parseYaml(decodeText(await tree.read(file)));
  } catch (error) {
    throw refusal(`${file}: ${(error as Error).message.split('\n')[0]!}`);
  }
  if (!isObject(content)) throw refusal(`${file} must have the key names.`);
  const { names, nc, kpt_shape: shape, license: licence } = content;
  const listed = Array.isArray(names)
    ? names.map((name, i) => [i, String(name)] as const)
    : isObject(names)
      ? Object.entries(names).map(([id, name]) => [Number(id), String(name)] as const)
      : Array.from(
          { length: Math.min(Number(nc) || 0, 10_000) },
          (_, i) => [i, String(i)] as const,
        );
  if (listed.length === 0) throw refusal(`${file}: names must list the classes.`);
  if (!listed.every(([id]) => Number.isSafeInteger(id) && id >= 0))
    throw refusal(`${file}: the keys of names must be whole numbers.`);
  const isShape =
    Array.isArray(shape) && Number.isInteger(shape[0]) && (shape[1] === 2 || shape[1] === 3);
  return {
    names: new Map(listed.toSorted((one, other) => one[0] - other[0])),
    points: isShape ? [shape[0] as number, shape[1]] : [0, 0],
    licence: typeof licence === 'string' ? licence.slice(0, 1000) : '',
    parts: PARTS.flatMap((key) => {
      const targets = [content[key]].flat().filter((target) => typeof target === 'string');
      return targets.length > 0 ? [[splitNamed(key), targets.slice(0, MOST_NAMES)] as const] : [];
    }),
  };
}

function readLabels(
  text: string,
  path: string,
  image: DataImage,
  { names, points }: Pick<Configuration, 'names' | 'points'>,
): FoundLabels {
  const problems: Trouble[] = [];
  const places: string[] = [];
  let [count, unlisted] = [0, 0];
  const readLine = (line: string, i: number): Annotation | undefined => {
    count += 1;
    const problem = (sentence: string, as = trouble): Annotation | undefined => {
      if (problems.length < MOST_PROBLEMS) problems.push(as(`${path}:${i + 1}`, ` ${sentence}`));
      else unlisted += 1;
      return undefined;
    };
    const numbers = line.split(/\s+/).map(Number);
    if (!numbers.every(Number.isFinite)) return problem('must have numbers only');
    const [category = NaN, ...values] = numbers;
    if (!names.has(category))
      return problem(`has the class ${category}, which names does not list`, fatal);
    const ids = { id: labelId(image.id, i), image_id: image.id, category_id: category };
    const near = [image.width * NEAR_SHARE, image.height * NEAR_SHARE] as const;
    const scaled = (value: number, at: number): number =>
      value * (at % 2 === 0 ? image.width : image.height);
    const [pointCount, pointSize] = points;
    const isBox =
      values.length === 4 || (pointCount > 0 && values.length === 4 + pointCount * pointSize);
    if (!isBox && !(numbers.length >= FEWEST_POLYGON && values.length % 2 === 0))
      return problem(`has ${numbers.length} numbers; a box has 5, and a polygon 7, 9 or more`);
    const polygon = isBox ? undefined : values.map(scaled);
    const [cx = 0, cy = 0, width = 0, height = 0] = values.map(scaled);
    const bounds = polygon
      ? polygonFigures(polygon).bbox
      : ([cx - width / 2, cy - height / 2, width, height] as const);
    const { box, problem: wrong } = clipBox(
      [...bounds] as [number, number, number, number],
      image,
      near,
    );
    if (wrong !== undefined) problem(wrong);
    if (!box) return undefined;
    if (polygon) {
      const clamped = clampPolygon(polygon, image);
      const { bbox, area } = polygonFigures(clamped);
      return area > 0
        ? { ...ids, bbox, area, iscrowd: 0, segmentation: [clamped] }
        : problem('has no area');
    }
    if (values.length === 4) return boxAnnotation(ids, box);
    const keypoints = Array.from({ length: pointCount }, (_, k) => {
      const [x = 0, y = 0, visibility = 2] = values.slice(
        4 + k * pointSize,
        4 + (k + 1) * pointSize,
      );
      return visibility > 0 && (x > 0 || y > 0)
        ? [x * image.width, y * image.height, visibility]
        : [0, 0, 0];
    }).flat();
    const labelled = keypoints.filter((value, k) => k % 3 === 2 && value > 0).length;
    return { ...boxAnnotation(ids, box), keypoints, num_keypoints: labelled };
  };
  const annotations: Annotation[] = [];
  for (let at = 0, i = 0; at <= text.length; i += 1) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, end).trim();
    const annotation = line === '' ? undefined : readLine(line, i);
    if (annotation) {
      annotations.push(annotation);
      places.push(`${path}:${i + 1}`);
    }
    at = end + 1;
  }
  if (unlisted > 0) problems.push(trouble(path, `: ${unlisted} more lines have problems`));
  return { annotations, places, problems, count: { all: count, crowd: 0 } };
}

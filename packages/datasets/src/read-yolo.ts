import { parse } from 'yaml';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { boxAnnotation, clampPolygon, clipBox, labelId, polygonFigures } from './boxes.ts';
import type { DataImage, FoundLabels, ListedImage, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { splitByFolders, splitNamed } from './splits.ts';
import { fatal, trouble, type Trouble } from './troubles.ts';

/** Coordinates may lie outside the picture by this share of its side. */
const NEAR_SHARE = 0.01;
const FEWEST_POLYGON = 7;
/** Keys of a configuration that lead to pictures. */
const PARTS = ['train', 'val', 'valid', 'test'] as const;
/** Problems of a label file that are listed; more are counted. */
const MOST_PROBLEMS = 100;

/** The configuration of a YOLO set: data.yaml, or the only .yaml of the folder beside labels. */
export function yoloFile({ paths }: FileTree): string | undefined {
  const files = paths.filter((path) => /^[^/]+\.ya?ml$/.test(path));
  return (
    files.find((path) => /^data(?:set)?\.ya?ml$/.test(path)) ??
    (files.length === 1 && paths.some((path) => /(?:^|\/)labels\/.*\.txt$/.test(path))
      ? files[0]
      : undefined)
  );
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
    (path) => path.endsWith('.txt') && !NAMES.test(path) && pictures.has(stemOf(path)),
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

/** The label file of a picture, as the tools of this format look for it. */
function labelPathOf(picture: string, known: ReadonlySet<string>): string | undefined {
  const stem = picture.replace(/\.[^./]+$/, '');
  const at = `/${stem}`.lastIndexOf('/images/');
  const candidates = [
    ...(at < 0 ? [] : [`${stem.slice(0, at)}labels/${stem.slice(at + 'images/'.length)}`]),
    stem,
    `labels/${stem.split('/').at(-1)!}`,
  ];
  return candidates.map((path) => `${path}.txt`).find((path) => known.has(path));
}

/** @throws SimulationError when the configuration cannot be read. */
export async function readYolo(tree: FileTree, file: string): Promise<Listing> {
  const isNames = NAMES.test(file);
  const { names, points, licence, parts } = isNames
    ? await readNames(tree, file)
    : await readConfiguration(tree, file);
  const known = new Set(tree.paths);
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const inImages = pictures.filter((path) => /(?:^|\/)images\//.test(path));
  const chosen = inImages.length > 0 && !isNames ? inImages : pictures;
  const labelPaths = new Map(chosen.map((path) => [path, labelPathOf(path, known)]));
  const used = new Set(labelPaths.values());
  const problems: Trouble[] = tree.paths
    .filter((path) => /(?:^|\/)labels\/.*\.txt$/.test(path) && !used.has(path) && path !== file)
    .map((path) => trouble(path, ': there is no image of this name'));
  return {
    format: 'yolo',
    task: 'detection',
    origin: { source: '', licence },
    categories: [...names].map(([id, name]) => ({ id, name })),
    images: await inParts(tree, chosen, parts),
    problems,
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

/** Pictures with the parts to which the configuration leads, else with those of their folders. */
async function inParts(
  tree: FileTree,
  pictures: readonly string[],
  parts: Configuration['parts'],
): Promise<readonly ListedImage[]> {
  const images = pictures.map((path, i) => ({ id: i + 1, name: path, path, place: path }));
  const splits = new Map<string, string[]>();
  for (const [part, targets] of parts)
    for (const target of targets)
      for (const path of await picturesAt(tree, pictures, target))
        splits.set(path, [...new Set([...(splits.get(path) ?? []), part])]);
  if (splits.size === 0) return splitByFolders(images);
  return images.map((image) => {
    const own = splits.get(image.path);
    return own ? { ...image, splits: own } : image;
  });
}

/** The pictures to which a path of a configuration leads: a folder, or a list of pictures. */
async function picturesAt(
  tree: FileTree,
  pictures: readonly string[],
  target: string,
): Promise<readonly string[]> {
  const known = new Set(tree.paths);
  if (/\.txt$/i.test(target)) {
    const list = suffixesOf(target).find((path) => known.has(path));
    if (list === undefined) return [];
    return decodeText(await tree.read(list))
      .split(/\r?\n/)
      .flatMap((line) => suffixesOf(line.trim()).find((path) => known.has(path)) ?? []);
  }
  const folder = suffixesOf(target).find((path) =>
    pictures.some((picture) => picture.startsWith(`${path}/`)),
  );
  return folder === undefined ? [] : pictures.filter((path) => path.startsWith(`${folder}/`));
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
    content = parse(decodeText(await tree.read(file)), { maxAliasCount: 10 });
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

import { parse } from 'yaml';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { boxAnnotation, clampPolygon, clipBox, labelId, polygonFigures } from './boxes.ts';
import type { DataImage, FoundLabels, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';

/** Coordinates may lie outside the picture by this share of its side. */
const NEAR_SHARE = 0.01;
const FEWEST_POLYGON = 7;
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
  const { names, points, licence } = await readConfiguration(tree, file);
  const known = new Set(tree.paths);
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const inImages = pictures.filter((path) => /(?:^|\/)images\//.test(path));
  const chosen = inImages.length > 0 ? inImages : pictures;
  const labelPaths = new Map(chosen.map((path) => [path, labelPathOf(path, known)]));
  const used = new Set(labelPaths.values());
  const problems = tree.paths
    .filter((path) => /(?:^|\/)labels\/.*\.txt$/.test(path) && !used.has(path))
    .map((path) => `${path}: there is no image of this name.`);
  return {
    format: 'yolo',
    task: 'detection',
    origin: { source: '', licence },
    categories: [...names].map(([id, name]) => ({ id, name })),
    images: chosen.map((path, i) => ({ id: i + 1, name: path, path, place: path })),
    problems,
    listsClasses: true,
    labelsOf: async (image) => {
      const path = labelPaths.get(image.name);
      if (path === undefined) return { annotations: [], problems: [] };
      return readLabels(decodeText(await tree.read(path)), path, image, { names, points });
    },
  };
}

interface Configuration {
  /** Classes by their numbers. */
  readonly names: ReadonlyMap<number, string>;
  /** Key points of an object and the numbers of each, 2 or 3; [0, 0] where there are none. */
  readonly points: readonly [number, number];
  readonly licence: string;
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
  };
}

function readLabels(
  text: string,
  path: string,
  image: DataImage,
  { names, points }: Pick<Configuration, 'names' | 'points'>,
): FoundLabels {
  const problems: string[] = [];
  let [count, unlisted] = [0, 0];
  const readLine = (line: string, i: number): Annotation | undefined => {
    count += 1;
    const problem = (sentence: string): Annotation | undefined => {
      if (problems.length < MOST_PROBLEMS) problems.push(`${path}:${i + 1} ${sentence}.`);
      else unlisted += 1;
      return undefined;
    };
    const numbers = line.split(/\s+/).map(Number);
    if (!numbers.every(Number.isFinite)) return problem('must have numbers only');
    const [category = NaN, ...values] = numbers;
    if (!names.has(category))
      return problem(`has the class ${category}, which names does not list`);
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
    if (annotation) annotations.push(annotation);
    at = end + 1;
  }
  if (unlisted > 0) problems.push(`${path}: ${unlisted} more lines have problems.`);
  return { annotations, problems, count: { all: count, crowd: 0 } };
}

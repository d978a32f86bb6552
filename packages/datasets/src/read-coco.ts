import { posix } from 'node:path';
import { SimulationError, parseJson, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { readMask } from '@lumenloom/scoring';
import { clampPolygon, clipBox, polygonFigures } from './boxes.ts';
import type { Category, DataImage, Dataset, ListedImage, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import type { PictureSize } from './picture.ts';

type Table = Readonly<Record<string, unknown>>;

/** Label files of COCO in a folder; undefined where there are none. */
export function cocoFiles({ paths }: FileTree): readonly string[] | undefined {
  const whole = paths.filter((path) =>
    /^(?:annotations|_annotations\.coco|(?:train|valid|val|test)\/_annotations\.coco)\.json$/.test(
      path,
    ),
  );
  if (whole.length > 0) return whole;
  const several = paths.filter((path) => /^annotations\/[^/]+\.json$/.test(path));
  // The same pictures may have captions and key points in further files.
  for (const kind of ['instances', 'person_keypoints']) {
    const chosen = several.filter((path) => path.startsWith(`annotations/${kind}_`));
    if (chosen.length > 0) return chosen;
  }
  return several.length > 0 ? several : undefined;
}

/** What is collected from the files. */
interface Found {
  readonly problems: string[];
  readonly categories: Map<number, Category>;
  readonly images: Map<number, ListedImage>;
  /** By picture. */
  readonly annotations: Map<number, { readonly label: Table; readonly place: string }[]>;
  readonly ids: Set<number>;
}

/**
 * Reads COCO's label files.
 *
 * @throws SimulationError for a file that is not of this format, and for a picture whose name leads
 * out of the folder.
 */
export async function readCoco(tree: FileTree, files: readonly string[]): Promise<Listing> {
  const found: Found = {
    problems: [],
    categories: new Map(),
    images: new Map(),
    annotations: new Map(),
    ids: new Set(),
  };
  let origin: Dataset['origin'] | undefined;
  for (const file of files) {
    const content = await readTable(tree, file);
    origin ??= originOf(content);
    collect(content, file, found, pathFinder(tree.paths, posix.dirname(file)));
  }
  const { problems, annotations } = found;
  const images = [...found.images.values()].toSorted((one, other) => one.id - other.id);
  const known = new Set(images.map(({ id }) => id));
  let strayLabels = 0;
  for (const [image, labels] of annotations)
    if (!known.has(image))
      for (const { place } of labels) {
        strayLabels += 1;
        problems.push(`${place}.image_id: there is no image with the id ${image}.`);
      }
  return {
    format: 'coco',
    task: 'detection',
    ...(origin && { origin }),
    categories: [...found.categories.values()].toSorted((one, other) => one.id - other.id),
    images,
    problems,
    strayLabels,
    listsClasses: true,
    labelsOf: async (image) => labelsOf(image, annotations.get(image.id) ?? [], found.categories),
  };
}

async function readTable(tree: FileTree, file: string): Promise<Table> {
  const bytes = await tree.read(file);
  let content: unknown;
  try {
    content = parseJson(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SimulationError)) throw refusal(`${file} is too large to be read.`);
    throw refusal(`${file}: ${error.message}`);
  }
  if (!isObject(content))
    throw refusal(`${file} must be a JSON object with images and annotations.`);
  for (const key of ['images', 'annotations', 'categories'])
    if (content[key] !== undefined && !Array.isArray(content[key]))
      throw refusal(`${file}: ${key} must be a list.`);
  if (content['images'] === undefined) throw refusal(`${file} has no list images.`);
  return content;
}

/** Source and licence as COCO writes them. */
function originOf({ info, licenses }: Table): Dataset['origin'] {
  const textIn = (from: unknown, keys: readonly string[]): string =>
    keys
      .flatMap((key) => (isObject(from) && typeof from[key] === 'string' ? [from[key]] : []))
      .filter((text) => text !== '')
      .join(', ')
      .slice(0, 500);
  return {
    source: textIn(info, ['description', 'version', 'url']),
    licence: Array.isArray(licenses)
      ? licenses
          .map((licence) => textIn(licence, ['name', 'url']))
          .filter((text) => text !== '')
          .join('; ')
          .slice(0, 1000)
      : '',
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

function collect(
  content: Table,
  file: string,
  { problems, categories, images, annotations, ids }: Found,
  pathOf: (name: string) => string | undefined,
): void {
  const listed = (key: string): readonly unknown[] => (content[key] ?? []) as readonly unknown[];
  const [ownImages, ownCategories] = [new Set<number>(), new Set<number>()];
  for (const [i, category] of listed('categories').entries()) {
    const place = `${file}: categories[${i}]`;
    const { id, name } = isObject(category) ? category : ({} as Table);
    if (!isId(id)) problems.push(`${place}.id must be a whole number.`);
    else {
      const known = categories.get(id);
      const entry = { id, name: typeof name === 'string' && name !== '' ? name : String(id) };
      if (ownCategories.has(id) || (known && known.name !== entry.name))
        problems.push(`${place}.id: ${id} is there twice.`);
      ownCategories.add(id);
      if (!known) categories.set(id, entry);
    }
  }
  for (const [i, image] of listed('images').entries()) {
    const place = `${file}: images[${i}]`;
    const { id, file_name: name, width, height } = isObject(image) ? image : ({} as Table);
    if (!isId(id)) problems.push(`${place}.id must be a whole number.`);
    else if (typeof name !== 'string' || name === '')
      problems.push(`${place}.file_name is missing.`);
    else {
      const safe = safeName(name, `${place}.file_name`);
      const known = images.get(id);
      if (known && (ownImages.has(id) || known.name !== (pathOf(safe) ?? safe)))
        problems.push(`${place}.id: ${id} is there twice.`);
      if (known) continue;
      ownImages.add(id);
      const path = pathOf(safe);
      const sized = [width, height].every((side) => Number.isInteger(side) && Number(side) > 0);
      if (!sized && (width !== undefined || height !== undefined))
        problems.push(`${place}: width and height must be whole numbers above 0.`);
      images.set(id, {
        id,
        name: path ?? safe,
        path,
        place,
        ...(sized && { size: { width: Number(width), height: Number(height) } }),
      });
    }
  }
  for (const [i, label] of listed('annotations').entries()) {
    const place = `${file}: annotations[${i}]`;
    if (!isObject(label)) problems.push(`${place} must be an object.`);
    else if (!isId(label['image_id'])) problems.push(`${place}.image_id must be a whole number.`);
    else {
      const id = label['id'];
      if (!isId(id)) problems.push(`${place}.id must be a whole number.`);
      else if (ids.has(id)) problems.push(`${place}.id: ${id} is there twice.`);
      else ids.add(id);
      const image = label['image_id'];
      const ofImage = annotations.get(image);
      if (ofImage) ofImage.push({ label, place });
      else annotations.set(image, [{ label, place }]);
    }
  }
}

/**
 * A name of a picture with slashes.
 * @throws SimulationError when it leads out of the folder.
 */
export function safeName(name: string, place: string): string {
  const path = posix.normalize(name.replaceAll('\\', '/'));
  if (
    path === '..' ||
    path.startsWith('../') ||
    /^(?:\/|[a-z]+:)/i.test(path) ||
    path.includes('\0')
  )
    throw refusal(`${place}: ${JSON.stringify(name.slice(0, 200))} leads out of the folder.`);
  return path;
}

/**
 * Finds the file that a name means: in images/, beside the labels, from the folder itself, or the
 * only one of that name.
 */
export function pathFinder(
  paths: readonly string[],
  beside: string,
): (name: string) => string | undefined {
  const known = new Set(paths);
  const byName = new Map<string, string | null>();
  for (const path of paths) {
    const name = posix.basename(path);
    byName.set(name, byName.has(name) ? null : path);
  }
  return (name) =>
    [`images/${name}`, name, posix.join(beside, name)].find((path) => known.has(path)) ??
    byName.get(posix.basename(name)) ??
    undefined;
}

function labelsOf(
  image: DataImage,
  found: readonly { readonly label: Table; readonly place: string }[],
  categories: ReadonlyMap<number, Category>,
): Awaited<ReturnType<NonNullable<Listing['labelsOf']>>> {
  const problems: string[] = [];
  const annotations = found.flatMap(({ label, place }): Annotation[] => {
    const problem = (sentence: string): [] => {
      problems.push(`${place}${sentence}.`);
      return [];
    };
    const { id, category_id: category, iscrowd, area } = label;
    if (!isId(category) || !categories.has(category))
      return problem(`.category_id: there is no category with the id ${JSON.stringify(category)}`);
    if (!isId(id)) return [];
    const { segmentation, sentence } = segmentationOf(label['segmentation'], image);
    if (sentence !== undefined) problem(`.segmentation ${sentence}`);
    const bbox = label['bbox'] ?? boundsOf(segmentation);
    if (!Array.isArray(bbox) || bbox.length !== 4 || !bbox.every((n) => typeof n === 'number'))
      return problem('.bbox must have four numbers');
    const { box, problem: wrong } = clipBox(bbox as [number, number, number, number], image);
    if (wrong !== undefined) problem(`.bbox ${wrong}`);
    if (!box) return [];
    if (area !== undefined && !(typeof area === 'number' && area >= 0 && Number.isFinite(area)))
      problem('.area must be a number that is not negative');
    const keypoints = label['keypoints'];
    const hasPoints =
      Array.isArray(keypoints) &&
      keypoints.length % 3 === 0 &&
      keypoints.every((n) => typeof n === 'number' && Number.isFinite(n));
    if (keypoints !== undefined && !hasPoints)
      problem('.keypoints must be numbers, three for each point');
    return [
      {
        id,
        image_id: image.id,
        category_id: category,
        bbox: box,
        area: typeof area === 'number' && area >= 0 ? area : areaOf(segmentation, box),
        iscrowd: iscrowd === 1 || iscrowd === true ? 1 : 0,
        ...(segmentation && { segmentation }),
        ...(hasPoints && {
          keypoints: keypoints as number[],
          num_keypoints: keypoints.filter((n, i) => i % 3 === 2 && n > 0).length,
        }),
      },
    ];
  });
  const crowd = found.filter(({ label: { iscrowd } }) => iscrowd === 1 || iscrowd === true).length;
  return { annotations, problems, count: { all: found.length, crowd } };
}

type Segmentation = Annotation['segmentation'];

/** What COCO's segmentation holds, and a sentence where it is wrong. */
function segmentationOf(
  value: unknown,
  size: PictureSize,
): { readonly segmentation?: NonNullable<Segmentation>; readonly sentence?: string } {
  if (value === undefined || value === null) return {};
  if (isObject(value)) {
    try {
      const { height, width, runs } = readMask(value, size, '');
      return { segmentation: { size: [height, width], counts: [...runs] } };
    } catch (error) {
      return { sentence: (error as Error).message.trim().replace(/\.$/, '') };
    }
  }
  if (!Array.isArray(value)) return { sentence: 'must be polygons or a mask' };
  const polygons = value.filter(
    (polygon): polygon is number[] =>
      Array.isArray(polygon) &&
      polygon.length >= 6 &&
      polygon.length % 2 === 0 &&
      polygon.every((n) => typeof n === 'number' && Number.isFinite(n)),
  );
  return {
    ...(polygons.length > 0 && {
      segmentation: polygons.map((polygon) =>
        size.width > 0 ? clampPolygon(polygon, size) : polygon,
      ),
    }),
    ...(polygons.length < value.length && {
      sentence: 'must have at least three points in each polygon',
    }),
  };
}

const boundsOf = (segmentation: Segmentation): Annotation['bbox'] | undefined =>
  segmentation && !('counts' in segmentation)
    ? polygonFigures(segmentation.flat()).bbox
    : undefined;

const areaOf = (segmentation: Segmentation, box: Annotation['bbox']): number =>
  segmentation && !('counts' in segmentation)
    ? segmentation.reduce((sum, polygon) => sum + polygonFigures(polygon).area, 0)
    : box[2] * box[3];

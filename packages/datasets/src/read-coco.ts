import { posix } from 'node:path';
import { SimulationError, decodeText, parseJson, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { readMask } from '@lumenloom/scoring';
import { clampPolygon, clipBox, polygonFigures } from './boxes.ts';
import type {
  Category,
  DataImage,
  Dataset,
  FoundLabels,
  LabelKind,
  ListedImage,
  Listing,
} from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import type { PictureSize } from './picture.ts';
import { ALL, chooseSplit, splitNamed, splitOfPath } from './splits.ts';
import { fatal, trouble, type Trouble } from './troubles.ts';

type Table = Readonly<Record<string, unknown>>;

/** Label files of COCO in a folder; undefined where there are none. */
export function cocoFiles({ paths }: FileTree, labels?: LabelKind): readonly string[] | undefined {
  const whole = paths.filter((path) =>
    /^(?:annotations|_annotations\.coco|(?:train|valid|val|test)\/_annotations\.coco)\.json$/.test(
      path,
    ),
  );
  if (whole.length > 0) return whole;
  const several = ofKind(
    paths.filter((path) => /^annotations\/[^/]+\.json$/.test(path)),
    labels,
  );
  return several.length > 0 ? several : undefined;
}

/** The same pictures may have captions and key points in further files. */
function ofKind(files: readonly string[], labels: LabelKind | undefined): readonly string[] {
  const kinds = ['instances', 'person_keypoints'];
  for (const kind of labels === 'points' ? kinds.toReversed() : kinds) {
    const chosen = files.filter((path) => posix.basename(path).startsWith(`${kind}_`));
    if (chosen.length > 0) return chosen;
  }
  const others = files.filter((path) => !/^(?:captions|image_info)_/.test(posix.basename(path)));
  return others.length > 0 ? others : files;
}

/** Bytes in which a list of COCO shows, and files that are looked into. */
const [HEAD, MOST_TRIED] = [16_384, 50];
const LISTS = /"images"\s*:\s*\[|"image_id"\s*:/;
/** What may fill the beginning of a file. */
const FIRST = /"(?:annotations|categories)"\s*:\s*\[/;

/** Label files of COCO of any name and place, as programs export them; those above come first. */
export async function cocoByContent(
  tree: FileTree,
  labels?: LabelKind,
): Promise<readonly string[]> {
  const files = tree.paths
    .filter((path) => /\.json$/i.test(path))
    .toSorted((one, other) => one.split('/').length - other.split('/').length)
    .slice(0, MOST_TRIED);
  const found = await Promise.all(
    files.map(async (path) => {
      const bytes = await tree.readHead(path, HEAD);
      const text = decodeText(bytes);
      return LISTS.test(text) || (bytes.length === HEAD && FIRST.test(text));
    }),
  );
  return ofKind(
    files.filter((_, at) => found[at]),
    labels,
  );
}

/** The part of a label file: by its folder, or by the end of its name. */
function splitOfFile(file: string): string {
  const stem = posix.basename(file).replace(/\.json$/i, '');
  return splitOfPath(file) ?? splitNamed(stem.split('_').at(-1)!);
}

/** What is collected from the files. */
interface Found {
  readonly problems: Trouble[];
  readonly categories: Map<number, Category>;
  readonly images: Map<number, ListedImage>;
  /** By picture. */
  readonly annotations: Map<number, Labelled[]>;
  /** Identifiers of images and categories that no other one may have. */
  readonly used: { image: number; category: number };
  strayLabels: number;
}

interface Labelled {
  readonly label: Table;
  readonly place: string;
  /** Its own identifier is of its file alone. */
  readonly id: number;
  readonly category: number | undefined;
}

/**
 * Reads COCO's label files.
 *
 * @throws SimulationError for a file that is not of this format, and for a picture whose name leads
 * out of the folder.
 */
export async function readCoco(
  tree: FileTree,
  all: readonly string[],
  asked: string | undefined,
): Promise<Listing> {
  const chosen = chooseSplit(all.length > 1 ? all.map(splitOfFile) : [], asked);
  const files =
    !chosen || chosen.split === ALL
      ? all
      : all.filter((file) => splitOfFile(file) === chosen.split);
  const found: Found = {
    problems: [],
    categories: new Map(),
    images: new Map(),
    annotations: new Map(),
    used: { image: 0, category: 0 },
    strayLabels: 0,
  };
  let origin: Dataset['origin'] | undefined;
  for (const file of files) {
    const content = await readTable(tree, file);
    origin ??= originOf(content);
    collect(content, file, found, pathFinder(tree.paths, posix.dirname(file), splitOfFile(file)));
  }
  const { problems, annotations, strayLabels } = found;
  const images = [...found.images.values()].toSorted((one, other) => one.id - other.id);
  return {
    format: 'coco',
    task: 'detection',
    ...(origin && { origin }),
    ...(chosen && { chosen }),
    categories: [...found.categories.values()].toSorted((one, other) => one.id - other.id),
    images,
    problems,
    strayLabels,
    listsClasses: true,
    labelsOf: async (image) => labelsOf(image, annotations.get(image.id) ?? []),
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

/** Collects what a file lists; its identifiers are of this file alone. */
function collect(
  content: Table,
  file: string,
  found: Found,
  pathOf: (name: string) => string | undefined,
): void {
  const categories = collectCategories(content, file, found);
  const images = collectImages(content, file, found, pathOf);
  const { problems, annotations } = found;
  const ids = new Set<number>();
  for (const [i, label] of listed(content, 'annotations').entries()) {
    const place = `${file}: annotations[${i}]`;
    if (!isObject(label)) {
      problems.push(trouble(place, ' must be an object'));
      continue;
    }
    const { id, image_id: ownImage, category_id: ownCategory } = label;
    if (!isId(ownImage)) problems.push(trouble(`${place}.image_id`, ' must be a whole number'));
    else if (!isId(id) || ids.has(id)) {
      found.strayLabels += 1;
      problems.push(
        trouble(`${place}.id`, isId(id) ? `: ${id} is there twice` : ' must be a whole number'),
      );
    } else {
      ids.add(id);
      const image = images.get(ownImage);
      if (image === undefined) {
        found.strayLabels += 1;
        problems.push(trouble(`${place}.image_id`, `: there is no image with the id ${ownImage}`));
        continue;
      }
      const category = isId(ownCategory) ? categories.get(ownCategory) : undefined;
      const ofImage = annotations.get(image);
      const one = { label, place, id, category };
      if (ofImage) ofImage.push(one);
      else annotations.set(image, [one]);
    }
  }
}

const listed = (content: Table, key: string): readonly unknown[] =>
  (content[key] ?? []) as readonly unknown[];

/** @returns identifiers in the data set by those in the file. */
function collectCategories(
  content: Table,
  file: string,
  { problems, categories, used }: Found,
): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  const root = rootCategory(content);
  const byName = new Map([...categories.values()].map(({ id, name }) => [name, id]));
  for (const [i, category] of listed(content, 'categories').entries()) {
    const place = `${file}: categories[${i}]`;
    const { id, name } = isObject(category) ? category : ({} as Table);
    if (!isId(id)) problems.push(trouble(`${place}.id`, ' must be a whole number'));
    else if (own.has(id)) problems.push(fatal(`${place}.id`, `: ${id} is there twice`));
    else if (id !== root) {
      const called = typeof name === 'string' && name !== '' ? name : String(id);
      const free = categories.has(id) ? used.category + 1 : id;
      const known = categories.get(id)?.name === called ? id : (byName.get(called) ?? free);
      own.set(id, known);
      used.category = Math.max(used.category, known);
      if (!categories.has(known)) categories.set(known, { id: known, name: called });
    }
  }
  return own;
}

/**
 * The category above all others, without labels of its own, that some programs add; undefined where
 * there is none.
 */
function rootCategory(content: Table): number | undefined {
  const all = listed(content, 'categories').filter(isObject);
  const root = all.find(
    ({ name }) =>
      typeof name === 'string' &&
      all.length > 1 &&
      all.every((one) => one['name'] === name || one['supercategory'] === name),
  )?.['id'];
  return isId(root) &&
    !listed(content, 'annotations').some((one) => isObject(one) && one['category_id'] === root)
    ? root
    : undefined;
}

/** @returns identifiers in the data set by those in the file. */
function collectImages(
  content: Table,
  file: string,
  { problems, images, used }: Found,
  pathOf: (name: string) => string | undefined,
): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  const inFile = new Set<string>();
  const byName = new Map([...images.values()].map(({ id, name }) => [name, id]));
  for (const [i, image] of listed(content, 'images').entries()) {
    const place = `${file}: images[${i}]`;
    const { id, file_name: text, width, height } = isObject(image) ? image : ({} as Table);
    if (!isId(id)) problems.push(trouble(`${place}.id`, ' must be a whole number'));
    else if (typeof text !== 'string' || text === '')
      problems.push(trouble(`${place}.file_name`, ' is missing'));
    else if (own.has(id)) problems.push(trouble(`${place}.id`, `: ${id} is there twice`));
    else {
      const isAbove = /^\.\.[\\/]/.test(text);
      const safe = safeName(
        isAbove ? `${posix.dirname(file)}/${text}` : text,
        `${place}.file_name`,
      );
      const path = pathOf(safe);
      const name = path ?? safe;
      if (inFile.has(name)) problems.push(fatal(`${place}.file_name`, `: ${text} is there twice`));
      inFile.add(name);
      // Another file may have further labels of the picture.
      const before = byName.get(name);
      const known = before ?? (images.has(id) ? used.image + 1 : id);
      own.set(id, known);
      if (before !== undefined) continue;
      used.image = Math.max(used.image, known);
      byName.set(name, known);
      const sized = [width, height].every((side) => Number.isInteger(side) && Number(side) > 0);
      if (!sized && (width !== undefined || height !== undefined))
        problems.push(trouble(place, ': width and height must be whole numbers above 0'));
      images.set(known, {
        id: known,
        name,
        path,
        place,
        ...(sized && { size: { width: Number(width), height: Number(height) } }),
      });
    }
  }
  return own;
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
 * Finds the file that a name means: in images/, beside the labels, from the folder itself, the only
 * one of that name, or the only one of the part; small and capital letters may differ.
 *
 * @param part of the data set to which the labels belong.
 */
export function pathFinder(
  paths: readonly string[],
  beside: string,
  part?: string,
): (name: string) => string | undefined {
  const known = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = posix.basename(path).toLowerCase();
    const all = byName.get(name);
    if (all) all.push(path);
    else byName.set(name, [path]);
  }
  return (name) => {
    const at = [`images/${name}`, name, posix.join(beside, name)].find((path) => known.has(path));
    if (at !== undefined) return at;
    const base = posix.basename(name);
    const alike = byName.get(base.toLowerCase()) ?? [];
    const same = alike.filter((path) => posix.basename(path) === base);
    const all = same.length > 0 ? same : alike;
    const own = all.filter((path) => splitOfPath(path) === part);
    return onlyOf(all) ?? onlyOf(own) ?? onlyOf(own.filter((path) => path.endsWith(`/${name}`)));
  };
}

const onlyOf = (paths: readonly string[]): string | undefined =>
  paths.length === 1 ? paths[0] : undefined;

function labelsOf(image: DataImage, found: readonly Labelled[]): FoundLabels {
  const problems: Trouble[] = [];
  const places: string[] = [];
  const annotations = found.flatMap(({ label, place, id, category }): Annotation[] => {
    const problem = (sentence: string): [] => {
      const [, key, text] = /^(\.\w+)(.*)$/s.exec(sentence)!;
      problems.push(trouble(place + key!, text!));
      return [];
    };
    const { iscrowd, area } = label;
    if (category === undefined) {
      problems.push(
        fatal(
          `${place}.category_id`,
          `: there is no category with the id ${JSON.stringify(label['category_id'])}`,
        ),
      );
      return [];
    }
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
    places.push(place);
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
  return { annotations, places, problems, count: { all: found.length, crowd } };
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

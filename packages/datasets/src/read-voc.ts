import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { boxAnnotation, clipBox, labelId } from './boxes.ts';
import type { Category, DataImage, FoundLabels, ListedImage, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { pathFinder, safeName } from './read-coco.ts';
import { fatal, trouble, type Trouble } from './troubles.ts';
import { splitByFolders, splitNamed } from './splits.ts';

/** Label files of VOC: those in Annotations/, else those that are called as pictures are. */
export function vocFiles({ paths }: FileTree): readonly string[] {
  const listed = paths.filter((path) => /^(?:.*\/)?annotations\/[^/]+\.xml$/i.test(path));
  if (listed.length > 0) return listed;
  const stems = new Set(paths.filter((path) => PICTURE.test(path)).map(stemOf));
  return paths.filter((path) => /\.xml$/i.test(path) && stems.has(stemOf(path)));
}

/** One object of a label file: numbers as they stand there. */
interface VocObject {
  readonly name: string;
  readonly corners: readonly number[];
}
interface VocFile {
  readonly filename: string | undefined;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly objects: readonly VocObject[];
}

/** An element with its text and the elements in it. */
interface Element {
  readonly name: string;
  text: string;
  readonly parts: Element[];
}

/** @throws Error with line and column for a text that is not well-formed. */
function parseXml(text: string): Element {
  const root: Element = { name: '', text: '', parts: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '', parts: [] };
    if (open.length > MOST_NESTED) throw new Error(`has more than ${MOST_NESTED} nested elements`);
    open.at(-1)!.parts.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    open.at(-1)!.text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return root;
}

const MOST_NESTED = 100;

/** A label file. @throws Error with a sentence when it is damaged. */
function parseVoc(text: string): VocFile {
  const partOf = (element: Element | undefined, name: string): Element | undefined =>
    element?.parts.find((part) => part.name === name);
  const textIn = (element: Element | undefined, name: string): string | undefined =>
    partOf(element, name)?.text.trim() || undefined;
  const numberIn = (element: Element | undefined, name: string): number =>
    Number(textIn(element, name) ?? NaN);
  const annotation = partOf(parseXml(text), 'annotation');
  if (!annotation) throw new Error('has no element annotation');
  const size = partOf(annotation, 'size');
  const [width, height] = [numberIn(size, 'width'), numberIn(size, 'height')];
  return {
    filename: textIn(annotation, 'filename'),
    size: width > 0 && height > 0 ? { width, height } : undefined,
    objects: annotation.parts
      .filter(({ name }) => name === 'object')
      .map((object) => ({
        name: textIn(object, 'name') ?? '',
        corners: ['xmin', 'ymin', 'xmax', 'ymax'].map((corner) =>
          numberIn(partOf(object, 'bndbox'), corner),
        ),
      })),
  };
}

/** @throws SimulationError for a picture whose name leads out of the folder. */
export async function readVoc(tree: FileTree, files: readonly string[]): Promise<Listing> {
  const problems: Trouble[] = [];
  const firstOf = new Map<string, string>();
  const splitsOf = await imageSets(tree);
  const names = new Set<string>();
  const images: ListedImage[] = [];
  const fileOf = new Map<number, string>();
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const byStem = new Map(pictures.map((path) => [stemOf(path), path]));
  for (const file of files) {
    let parsed: VocFile;
    try {
      parsed = parseVoc(decodeText(await tree.read(file)));
    } catch (error) {
      problems.push(trouble(file, `: ${(error as Error).message}`));
      continue;
    }
    const above = posix.dirname(posix.dirname(file));
    const name = parsed.filename && safeName(parsed.filename, `${file}: filename`);
    const path =
      (name && pathFinder(pictures, posix.join(above, 'JPEGImages'))(name)) ??
      byStem.get(stemOf(file));
    for (const object of parsed.objects) if (object.name !== '') names.add(object.name);
    const first = path === undefined ? undefined : firstOf.get(path);
    if (first !== undefined) {
      problems.push(fatal(`${file}: filename`, `: ${path!} is also that of ${first}`));
      continue;
    }
    if (path !== undefined) firstOf.set(path, file);
    const id = images.length + 1;
    const splits = splitsOf.get(stemOf(file));
    fileOf.set(id, file);
    images.push({
      id,
      name: path ?? name ?? stemOf(file),
      path,
      place: file,
      ...(splits && { splits }),
      ...(parsed.size && { size: parsed.size }),
    });
  }
  const categories = [...names].toSorted().map((name, i) => ({ id: i + 1, name }));
  return {
    format: 'voc',
    task: 'detection',
    categories,
    images: splitsOf.size > 0 ? images : splitByFolders(images),
    problems,
    listsClasses: false,
    labelsOf: async (image) => {
      const file = fileOf.get(image.id)!;
      return labelsOf(parseVoc(decodeText(await tree.read(file))), file, image, categories);
    },
  };
}

/**
 * Parts of the data set by the stems of its pictures: ImageSets/Main/val.txt and so on.
 *
 * @param kinds of lists: folders of ImageSets.
 */
export async function imageSets(
  tree: FileTree,
  kinds: readonly string[] = ['Main', 'Layout'],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sets = new Map<string, string[]>();
  for (const path of tree.paths) {
    const [, kind, name] = /(?:^|\/)ImageSets\/(\w+)\/(train|val|test)\.txt$/i.exec(path) ?? [];
    if (name === undefined || !kinds.includes(kind!)) continue;
    for (const line of decodeText(await tree.read(path)).split(/\r?\n/)) {
      const stem = line.trim();
      if (stem !== '') sets.set(stem, [...(sets.get(stem) ?? []), splitNamed(name)]);
    }
  }
  return sets;
}

const stemOf = (path: string): string => posix.basename(path).replace(/\.[^.]+$/, '');

/** Corners are numbers of pixels from 1, both included. */
function labelsOf(
  { objects }: VocFile,
  file: string,
  image: DataImage,
  categories: readonly Category[],
): FoundLabels {
  const problems: Trouble[] = [];
  const places: string[] = [];
  const annotations = objects.flatMap(({ name, corners }, i): Annotation[] => {
    const category = categories.find((candidate) => candidate.name === name);
    if (!category) {
      problems.push(trouble(`${file}: object[${i}].name`, ' is missing'));
      return [];
    }
    const [left, top, right, bottom] = corners as [number, number, number, number];
    const { box, problem } = clipBox(
      [left - 1, top - 1, right - left + 1, bottom - top + 1],
      image,
    );
    if (problem !== undefined)
      problems.push(trouble(`${file}: object[${i}].bndbox`, ` ${problem}`));
    const ids = { id: labelId(image.id, i), image_id: image.id, category_id: category.id };
    if (!box) return [];
    places.push(`${file}: object[${i}]`);
    return [boxAnnotation(ids, box)];
  });
  return { annotations, places, problems, count: { all: objects.length, crowd: 0 } };
}

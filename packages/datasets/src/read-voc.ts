import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { boxAnnotation, clipBox, labelId } from './boxes.ts';
import type { Category, DataImage, FoundLabels, ListedImage, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { pathFinder, safeName } from './read-coco.ts';

export const vocFiles = ({ paths }: FileTree): readonly string[] =>
  paths.filter((path) => /^(?:.*\/)?annotations\/[^/]+\.xml$/i.test(path));

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
  const problems: string[] = [];
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
      problems.push(`${file}: ${(error as Error).message}.`);
      continue;
    }
    const above = posix.dirname(posix.dirname(file));
    const name = parsed.filename && safeName(parsed.filename, `${file}: filename`);
    const path =
      (name && pathFinder(pictures, posix.join(above, 'JPEGImages'))(name)) ??
      byStem.get(stemOf(file));
    for (const object of parsed.objects) if (object.name !== '') names.add(object.name);
    const id = images.length + 1;
    fileOf.set(id, file);
    images.push({
      id,
      name: path ?? name ?? stemOf(file),
      path,
      place: file,
      ...(parsed.size && { size: parsed.size }),
    });
  }
  const categories = [...names].toSorted().map((name, i) => ({ id: i + 1, name }));
  return {
    format: 'voc',
    task: 'detection',
    categories,
    images,
    problems,
    listsClasses: false,
    labelsOf: async (image) => {
      const file = fileOf.get(image.id)!;
      return labelsOf(parseVoc(decodeText(await tree.read(file))), file, image, categories);
    },
  };
}

const stemOf = (path: string): string => posix.basename(path).replace(/\.[^.]+$/, '');

/** Corners are numbers of pixels from 1, both included. */
function labelsOf(
  { objects }: VocFile,
  file: string,
  image: DataImage,
  categories: readonly Category[],
): FoundLabels {
  const problems: string[] = [];
  const annotations = objects.flatMap(({ name, corners }, i): Annotation[] => {
    const category = categories.find((candidate) => candidate.name === name);
    if (!category) {
      problems.push(`${file}: object[${i}].name is missing.`);
      return [];
    }
    const [left, top, right, bottom] = corners as [number, number, number, number];
    const { box, problem } = clipBox(
      [left - 1, top - 1, right - left + 1, bottom - top + 1],
      image,
    );
    if (problem !== undefined) problems.push(`${file}: object[${i}].bndbox ${problem}.`);
    const ids = { id: labelId(image.id, i), image_id: image.id, category_id: category.id };
    return box ? [boxAnnotation(ids, box)] : [];
  });
  return { annotations, problems, count: { all: objects.length, crowd: 0 } };
}

import { posix } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeText, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { boxAnnotation, clipBox, labelId } from './boxes.ts';
import type { Category, DataImage, FoundLabels, ListedImage, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { pathFinder, safeName } from './read-coco.ts';

type Table = Readonly<Record<string, unknown>>;

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

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'object' });

/** A label file. @throws Error with a sentence when it is damaged. */
function parseVoc(text: string): VocFile {
  // Entities of a document's own could be made to grow without bound.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('has a document type, which is not read');
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(`line ${valid.err.line}: ${valid.err.msg}`);
  const { annotation } = parser.parse(text) as Table;
  if (!isObject(annotation)) throw new Error('has no element annotation');
  const textIn = (from: unknown, key: string): string | undefined =>
    isObject(from) && typeof from[key] === 'string' ? from[key].trim() : undefined;
  const numberIn = (from: unknown, key: string): number => Number(textIn(from, key) || NaN);
  const { size, object } = annotation;
  const [width, height] = [numberIn(size, 'width'), numberIn(size, 'height')];
  return {
    filename: textIn(annotation, 'filename') || undefined,
    size: width > 0 && height > 0 ? { width, height } : undefined,
    objects: (Array.isArray(object) ? object : []).map((entry: unknown) => ({
      name: textIn(entry, 'name') ?? '',
      corners: ['xmin', 'ymin', 'xmax', 'ymax'].map((key) =>
        numberIn(isObject(entry) ? entry['bndbox'] : undefined, key),
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

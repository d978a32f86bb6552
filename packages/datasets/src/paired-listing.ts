import { decodeText } from '@lumenloom/engine';
import type { Category, DataImage, FoundLabels, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { trouble } from './troubles.ts';

/** Lines with fields between blanks, numbered from 1; empty ones are left out. */
export const fieldsOfLines = (
  text: string,
): readonly (readonly [number: number, fields: readonly string[]])[] =>
  text
    .split(/\r?\n/)
    .map((line, at) => [at + 1, line.trim().split(/\s+/)] as const)
    .filter(([, [first]]) => first !== '');

/**
 * Lists pictures with boxes by their label files; a picture without one is a problem.
 *
 * @param parts.pictures by what they have in common with their label files.
 * @param parts.stemOf the name of a picture that is not there, without its ending.
 */
export function pairedListing(
  tree: FileTree,
  parts: Pick<Listing, 'format' | 'categories'> & {
    readonly files: readonly string[];
    readonly pictures: ReadonlyMap<string, string>;
    readonly keyOf: (file: string) => string;
    readonly stemOf: (file: string) => string;
    readonly labelsOf: (
      ...all: [text: string, file: string, image: DataImage, categories: readonly Category[]]
    ) => FoundLabels;
  },
): Listing {
  const { format, categories, files, keyOf, stemOf, labelsOf } = parts;
  const left = new Map(parts.pictures);
  const images = files.map((file, at) => {
    const path = left.get(keyOf(file));
    left.delete(keyOf(file));
    return { id: at + 1, name: path ?? `${stemOf(file)}.png`, path, place: file };
  });
  return {
    format,
    task: 'detection',
    categories,
    images,
    problems: [...left.values()].map((path) =>
      trouble(path, ': there is no label file of this name'),
    ),
    listsClasses: false,
    labelsOf: async (image) => {
      const file = files[image.id - 1]!;
      return labelsOf(decodeText(await tree.read(file)), file, image, categories);
    },
  };
}

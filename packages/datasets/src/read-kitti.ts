import { decodeText, type Annotation } from '@lumenloom/engine';
import { boxAnnotation, clipBox, labelId } from './boxes.ts';
import type { Category, DataImage, FoundLabels, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { fieldsOfLines, pairedListing } from './paired-listing.ts';
import { PICTURE } from './picture.ts';
import { trouble, type Trouble } from './troubles.ts';

/** Classes of KITTI in the order of its description; others follow by name. */
const KNOWN = ['Car', 'Van', 'Truck', 'Pedestrian', 'Person_sitting', 'Cyclist', 'Tram', 'Misc'];
const DONT_CARE = 'DontCare';
/** Type, truncated, occluded, alpha, box, and for known objects size, place and turn. */
const FEWEST_FIELDS = 8;

export const kittiFiles = ({ paths }: FileTree): readonly string[] =>
  paths.filter((path) => /(?:^|\/)label_2\/[^/]+\.txt$/.test(path));

export async function readKitti(tree: FileTree, files: readonly string[]): Promise<Listing> {
  const names = new Set<string>();
  for (const file of files)
    for (const [, [name = '']] of fieldsOfLines(decodeText(await tree.read(file)))) names.add(name);
  names.delete(DONT_CARE);
  const ordered = [
    ...KNOWN.filter((name) => names.has(name)),
    ...[...names].filter((name) => !KNOWN.includes(name)).toSorted(),
  ];
  const categories = ordered.map((name, i) => ({ id: i + 1, name }));
  const pictures = new Map(
    tree.paths
      .filter((path) => PICTURE.test(path) && /(?:^|\/)image_2\//.test(path))
      .map((path) => [path.replace(/\.[^./]+$/, ''), path]),
  );
  const stemOf = (file: string): string => file.replace(/label_2(\/[^/]+)\.txt$/, 'image_2$1');
  const keyOf = stemOf;
  const parts = { format: 'kitti', categories, files, pictures, keyOf, stemOf, labelsOf } as const;
  return pairedListing(tree, parts);
}

/** A region of DontCare is a crowd of every class. */
function labelsOf(
  text: string,
  file: string,
  image: DataImage,
  categories: readonly Category[],
): FoundLabels {
  const problems: Trouble[] = [];
  const places: string[] = [];
  const count = { all: 0, crowd: 0 };
  const annotations: Annotation[] = [];
  for (const [line, fields] of fieldsOfLines(text)) {
    const [name] = fields;
    const isCrowd = name === DONT_CARE;
    count.all += 1;
    if (isCrowd) count.crowd += 1;
    const problem = (sentence: string): void => {
      problems.push(trouble(`${file}:${line}`, ` ${sentence}`));
    };
    if (fields.length < FEWEST_FIELDS) {
      problem(`has ${fields.length} fields; type, truncated, occluded, alpha and a box are needed`);
      continue;
    }
    const [left = 0, top = 0, right = 0, bottom = 0] = fields.slice(4, 8).map(Number);
    const { box, problem: wrong } = clipBox([left, top, right - left, bottom - top], image);
    if (wrong !== undefined) problem(wrong);
    if (!box) continue;
    for (const { id } of categories.filter((category) => isCrowd || category.name === name)) {
      places.push(`${file}:${line}`);
      annotations.push(
        boxAnnotation(
          { id: labelId(image.id, annotations.length), image_id: image.id, category_id: id },
          box,
          isCrowd ? 1 : 0,
        ),
      );
    }
  }
  return { annotations, places, problems, count };
}

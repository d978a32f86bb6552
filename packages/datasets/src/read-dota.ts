import { decodeText, type Annotation } from '@lumenloom/engine';
import { clampPolygon, clipBox, labelId, polygonFigures } from './boxes.ts';
import type { Category, DataImage, FoundLabels, Listing } from './dataset.ts';
import type { FileTree } from './file-tree.ts';
import { fieldsOfLines, pairedListing } from './paired-listing.ts';
import { PICTURE } from './picture.ts';
import { splitByFolders } from './splits.ts';
import { trouble, type Trouble } from './troubles.ts';

/** Four corners, a class and whether it is difficult. */
const [FEWEST_FIELDS, CORNERS] = [9, 8];
/** Lines before the objects. */
const HEADING = /^(?:imagesource|gsd)\s*:/i;

/** Label files of DOTA: `labelTxt` or `labelTxt-v1.5`, beside `images`. */
export const dotaFiles = ({ paths }: FileTree): readonly string[] =>
  paths.filter((path) => /(?:^|\/)labelTxt[^/]*\/[^/]+\.txt$/i.test(path));

const linesOf = (text: string) =>
  fieldsOfLines(text).filter(([, fields]) => !HEADING.test(fields.join(' ')));

const stemOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '');

/** The folders of a set in which a file stands: without those of labels and pictures. */
const partOf = (path: string): string =>
  path
    .split('/')
    .slice(0, -1)
    .filter((folder) => !/^(?:labelTxt.*|images)$/i.test(folder))
    .join('/');

export async function readDota(tree: FileTree, files: readonly string[]): Promise<Listing> {
  const names = new Set<string>();
  for (const file of files)
    for (const [, fields] of linesOf(decodeText(await tree.read(file))))
      if (fields.length >= FEWEST_FIELDS) names.add(fields[CORNERS]!);
  const categories = [...names].toSorted().map((name, at) => ({ id: at + 1, name }));
  const keyOf = (path: string): string => `${partOf(path)}/${stemOf(path)}`;
  const pictures = new Map(
    tree.paths.filter((path) => PICTURE.test(path)).map((path) => [keyOf(path), path]),
  );
  const parts = { format: 'dota', categories, files, pictures, keyOf, stemOf, labelsOf } as const;
  const listing = pairedListing(tree, parts);
  return { ...listing, images: splitByFolders(listing.images) };
}

/** Objects as polygons of four corners; what is difficult is a crowd, as DOTA leaves it out. */
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
  const idOf = new Map(categories.map(({ id, name }) => [name, id]));
  for (const [line, fields] of linesOf(text)) {
    const place = `${file}:${line}`;
    count.all += 1;
    const corners = fields.slice(0, CORNERS).map(Number);
    if (fields.length < FEWEST_FIELDS || !corners.every(Number.isFinite)) {
      problems.push(trouble(place, ' must have four corners and a class'));
      continue;
    }
    const iscrowd = fields[FEWEST_FIELDS] === '1' ? 1 : 0;
    count.crowd += iscrowd;
    const { box, problem } = clipBox([...polygonFigures(corners).bbox], image);
    if (problem !== undefined) problems.push(trouble(place, ` ${problem}`));
    if (!box) continue;
    const polygon = image.width > 0 ? clampPolygon(corners, image) : corners;
    const { bbox, area } = polygonFigures(polygon);
    if (!(area > 0)) {
      problems.push(trouble(place, ' has no area'));
      continue;
    }
    places.push(place);
    annotations.push({
      id: labelId(image.id, annotations.length),
      image_id: image.id,
      category_id: idOf.get(fields[CORNERS]!)!,
      bbox,
      area,
      iscrowd,
      segmentation: [polygon],
    });
  }
  return { annotations, places, problems, count };
}

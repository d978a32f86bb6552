import { decodeText, parseJson, SimulationError, type Annotation } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { clampPolygon, clipBox, labelId, polygonFigures } from './boxes.ts';
import type { DataImage, FoundLabels, Listing } from './dataset.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { pathFinder, safeName } from './read-coco.ts';
import { splitByFolders } from './splits.ts';
import { trouble, type Trouble } from './troubles.ts';

/** Label.txt of PaddleOCR, or {file: [{polygon, text}]}. */
const FILES = /(?:^|\/)(?:Label\.txt|text\.json)$/;
/** Written for text that nobody can read: it is a crowd. */
const UNREADABLE = ['###', '*'];

export const textFiles = ({ paths }: FileTree): readonly string[] =>
  paths.filter((path) => FILES.test(path));

/** The labels of a picture as they stand in a file. */
interface Entry {
  readonly file: string;
  readonly place: string;
  readonly regions: readonly unknown[];
}

export async function readText(tree: FileTree, files: readonly string[]): Promise<Listing> {
  const problems: Trouble[] = [];
  const entries: Entry[] = [];
  for (const file of files) {
    const content = decodeText(await tree.read(file));
    entries.push(
      ...(file.endsWith('.json') ? ofJson(content, file) : ofLines(content, file, problems)),
    );
  }
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const byId = new Map<number, Entry>();
  const images = entries.map((entry, at) => {
    const name = safeName(entry.file, entry.place);
    const path = pathFinder(pictures, entry.place.split('/').slice(0, -1).join('/'))(name);
    byId.set(at + 1, entry);
    return { id: at + 1, name: path ?? name, path, place: entry.place };
  });
  return {
    format: 'text',
    task: 'detection',
    categories: [{ id: 1, name: 'text' }],
    images: splitByFolders(images),
    problems,
    listsClasses: false,
    labelsOf: async (image) => labelsOf(byId.get(image.id)!, image),
  };
}

function ofJson(content: string, file: string): readonly Entry[] {
  const read = parsed(content, file);
  if (!isObject(read)) throw refusal(`${file} must be an object of files and lists.`);
  return Object.entries(read).map(([name, regions]) => {
    if (!Array.isArray(regions)) throw refusal(`${file}: ${name} must have a list.`);
    return { file: name, place: `${file}: ${name}`, regions };
  });
}

function ofLines(content: string, file: string, problems: Trouble[]): readonly Entry[] {
  return content.split(/\r?\n/).flatMap((line, at) => {
    const place = `${file}:${at + 1}`;
    const tab = line.indexOf('\t');
    if (line.trim() === '') return [];
    try {
      const regions = tab > 0 ? parsed(line.slice(tab + 1), place) : undefined;
      if (Array.isArray(regions)) return [{ file: line.slice(0, tab), place, regions }];
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
    }
    problems.push(trouble(place, ' must be a file, a tab and a list of JSON'));
    return [];
  });
}

function parsed(text: string, place: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw refusal(`${place}: ${(error as Error).message}`);
  }
}

function labelsOf({ regions, place: about }: Entry, image: DataImage): FoundLabels {
  const problems: Trouble[] = [];
  const places: string[] = [];
  const annotations: Annotation[] = [];
  for (const [at, region] of regions.entries()) {
    const place = `${about}[${at}]`;
    const own = isObject(region) ? region : {};
    const polygon = own['polygon'] ?? own['points'];
    const text = own['text'] ?? own['transcription'];
    const flat: unknown = Array.isArray(polygon) ? polygon.flat() : undefined;
    const isPolygon =
      Array.isArray(flat) &&
      flat.length >= 6 &&
      flat.length % 2 === 0 &&
      flat.every((one) => typeof one === 'number' && Number.isFinite(one));
    if (!isPolygon || (text !== undefined && typeof text !== 'string')) {
      problems.push(trouble(place, ' must have a polygon of three points or more, and a text'));
      continue;
    }
    const points = flat as number[];
    const { box, problem } = clipBox([...polygonFigures(points).bbox], image);
    if (problem !== undefined) problems.push(trouble(place, ` ${problem}`));
    if (!box) continue;
    const inside = image.width > 0 ? clampPolygon(points, image) : points;
    const { bbox, area } = polygonFigures(inside);
    if (!(area > 0)) {
      problems.push(trouble(place, ' has no area'));
      continue;
    }
    places.push(place);
    annotations.push({
      id: labelId(image.id, at),
      image_id: image.id,
      category_id: 1,
      bbox,
      area,
      iscrowd: UNREADABLE.includes(text ?? '') ? 1 : 0,
      segmentation: [inside],
      ...(text !== undefined && { text }),
    });
  }
  const crowd = annotations.filter(({ iscrowd }) => iscrowd === 1).length;
  return { annotations, places, problems, count: { all: regions.length, crowd } };
}

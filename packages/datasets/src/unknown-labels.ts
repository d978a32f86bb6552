import { posix } from 'node:path';
import { decodeText } from '@lumenloom/engine';
import { CONDITIONS } from './conditions.ts';
import { refusal, type FileTree } from './file-tree.ts';
import { PICTURE } from './picture.ts';
import { DATASET_FILE } from './simulation-folder.ts';

const TEXT = /\.(?:json|jsonl|csv|tsv|xml|txt)$/i;
/** Files that say something about a set, and what this program writes beside pictures. */
const ABOUT = /^(?:readme|licen[cs]e|requirements|citation|changelog)|^recipe\.json$/i;
/** Files that are looked into, and bytes of each. */
const [MOST_TRIED, HEAD] = [40, 16_384];
/** Names of so few characters may be words. */
const SHORTEST = 6;

/**
 * Refuses pictures beside files that seem to be their labels, and of which no format is known: they
 * are called as pictures are, or name them.
 *
 * @throws SimulationError with the file.
 */
export async function refuseUnknownLabels(tree: FileTree): Promise<void> {
  const pictures = tree.paths.filter((path) => PICTURE.test(path));
  const map = mapAmong(pictures);
  if (map !== undefined)
    throw refusal(
      `${tree.name} has ${map}, which is called as another picture is and lies in a folder of labels: class numbers are read from masks/ beside images/, metres from depth/ beside images/.`,
    );
  const names = new Set(pictures.map((path) => posix.basename(path)));
  const stems = new Set([...names].map(stemOf));
  const files = tree.paths.filter((path) => {
    const name = posix.basename(path);
    return TEXT.test(path) && !ABOUT.test(name) && name !== CONDITIONS && name !== DATASET_FILE;
  });
  const called = files.find((path) => {
    const stem = stemOf(posix.basename(path));
    return stems.has(stem) || names.has(stem);
  });
  const found = called ?? (await naming(tree, files, new Set([...names, ...longOnes(stems)])));
  if (found !== undefined)
    throw refusal(
      `${tree.name} has ${found}, which is ${found === called ? 'called as a picture is' : 'about its pictures'} and in no format of labels that is read: convert the labels to COCO, YOLO or a folder per class, or give the pictures without it.`,
    );
}

/** Folders of maps and other labels. */
const LABELLED = /mask|label|depth|ground_?truth|annot|segment|(?:^|[-_])gt(?:$|[-_])/i;

/** A picture in a folder of labels that is called as one in another folder is. */
function mapAmong(pictures: readonly string[]): string | undefined {
  const keyOf = (path: string): string =>
    stemOf(posix.basename(path)).replace(/[-_](?:mask|gt|label|depth)$/i, '');
  const isMap = (path: string): boolean => LABELLED.test(posix.dirname(path));
  const others = new Set(pictures.filter((path) => !isMap(path)).map(keyOf));
  return pictures.find((path) => isMap(path) && others.has(keyOf(path)));
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Stems that are hardly words. */
const longOnes = (stems: ReadonlySet<string>): readonly string[] =>
  [...stems].filter((stem) => stem.length >= SHORTEST && /\d/.test(stem));

/** The first file whose beginning has one of the names. */
async function naming(
  tree: FileTree,
  files: readonly string[],
  names: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const path of files.slice(0, MOST_TRIED)) {
    const text = decodeText(await tree.readHead(path, HEAD));
    for (const [word] of text.matchAll(/[\w.-]+/g)) if (names.has(word)) return path;
  }
  return undefined;
}

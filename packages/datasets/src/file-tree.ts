import { open, readFile, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { SimulationError } from '@lumenloom/engine';

/** The files below a folder, or in a zip file. */
export interface FileTree {
  readonly name: string;
  /** Of the files, with slashes, in the order of their characters. */
  readonly paths: readonly string[];
  /** Folders directly below, with those that are empty. */
  readonly folders: readonly string[];
  readonly read: (path: string) => Promise<Uint8Array>;
  /** The first bytes of a file, at most so many. */
  readonly readHead: (path: string, bytes: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

export const MOST_FILES = 100_000;
/** Files and folders of operating systems and editors. */
export const isHidden = (path: string): boolean => /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/.test(path);

export const refusal = (sentence: string, field?: string): SimulationError =>
  new SimulationError('bad-parameter', sentence, field);

export const tooManyFiles = (name: string): SimulationError =>
  new SimulationError('too-large', `${name} has more than ${MOST_FILES} files.`);

/** Folders directly below, of paths of files and of folders. */
export const foldersIn = (paths: readonly string[]): readonly string[] =>
  [
    ...new Set(paths.flatMap((path) => (path.includes('/') ? [path.split('/')[0]!] : []))),
  ].toSorted();

/**
 * Opens a folder.
 *
 * @throws SimulationError for a link that leads out of it, and for too many files.
 */
export async function openFolder(folder: string): Promise<FileTree> {
  const root = await realpath(folder);
  const paths: string[] = [];
  const folders: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isHidden(path)) continue;
      if (entry.isDirectory()) {
        folders.push(`${path}/`);
        await walk(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileInside(root, path)))) {
        paths.push(path);
        if (paths.length > MOST_FILES) throw tooManyFiles(folder);
      }
    }
  };
  await walk('');
  return {
    name: basename(resolve(folder)),
    paths: paths.toSorted(),
    folders: foldersIn(folders),
    read: (path) => readFile(join(root, path)),
    readHead: async (path, bytes) => {
      const file = await open(join(root, path));
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    close: async () => {},
  };
}

/** Whether a link leads to a file in the folder; other links inside it are passed over. */
async function isFileInside(root: string, path: string): Promise<boolean> {
  const target = await realpath(join(root, path)).catch(() => undefined);
  if (target === undefined) return false;
  const way = relative(root, target);
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
    throw refusal(`${path.slice(0, 200)} is a link that leads out of the folder.`);
  return (await stat(target)).isFile();
}

/**
 * A data set in the only folder of a folder or zip file: the paths below that.
 *
 * @param into name of the folder.
 */
export const subTree = (tree: FileTree, into: string): FileTree => {
  const start = `${into}/`;
  const paths = tree.paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
  return {
    ...tree,
    paths,
    folders: foldersIn(paths),
    read: (path) => tree.read(start + path),
    readHead: (path, bytes) => tree.readHead(start + path, bytes),
  };
};

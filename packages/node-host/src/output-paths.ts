import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * An output of a command: a folder, which is made when it is missing, or a file in a folder that
 * exists.
 */
export type Output = 'folder' | 'file';

/**
 * Makes a folder and the missing ones above it. Node's option `recursive` never returns on /proc,
 * where a folder cannot be made although its parent exists.
 *
 * @returns the folders that were made, the uppermost first.
 * @throws Error with the code of the system when one cannot be made.
 */
export function makeFolder(folder: string): readonly string[] {
  const above = dirname(resolve(folder));
  const made = statOf(above) ? [] : makeFolder(above);
  try {
    mkdirSync(folder);
    return [...made, folder];
  } catch (error) {
    if (statOf(folder)?.isDirectory()) return made;
    throw error;
  }
}

/**
 * Finds out, before anything is computed, whether outputs can be written, and leaves no trace of
 * it.
 *
 * @returns a sentence about the first output that cannot be written; undefined when all can.
 */
export function outputProblem(
  outputs: readonly { readonly option: string; readonly kind: Output; readonly path: string }[],
): string | undefined {
  const made: string[] = [];
  try {
    // Folders first: files may lie in them.
    for (const { option, path } of outputs.filter(({ kind }) => kind === 'folder')) {
      const problem = problemOf(() => {
        made.push(...makeFolder(path));
        accessSync(path, constants.W_OK);
      });
      if (problem) return `--${option}: the folder ${path} cannot be written: ${problem}.`;
    }
    for (const { option, path } of outputs.filter(({ kind }) => kind === 'file')) {
      const problem = problemOf(() => {
        tryFile(path);
      });
      if (problem) return `--${option}: ${path} cannot be written: ${problem}.`;
    }
    return undefined;
  } finally {
    // Another command may write into the same folder by now: only what is still empty goes.
    for (const folder of made.toReversed()) if (readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** @throws Error with the code of the system, or a reason, when a file cannot be written. */
function tryFile(path: string): void {
  if (!statOf(dirname(resolve(path)))) throw new Error('its folder does not exist');
  const known = statOf(path);
  if (known?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  if (known) {
    accessSync(path, constants.W_OK);
    return;
  }
  closeSync(openSync(path, 'wx'));
  rmSync(path);
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Reasons of the system in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EEXIST: 'a file has that name',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'a folder has that name',
  ENOENT: 'the system allows none there',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
};

/** Why a path cannot be written, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && (REASONS[code] ?? code)) ?? message;
}

function problemOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The message of an error of the system: code, what failed, call and path. */
const SYSTEM_ERROR = /^([A-Z]+): [^,]*, (\w+)(?: '(.*?)'(?: -> '.*')?)?$/s;

/**
 * Names its file in an error of the system, which says nothing of it once the file is open. It is
 * in the message, which alone passes between threads.
 */
export const namingFile =
  (path: unknown) =>
  (error: unknown): never => {
    if (error instanceof Error && SYSTEM_ERROR.exec(error.message)?.[3] === undefined)
      error.message += ` '${String(path)}'`;
    throw error;
  };

/** `writeFile` of Node, whose errors name the file. */
export const writeFile = (...[path, ...content]: Parameters<typeof fs.writeFile>): Promise<void> =>
  fs.writeFile(path, ...content).catch(namingFile(path));

/** `appendFile` of Node, whose errors name the file. */
export const appendFile = (
  ...[path, ...content]: Parameters<typeof fs.appendFile>
): Promise<void> => fs.appendFile(path, ...content).catch(namingFile(path));

/** An error of the system about a file, in words. */
export interface FileProblem {
  /** Which file, why, and what to do. */
  readonly message: string;
  /** Whether the same command may succeed later. */
  readonly mayPass: boolean;
}

/** What an error of the system says about a file; undefined for every other error. */
export function fileProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, code = '', call = '', path] = SYSTEM_ERROR.exec(error.message) ?? [];
  const reason = REASONS[code];
  if (reason === undefined || path === undefined) return undefined;
  const folder = dirname(resolve(path));
  const mayPass = code === 'ENOSPC' || code === 'EDQUOT';
  const isWritten = mayPass || ['write', 'mkdir', 'rename'].includes(call);
  const remedy = mayPass
    ? `Make room on the disk of the folder ${folder}, or choose a folder on another disk.`
    : reason === REASONS['EACCES']
      ? `Choose another folder than ${folder}, or get the right to use it.`
      : `Choose another name, or another folder than ${folder}.`;
  return {
    message: `${path} cannot be ${isWritten ? 'written' : 'used'}: ${reason}. ${remedy}`,
    mayPass,
  };
}

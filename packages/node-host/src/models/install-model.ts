import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Precision } from '@lumenloom/engine';
import { makeFolder } from '../output-paths.ts';
import type { DownloadLimits } from './download-answer.ts';
import { download, DOWNLOAD_LIMITS, type DownloadWatch } from './download.ts';
import { withFolderLock } from './folder-lock.ts';
import {
  listedSize,
  megabytesOf,
  ModelFilesError,
  readModelList,
  sizeOf,
  sizeProblem,
  type ListedFile,
  type ListedModel,
} from './model-list.ts';

/** Where files come from: a mirror's address, or a folder that holds NAME/<file>. */
export type ModelSource = { readonly mirror: string } | { readonly folder: string };

/** Percent between two progress lines. */
const LINE_STEP = 10;
/** Hashes of files for which the list has none, beside these files. */
const RECORD = 'fetched.json';

/** SHA-256 of a file, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Hashes of the first fetch by path, of files for which the list has none. */
export async function recordedHashes(
  folder: string,
  { revision }: ListedModel,
): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, RECORD);
  if ((await sizeOf(path)) === undefined) return {};
  try {
    const record = JSON.parse(await readFile(path, 'utf8')) as {
      readonly revision?: string;
      readonly sha256?: Readonly<Record<string, string>>;
    };
    return record.revision === revision ? (record.sha256 ?? {}) : {};
  } catch (error) {
    throw new ModelFilesError(`${RECORD} cannot be read (${(error as Error).message})`);
  }
}

/** An installation at work. */
interface Installation {
  readonly name: string;
  readonly model: ListedModel;
  /** The folder of the model. */
  readonly folder: string;
  readonly source: ModelSource;
  readonly watch: DownloadWatch;
  readonly patience: DownloadLimits;
}

/**
 * Brings the files of a network to `<modelsFolder>/<name>`, the weights last: their presence says
 * that the others are there. A file is in its place only when size and hash are those of the list;
 * until then it is `<file>.part`. Where the list has no hash, the first fetch records it in
 * `fetched.json`, and later fetches must agree. Only one process at a time installs into a folder;
 * others wait and then find the files.
 *
 * @throws ModelFilesError with the reason.
 */
export async function installModel(
  name: string,
  modelsFolder: string,
  { precision, source }: { readonly precision: Precision; readonly source: ModelSource },
  watch: DownloadWatch,
  patience = DOWNLOAD_LIMITS,
): Promise<void> {
  const model = (await readModelList(modelsFolder))[name];
  const weights = model?.weights[precision];
  if (!model || !weights)
    throw new ModelFilesError(`the list has no weights of ${name} in ${precision}`);
  const folder = join(modelsFolder, name);
  const part = `${join(folder, weights.path)}.part`;
  let lastSize: number | undefined;
  const waiting = async (): Promise<void> => {
    const size = await sizeOf(part);
    if (size !== undefined && lastSize !== undefined && size > lastSize)
      watch.progress(size, listedSize(weights));
    lastSize = size;
  };
  try {
    makeFolder(dirname(part));
    await withFolderLock(folder, { signal: watch.signal, waiting }, async () => {
      const files = { name, model, folder, source, watch, patience };
      const size = weights.bytes ? megabytesOf(weights.bytes) : `${weights.megabytes ?? '?'} MB`;
      const from = 'mirror' in source ? source.mirror : source.folder;
      watch.say(
        `${name}: fetching ${precision} weights of ${model.repository} at ${model.revision.slice(0, 7)}, ${size}, from ${from}. Licence: ${model.licence}.`,
      );
      const beforeWeights = (): void => {
        watch.progress(0, listedSize(weights));
      };
      for (const file of model.files)
        await installFile(file, { ...files, watch: { ...watch, progress: beforeWeights } });
      await installFile(weights, { ...files, watch: withLines(name, watch) });
    });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ModelFilesError(`the folder of ${name} cannot be used (${code ?? syscall})`);
  }
}

/** Adds a line at every tenth of the way. */
function withLines(name: string, watch: DownloadWatch): DownloadWatch {
  let lastStep: number | undefined;
  return {
    ...watch,
    progress: (bytes, total) => {
      watch.progress(bytes, total);
      if (!total) return;
      const step = Math.floor((100 * bytes) / total / LINE_STEP);
      if (lastStep !== undefined && step <= lastStep) return;
      lastStep = step;
      watch.say(`${name}: ${step * LINE_STEP} % of ${megabytesOf(total)} fetched.`);
    },
  };
}

async function installFile(file: ListedFile, installation: Installation): Promise<void> {
  const { name, model, folder, watch } = installation;
  const target = join(folder, file.path);
  const recorded = (await recordedHashes(folder, model))[file.path];
  if ((await sizeOf(target)) !== undefined) {
    const problem = await problemOf(target, file, recorded);
    if (!problem) {
      const isChecked = (file.sha256 ?? recorded) !== undefined;
      watch.say(
        `${name}: ${file.path} is there${isChecked ? ' and right' : '; neither the list nor a first fetch has a sha256 to check it against'}.`,
      );
      return;
    }
    watch.say(`${name}: ${file.path} is not the file of the list: ${problem}; it is fetched anew.`);
  }
  const part = `${target}.part`;
  await bring(file, part, recorded, installation);
  await record(file, part, installation);
  await rename(part, target);
  const check = file.sha256
    ? 'size and sha256 are those of the list'
    : recorded
      ? 'its sha256 is that of the first fetch'
      : 'the list has no sha256 for it: that of this first fetch is recorded in fetched.json';
  watch.say(`${name}: ${file.path} is in place; ${check}.`);
}

/**
 * Brings a checked file to `part`.
 * @throws ModelFilesError, and nothing of a wrong file is left.
 */
async function bring(
  file: ListedFile,
  part: string,
  recorded: string | undefined,
  { name, model, source, watch, patience }: Installation,
): Promise<void> {
  const isResumed = (await sizeOf(part)) !== undefined;
  const fetchPart = async (): Promise<string | undefined> => {
    if ('folder' in source) {
      const from = join(source.folder, name, file.path);
      await copyFile(from, part).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        throw new ModelFilesError(
          code === 'ENOENT'
            ? `there is no file ${from}`
            : `${from} cannot be copied (${code ?? ''})`,
        );
      });
    } else {
      const address = `${source.mirror}/${model.repository}/resolve/${model.revision}/${file.path}`;
      await download(address, part, file, watch, patience);
    }
    const problem = await problemOf(part, file, recorded);
    if (problem) await rm(part, { force: true });
    return problem;
  };
  let problem = await fetchPart();
  if (problem && isResumed && 'mirror' in source) {
    watch.say(
      `${name}: what an earlier download left of ${file.path} is of no use; it is fetched anew.`,
    );
    problem = await fetchPart();
  }
  if (problem)
    throw new ModelFilesError(`${name}/${file.path} is refused and not installed: ${problem}`);
}

/** Why a file is not the one of the list; undefined when it is. */
async function problemOf(
  path: string,
  file: ListedFile,
  recorded: string | undefined,
): Promise<string | undefined> {
  const wrongSize = sizeProblem((await sizeOf(path)) ?? 0, file);
  const wanted = file.sha256 ?? recorded;
  if (wrongSize !== undefined || !wanted) return wrongSize;
  const actual = await sha256Of(path);
  return actual === wanted
    ? undefined
    : `its sha256 is ${actual} instead of ${wanted}${file.sha256 ? '' : ' (recorded at the first fetch)'}`;
}

/** Records the hash of a file for which the list has none, where that was not done yet. */
async function record(
  file: ListedFile,
  path: string,
  { model, folder }: Installation,
): Promise<void> {
  if (file.sha256) return;
  const recorded = await recordedHashes(folder, model);
  const sha256 = await sha256Of(path);
  if (recorded[file.path] === sha256) return;
  const content = {
    repository: model.repository,
    revision: model.revision,
    note: 'sha256 of files for which the list has none, as they were at the first fetch',
    sha256: { ...recorded, [file.path]: sha256 },
  };
  const target = join(folder, RECORD);
  await writeFile(`${target}.part`, `${JSON.stringify(content, undefined, 2)}\n`);
  await rename(`${target}.part`, target);
}

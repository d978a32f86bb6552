import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BITS, VERSION, parseJson } from '@lumenloom/engine';
import { openSimulation, type SimulationFolder } from '@lumenloom/datasets';
import { THREAD_ARGUMENTS, endTogether } from '@lumenloom/node-host';
import { Piscina } from 'piscina';
import { jsonText } from '../folder/journal.ts';
import { drawnWorld, type DrawnWorld } from './drawn-world.ts';
import { pictureName } from './set-names.ts';
import type { PhotographedSet, SetPicture, SetTask } from './set-worker.ts';

export interface SetOptions {
  readonly folder: string;
  readonly resume: boolean;
  /** Pictures at the same time. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** @param done pictures, those of an earlier run counted. */
  readonly reach: (done: number) => void;
}

type Labels = SetPicture['labels'];

/**
 * The compiled program, because threads run JavaScript, even where this file runs as TypeScript
 * from src.
 */
const workerFile = new URL('../../dist/worlds/set-worker.js', import.meta.url).href;

/**
 * Photographs the worlds of a set and writes them as a data set. The bytes do not depend on the
 * number of jobs, nor on how often it was interrupted.
 *
 * @returns undefined when it was stopped before the end.
 * @throws SimulationError for a folder with another set, and for a picture that cannot be computed.
 */
export async function photographSet(
  pictures: PhotographedSet,
  options: SetOptions,
): Promise<{ readonly failed: number } | undefined> {
  const { worldset, recipe } = pictures;
  const { set, base } = worldset;
  const { folder: path, resume, signal } = options;
  const header = { version: VERSION, bits: BITS, set, world: base.document, recipe };
  const folder = await openSimulation(path, header, resume);
  const drawn: DrawnWorld[] = [];
  for (let index = 0; index < set.count && !signal.aborted; index += 1)
    drawn.push(await drawnWorld(set, base, index));
  const failed = drawn.reduce((sum, one) => sum + one.failed, 0);
  if (folder.isComplete) return { failed };
  await photograph(pictures, folder, options);
  if (signal.aborted) return undefined;
  const labels: Labels[] = [];
  for (let index = 0; index < set.count; index += 1) {
    const text = await readFile(join(path, `labels/${pictureName(index)}.json`), 'utf8');
    labels.push(parseJson(text) as Labels);
  }
  await folder.write(
    'draws.ndjson',
    drawn.map(({ record }) => `${JSON.stringify(record)}\n`).join(''),
  );
  await folder.write('annotations.json', jsonText(joined(labels)));
  await folder.write('dataset.json', jsonText({ ...header, images: set.count, failed }));
  await folder.finish();
  return { failed };
}

/** Computes the pictures that are still missing, on threads. */
async function photograph(
  pictures: PhotographedSet,
  folder: SimulationFolder,
  { jobs, signal, reach }: SetOptions,
): Promise<void> {
  const { count } = pictures.worldset.set;
  const left = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !folder.outcomes.has(pictureName(index)),
  );
  if (left.length === 0) return;
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const threads = Math.min(jobs, left.length);
  const pool = new Piscina<SetTask, SetPicture | undefined>({
    filename: workerFile,
    minThreads: threads,
    maxThreads: threads,
    workerData: pictures,
    atomics: 'disabled',
    execArgv: [...THREAD_ARGUMENTS],
  });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < left.length && !signal.aborted) {
      const index = left[next]!;
      next += 1;
      const made = await pool.run({ index, stopFlag });
      if (!made) return;
      await written(folder, index, made);
      reach(folder.outcomes.size);
    }
  };
  try {
    await endTogether(Array.from({ length: threads }, work), stop);
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.destroy();
  }
}

async function written(
  folder: SimulationFolder,
  index: number,
  { png, depth, labels }: SetPicture,
): Promise<void> {
  const name = pictureName(index);
  await folder.write(`images/${name}.png`, png);
  await folder.write(`depth/${name}.npy`, depth);
  await folder.write(`labels/${name}.json`, jsonText(labels));
  await folder.add({ name });
}

/** Labels of all pictures in one list. */
function joined(all: readonly Labels[]) {
  const names = [...new Set(all.flatMap(({ categories }) => categories.map(({ name }) => name)))];
  const annotations = all.flatMap(({ annotations: own, categories }, at) =>
    own.map((one) => ({
      ...one,
      image_id: at + 1,
      category_id: names.indexOf(categories.find(({ id }) => id === one.category_id)!.name) + 1,
    })),
  );
  return {
    images: all.flatMap(({ images }, at) => images.map((image) => ({ ...image, id: at + 1 }))),
    categories: names.map((name, at) => ({ id: at + 1, name })),
    annotations: annotations.map((one, at) => ({ ...one, id: at + 1 })),
  };
}

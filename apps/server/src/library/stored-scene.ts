import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import {
  SimulationError,
  sharedFloat32,
  type DepthPlan,
  type OwnScene,
  type SimulationPlan,
} from '@lumenloom/engine';
import { EXAMPLE_NETWORK } from '@lumenloom/engine/catalogue';
import { folderOf, NAMES } from './library-files.ts';

/**
 * A scene of a library on its way to the thread that computes it: its planes stay in their file.
 */
export interface StoredScene extends OwnScene {
  readonly stored: { readonly key: string; readonly planes: number };
}

/** A depth map of a library on its way there. */
export interface StoredDepth extends DepthPlan {
  readonly stored: { readonly key: string };
}

const isStored = (scene: SimulationPlan['scene']): scene is StoredScene => 'stored' in scene;

/**
 * Planes that this thread has read last: a sweep, or one run after the other, asks for the same.
 */
let last: StoredPlanes | undefined;
let lastDepth: StoredPlanes | undefined;
interface StoredPlanes {
  readonly key: string;
  readonly planes: readonly Float32Array[];
}

/**
 * The plan with the planes of its scene, and with the path of its network, of which plans of a
 * library hold the key.
 *
 * @throws SimulationError when the file of the planes was deleted while the plan waited.
 */
export async function withStoredFiles(
  travelled: SimulationPlan,
  library: string,
): Promise<SimulationPlan> {
  const { scene, algorithm } = travelled;
  const depth = travelled.depth as StoredDepth | undefined;
  const named =
    typeof algorithm === 'object' && algorithm.file !== EXAMPLE_NETWORK.file
      ? {
          ...travelled,
          algorithm: { ...algorithm, file: join(folderOf(library, algorithm.file), NAMES.file) },
        }
      : travelled;
  const plan = depth ? { ...named, depth: await withDistances(depth, library) } : named;
  if (!isStored(scene)) return plan;
  const { stored, ...own } = scene;
  if (last?.key !== stored.key)
    last = { key: stored.key, planes: await planesOf(stored, own.data, library) };
  return { ...plan, scene: { ...own, data: { ...own.data, planes: last.planes } } };
}

async function withDistances(
  { stored, ...depth }: StoredDepth,
  library: string,
): Promise<DepthPlan> {
  if (lastDepth?.key !== stored.key)
    lastDepth = {
      key: stored.key,
      planes: await planesOf({ ...stored, planes: 1 }, depth, library),
    };
  return { ...depth, distances: lastDepth.planes[0]! };
}

async function planesOf(
  { key, planes }: StoredScene['stored'],
  { rows, columns }: { readonly rows: number; readonly columns: number },
  library: string,
): Promise<readonly Float32Array[]> {
  const file = await open(join(folderOf(library, key), NAMES.planes)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SimulationError('bad-parameter', messages.ownFileGone);
  });
  try {
    const read: Float32Array[] = [];
    for (let plane = 0; plane < planes; plane += 1) {
      const values = sharedFloat32(rows * columns);
      const bytes = new Uint8Array(values.buffer);
      let at = 0;
      while (at < bytes.length) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at);
        if (bytesRead === 0) throw new Error(`the planes of ${key} end early`);
        at += bytesRead;
      }
      read.push(values);
    }
    return read;
  } finally {
    await file.close();
  }
}

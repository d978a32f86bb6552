import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import {
  MAP_NAMES,
  PixelMaps,
  SimulationError,
  allocateShared,
  sharedFloat32,
  type DepthPlan,
  type OwnScene,
  type SensorPlan,
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
  const { scene, algorithm, sensor } = travelled;
  const depth = travelled.depth as StoredDepth | undefined;
  const named =
    typeof algorithm === 'object' && algorithm.file !== EXAMPLE_NETWORK.file
      ? {
          ...travelled,
          algorithm: { ...algorithm, file: join(folderOf(library, algorithm.file), NAMES.file) },
        }
      : travelled;
  const plan = {
    ...named,
    ...(depth && { depth: await withDistances(depth, library) }),
    ...(sensor?.chip?.maps && { sensor: await withMaps(sensor, sensor.chip.maps, library) }),
  };
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

/** Maps that this thread has read last. */
let lastMaps: PixelMaps | undefined;

/** A sensor with the planes of its maps, which lie one behind the other. */
async function withMaps(sensor: SensorPlan, maps: PixelMaps, library: string): Promise<SensorPlan> {
  const { stored, planes: names, rows, columns, digest } = maps;
  if (lastMaps === undefined || lastMaps.stored !== stored) {
    const planes = MAP_NAMES.filter((name) => names[name]).map((name) => {
      const bytes = rows * columns * names[name]!.BYTES_PER_ELEMENT;
      const shared = allocateShared(bytes);
      return [
        name,
        name === 'defects' ? new Uint8Array(shared) : new Float32Array(shared),
      ] as const;
    });
    await fill(
      stored!,
      library,
      planes.map(([, plane]) => plane),
    );
    lastMaps = new PixelMaps({ rows, columns, digest }, Object.fromEntries(planes), stored);
  }
  return { ...sensor, chip: { ...sensor.chip, maps: lastMaps } };
}

async function planesOf(
  { key, planes }: StoredScene['stored'],
  { rows, columns }: { readonly rows: number; readonly columns: number },
  library: string,
): Promise<readonly Float32Array[]> {
  const read = Array.from({ length: planes }, () => sharedFloat32(rows * columns));
  await fill(key, library, read);
  return read;
}

/** Reads the planes of a file of a library, which lie one behind the other. */
async function fill(
  key: string,
  library: string,
  planes: readonly (Float32Array | Uint8Array)[],
): Promise<void> {
  const file = await open(join(folderOf(library, key), NAMES.planes)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SimulationError('bad-parameter', messages.ownFileGone);
  });
  try {
    for (const { buffer } of planes) {
      const bytes = new Uint8Array(buffer);
      let at = 0;
      while (at < bytes.length) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at);
        if (bytesRead === 0) throw new Error(`the planes of ${key} end early`);
        at += bytesRead;
      }
    }
  } finally {
    await file.close();
  }
}

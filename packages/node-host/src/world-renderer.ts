import { setImmediate } from 'node:timers/promises';
import type { WorldPlan, WorldRenderer } from '@lumenloom/engine';
import type { WorldDocument, WorldLight } from '@lumenloom/world';
import { loadKernel } from './kernels.ts';
import { worldStamp } from './world-stamp.ts';
import { worldFiles } from './world-files.ts';
import { renderHelpers } from './world-threads.ts';

/** Worlds that were read, by their documents: a run looks at its world several times. */
const opened = new WeakMap<object, Map<string | undefined, Promise<WorldLight>>>();

/**
 * Reads the files of a world of a plan, whose document was checked.
 *
 * @throws SimulationError with the place in the document.
 */
export function openedWorld({
  document,
  folder,
}: Pick<WorldPlan, 'document' | 'folder'>): Promise<WorldLight> {
  const known = opened.get(document) ?? new Map<string | undefined, Promise<WorldLight>>();
  opened.set(document, known);
  const read = known.get(folder) ?? readAt(document as WorldDocument, folder);
  known.set(folder, read);
  return read;
}

async function readAt(document: WorldDocument, folder: string | undefined): Promise<WorldLight> {
  const { NAMED_MATERIALS, loadMeshKernel, readWorld, readWorldLight } =
    await import('@lumenloom/world');
  await loadMeshKernel(loadKernel);
  const world = await readWorld(document, worldFiles(folder), NAMED_MATERIALS);
  return readWorldLight(world, NAMED_MATERIALS);
}

const looking = (watch: Parameters<WorldRenderer['expose']>[2]) => ({
  stopped: () => watch.stopped(),
  pause: () => setImmediate(),
  reach: (share: number) => {
    watch.progress(share);
  },
});

/** Renders worlds on `threads` threads, this one included; others do what waits in between. */
export const worldsOn = (threads: number): WorldRenderer => ({
  stamp: worldStamp,
  survey: async (world, view) => {
    const { surveyed, worldInFront } = await import('@lumenloom/world');
    return surveyed(worldInFront(await openedWorld(world), view));
  },
  render: async (world, view, how, watch) => {
    const { photograph, worldInFront } = await import('@lumenloom/world');
    const { seed, sampling } = world.params;
    return photograph(worldInFront(await openedWorld(world), view), {
      ...how,
      seed,
      sampling,
      isApart: world.isApart === true,
      helpers: renderHelpers(world, threads),
      ...looking(watch),
    });
  },
  expose: async (world, exposure, watch) => {
    const { photograph, worldInFront } = await import('@lumenloom/world');
    const front = worldInFront(await openedWorld(world), { ...exposure, hfov: 1 });
    return photograph(front, {
      samples: exposure.samples,
      sampling: 1,
      seed: world.params.seed,
      isApart: world.isApart === true,
      lens: exposure,
      helpers: renderHelpers(world, threads),
      ...looking(watch),
    });
  },
});

import { availableParallelism } from 'node:os';
import type { Host } from '@lumenloom/engine';
import { discCache } from './disc-cache.ts';
import { loadImage } from './image-files.ts';
import { loadKernel } from './kernels.ts';
import { defaultModelsFolder, networksIn } from './networks.ts';
import { parallelOn } from './parallel.ts';

export { encodePng } from './image-files.ts';
export { npyFolder } from './npy-folder.ts';
export { THREAD_ARGUMENTS, endParallel } from './parallel.ts';

/** Two threads where there are two cores; more do not help a picture of ordinary size. */
export const defaultThreads = (): number => Math.min(2, availableParallelism());

/**
 * The engine's surroundings in Node.
 *
 * @param modelsFolder where the files of networks lie.
 */
export function nodeHost(threads = defaultThreads(), modelsFolder = defaultModelsFolder()): Host {
  return {
    threads,
    loadNetwork: networksIn(modelsFolder, threads),
    parallel: parallelOn(threads, { loadKernel }),
    loadImage,
    loadKernel,
    cache: discCache,
    now: () => performance.now(),
  };
}

/** Largest resident memory of this process so far. */
export const peakRssBytes = (): number => process.resourceUsage().maxRSS * 1024;

import type { Host } from '@lumenloom/engine';

const loadKernel = (): Promise<undefined> => Promise.resolve(undefined);

/** The same surroundings without compiled kernels, on one thread: every plain twin runs. */
export const plainHost = (host: Host): Host => ({
  ...host,
  threads: 1,
  loadKernel,
  parallel: async (job, parts, watch) => {
    for (const [index, part] of parts.entries()) {
      await job(part, { loadKernel });
      watch.done?.(index + 1);
    }
  },
});

import type { Host } from '@lumenloom/engine';

const loadKernel = (): Promise<undefined> => Promise.resolve(undefined);

/** The same host without compiled kernels and on one thread, so that the plain twins run. */
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

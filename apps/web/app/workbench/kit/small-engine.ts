import type { PageEngine } from '@lumenloom/browser-host';

/** It computes no pictures. */
const MEMORY_BYTES = 1e6;

/**
 * An engine that computes no pictures, in a worker of its own.
 *
 * @returns a function that gives it, and starts it the first time.
 */
export function createSmallEngine(signal: AbortSignal): () => Promise<PageEngine> {
  let engine: Promise<PageEngine> | undefined;
  const start = async (): Promise<PageEngine> => {
    const [{ startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('./engine-files.ts'),
    ]);
    return startEngine({ ...engineFiles, threads: 1, memoryBytes: MEMORY_BYTES });
  };
  signal.addEventListener(
    'abort',
    () => {
      void engine?.then(
        (started) => started.close(),
        () => undefined,
      );
    },
    { once: true },
  );
  return () => {
    engine ??= start().catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
    return engine;
  };
}

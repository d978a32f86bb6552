import type { PageEngine } from '@lumenloom/browser-host';

/** It computes no pictures. */
const MEMORY_BYTES = 1e6;

/**
 * An engine that computes no pictures, in a worker of its own.
 *
 * @param hasHelpers whether it has as many threads as the page can have, for long work.
 * @returns a function that gives it, and starts it the first time.
 */
export function createSmallEngine(
  signal: AbortSignal,
  hasHelpers = false,
): () => Promise<PageEngine> {
  let engine: Promise<PageEngine> | undefined;
  const start = async (): Promise<PageEngine> => {
    const [{ pageThreads, startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('./engine-files.ts'),
    ]);
    return startEngine({
      ...engineFiles,
      memoryBytes: MEMORY_BYTES,
      threads: hasHelpers ? pageThreads() : 1,
    });
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

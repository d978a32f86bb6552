import { Worker } from 'node:worker_threads';

/**
 * Ends this process when it occupies more memory than that. A thread looks, because what computes
 * may not give the event loop back for seconds (docs/decisions/026).
 *
 * @param bytes of resident memory.
 */
export function watchMemory(bytes: number): void {
  const program = new URL('../dist/memory-watch.js', import.meta.url);
  new Worker(program, { workerData: bytes }).unref();
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Ends this process when it occupies more memory than that. A thread looks, because what computes
 * may not give the event loop back for seconds (docs/decisions/026).
 *
 * @param bytes of resident memory.
 * @returns what ends when it has looked for the first time: work that begins then is watched.
 */
export async function watchMemory(bytes: number): Promise<void> {
  const program = new URL('../dist/memory-watch.js', import.meta.url);
  const thread = new Worker(program, { workerData: bytes });
  await once(thread, 'message');
  thread.unref();
}

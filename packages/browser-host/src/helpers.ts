import type { JobName } from '@lumenloom/engine';
import type { PartsDone, ToWorker } from './messages.ts';
import { startWorker } from './start-worker.ts';

/** A worker that runs parts of jobs; it is started when it is first needed. */
export function helper(
  kernels: Readonly<Record<string, string>>,
): (name: JobName, parts: readonly object[]) => Promise<void> {
  let worker: Worker | undefined;
  return (name, parts) =>
    new Promise((resolve, reject) => {
      if (!worker) {
        worker = startWorker();
        worker.postMessage({ kind: 'helper', kernels } satisfies ToWorker);
      }
      worker.onmessage = ({ data: { failure } }: MessageEvent<PartsDone>) => {
        if (failure === undefined) resolve();
        else reject(new Error(failure));
      };
      worker.onerror = ({ message }) => {
        worker?.terminate();
        worker = undefined;
        reject(new Error(message || 'A thread has ended.'));
      };
      worker.postMessage({ kind: 'parts', name, parts } satisfies ToWorker);
    });
}

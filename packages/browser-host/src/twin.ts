import { faultOf } from './fault.ts';
import type { TwinAnswer, TwinQuestion } from './twin-messages.ts';

/**
 * Measures a camera from frames that the page has, in a worker of its own.
 *
 * @param signal ends the worker; the promise then stays open.
 * @returns a promise that does not reject.
 */
export function measureTwinFiles(question: TwinQuestion, signal: AbortSignal): Promise<TwinAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./twin-worker.ts', import.meta.url), { type: 'module' });
    const answer = (found: TwinAnswer): void => {
      worker.terminate();
      resolve(found);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    worker.onmessage = ({ data }: MessageEvent<TwinAnswer>) => answer(data);
    worker.onerror = (event) => {
      event.preventDefault();
      answer({ kind: 'failed', message: faultOf(event.message).message });
    };
    worker.postMessage(question);
  });
}

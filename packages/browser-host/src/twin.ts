import { faultOf } from './fault.ts';
import type { FromTwinWorker, TwinAnswers, TwinQuestion } from './twin-messages.ts';

/**
 * Asks about a camera and its frames, in a worker of its own.
 *
 * @param signal ends the worker; the promise then stays open.
 * @param progress gets the share of the frames that are there.
 * @returns a promise that does not reject.
 */
export function askTwin<Question extends TwinQuestion>(
  question: Question,
  signal: AbortSignal,
  progress: (share: number) => void = () => undefined,
): Promise<TwinAnswers[Question['kind']]> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./twin-worker.ts', import.meta.url), { type: 'module' });
    const answer = (found: TwinAnswers[keyof TwinAnswers]): void => {
      worker.terminate();
      resolve(found as TwinAnswers[Question['kind']]);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    worker.onmessage = ({ data }: MessageEvent<FromTwinWorker>) => {
      if (data.kind === 'progress') progress(data.share);
      else answer(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      answer({ kind: 'failed', message: faultOf(event.message).message });
    };
    worker.postMessage(question);
  });
}

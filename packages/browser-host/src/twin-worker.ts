/**
 * The entry of the worker that measures twins; as `worker.ts`, it has nothing to import and brings
 * the rest.
 */
import type { TwinQuestion } from './twin-messages.ts';

const outside = globalThis as unknown as MessagePort;
globalThis.onmessage = ({ data }: MessageEvent<TwinQuestion>) => {
  import('./measure-frames.ts')
    .then(({ measureFrames }) => measureFrames(data))
    .then(
      (answer) => {
        outside.postMessage(answer);
      },
      (error: unknown) => {
        // The page hears of it by `onerror`.
        reportError(error);
      },
    );
};

/**
 * The entry of a worker of the page. WebKit evaluates it a second time when a chunk of the build
 * imports from it, and a second copy of the engine does not know the objects of the first. So it
 * has nothing to import: it brings the engine, and keeps the messages that come before.
 */
import type { ToWorker } from './messages.ts';

const early: ToWorker[] = [];
globalThis.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  early.push(data);
};
import('./engine-worker.ts').then(
  ({ take }) => {
    globalThis.onmessage = ({ data }: MessageEvent<ToWorker>) => void take(data);
    for (const message of early) void take(message);
  },
  (error: unknown) => {
    // The page hears of it by `onerror`.
    reportError(error);
  },
);

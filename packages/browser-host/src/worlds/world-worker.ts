/** The entry of a worker of worlds; it imports nothing itself, as worker.ts says. */
import type { ToWorlds } from './world-messages.ts';

const early: ToWorlds[] = [];
globalThis.onmessage = ({ data }: MessageEvent<ToWorlds>) => {
  early.push(data);
};
import('./world-desk.ts').then(
  ({ WorldDesk }) => {
    const desk = new WorldDesk((message) => globalThis.postMessage(message));
    globalThis.onmessage = ({ data }: MessageEvent<ToWorlds>) => desk.take(data);
    for (const message of early) desk.take(message);
  },
  (error: unknown) => {
    reportError(error);
  },
);

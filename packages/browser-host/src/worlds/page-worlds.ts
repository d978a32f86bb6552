import type { FromWorlds, ToWorlds } from './world-messages.ts';

/** A worker of worlds. */
export interface PageWorlds {
  readonly tell: (message: ToWorlds) => void;
  readonly close: () => void;
}

/**
 * Starts a worker that reads and renders worlds.
 *
 * @param failed the worker has ended, with what it said last.
 */
export function startWorlds(
  take: (message: FromWorlds) => void,
  failed: (message: string) => void,
): PageWorlds {
  const worker = new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromWorlds>) => {
    take(data);
  };
  worker.onerror = ({ message }) => {
    failed(message);
  };
  return {
    tell: (message) => {
      worker.postMessage(message);
    },
    close: () => {
      worker.terminate();
    },
  };
}

import type { FromWorlds, Role, ToWorlds } from './world-messages.ts';

/** Workers of worlds. */
export interface PageWorlds {
  readonly tell: (message: ToWorlds) => void;
  readonly close: () => void;
}

/** Workers that share a picture, at most; each has the world in memory. */
const MOST_WORKERS = 4;

/**
 * Starts workers that read and render worlds; the first leads the others.
 *
 * @param failed a worker has ended, with what it said last.
 * @param count of the workers.
 */
export function startWorlds(
  take: (message: FromWorlds) => void,
  failed: (message: string) => void,
  count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency)),
): PageWorlds {
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' }),
  );
  const [lead, ...helpers] = workers as [Worker, ...Worker[]];
  const channels = helpers.map(() => new MessageChannel());
  const others = channels.map(({ port1 }) => port1);
  lead.postMessage({ kind: 'leads', others } satisfies Role, others);
  for (const [at, { port2 }] of channels.entries())
    helpers[at]!.postMessage({ kind: 'helps', lead: port2 } satisfies Role, [port2]);
  lead.onmessage = ({ data }: MessageEvent<FromWorlds>) => {
    take(data);
  };
  for (const worker of workers)
    worker.onerror = ({ message }) => {
      failed(message);
    };
  return {
    tell: (message) => {
      lead.postMessage(message);
    },
    close: () => {
      for (const worker of workers) worker.terminate();
    },
  };
}

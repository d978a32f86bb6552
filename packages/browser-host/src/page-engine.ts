import type { Answer, EngineFiles, Question, ToPage, ToWorker } from './messages.ts';
import { startWorker } from './start-worker.ts';

/** Threads that are used at most: more do not make pictures of ordinary size faster. */
const MOST_THREADS = 4;
/** Memory for results of stages, bytes. */
const MEMORY_BYTES = 256e6;

/** How the engine runs in a page. */
export interface EngineOptions extends EngineFiles {
  /** Threads; by default as many as the page can have. */
  readonly threads?: number;
  readonly memoryBytes?: number;
}

/** The engine, in workers of the page. */
export interface PageEngine {
  /** Never rejects. */
  readonly compute: (question: Question) => Promise<Answer>;
  /** Stops what is being computed or waits. */
  readonly stop: () => void;
  readonly close: () => void;
}

/** Whether arrays can be shared with other threads: only in a page that is isolated from others. */
export const canShare = (): boolean =>
  globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';

/** Threads that a page can compute with. */
export const pageThreads = (): number =>
  canShare() ? Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency)) : 1;

/** Starts the engine. When its worker dies, what it was asked fails, and the next question starts another. */
export function startEngine({
  kernels,
  pictures,
  threads = pageThreads(),
  memoryBytes = MEMORY_BYTES,
}: EngineOptions): PageEngine {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  const end = (answer: Answer): void => {
    worker?.terminate();
    worker = undefined;
    for (const resolve of waiting.values()) resolve(answer);
    waiting.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    const started = startWorker();
    worker = started;
    started.onmessage = ({ data: { id, answer } }: MessageEvent<ToPage>) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    };
    started.onerror = () => {
      end({ kind: 'failed', message: 'The thread of the engine has ended.' });
    };
    const first: ToWorker = { kind: 'engine', threads, memoryBytes, kernels, pictures };
    started.postMessage(first);
    return started;
  };
  return {
    compute: (question) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        running().postMessage({ kind: 'compute', id: asked, ...question } satisfies ToWorker);
      }),
    stop: () => {
      worker?.postMessage({ kind: 'stop' } satisfies ToWorker);
    },
    close: () => {
      end({ kind: 'stopped' });
    },
  };
}

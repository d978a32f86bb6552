import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How long a thread waits for its next work before it collects, in milliseconds: work that follows
 * at once uses the memory again, and takes a quarter longer where it must ask the system for all of
 * it.
 */
const IDLE_MS = 500;

let collect: (() => void) | undefined;
let idle: NodeJS.Timeout | undefined;

/** The thread has work again. */
export const keepGarbage = (): void => {
  clearTimeout(idle);
};

/**
 * Frees this thread's dead objects unless it soon has work again. V8 waits for the next allocation,
 * which on an idle thread may never come, and meanwhile the picture planes of a large run stay in
 * memory: they lie outside the heap that V8 watches.
 */
export function collectGarbageSoon(): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void;
  clearTimeout(idle);
  idle = setTimeout(collect, IDLE_MS);
}

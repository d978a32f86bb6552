import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/**
 * Frees this thread's dead objects now. V8 waits for the next allocation, which on an idle thread
 * may never come, and meanwhile the picture planes of a large run stay in memory: they lie outside
 * the heap that V8 watches.
 */
export const collectGarbage = runInNewContext('gc') as () => void;

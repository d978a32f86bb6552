import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { forkWatched } from '@lumenloom/node-host';

/**
 * Traces the lenses of the examples into the cache on disc, in a process of low priority: the first
 * run through a lens takes up to four times as long as the next ones.
 *
 * @returns ends it.
 */
export function traceAhead(): () => void {
  const program = fileURLToPath(new URL('./trace-ahead-process.js', import.meta.url));
  const child = forkWatched(program, { execArgv: [] });
  // Without it the first runs are slower, and that is all.
  child.on('error', () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
  child.channel?.unref();
  return () => child.kill();
}

/**
 * A thread that ends its process when that occupies more memory than it may. It says when it has
 * looked for the first time.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** How often it looks, in milliseconds. In that time a process can fill some 20 MB. */
const LOOK_MS = 10;

const look = (): void => {
  if (process.memoryUsage.rss() > (workerData as number)) process.kill(process.pid, 'SIGKILL');
};
look();
parentPort!.postMessage('looked');
setInterval(look, LOOK_MS);

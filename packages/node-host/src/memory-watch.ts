/** A thread that ends its process when that occupies more memory than it may. */
import { workerData } from 'node:worker_threads';

/** How often it looks, in milliseconds. In that time a process can fill some 20 MB. */
const LOOK_MS = 10;

setInterval(() => {
  if (process.memoryUsage.rss() > (workerData as number)) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);

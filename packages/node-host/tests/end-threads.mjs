/**
 * Starts threads that load a network and run it for ever, ends each at another moment, and says so
 * if this process is still there.
 */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { THREAD_ARGUMENTS, nodeHost } from '../dist/index.js';

const THREADS = 8;

if (isMainThread) {
  for (let thread = 0; thread < THREADS; thread += 1) {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: process.argv[2],
      execArgv: [...THREAD_ARGUMENTS],
    });
    await once(worker, 'message');
    await sleep(thread * 7);
    await worker.terminate();
  }
  // A process that has ended stays in the list, as Z, because the thread that would fetch its
  // status is gone.
  const isAlive = (pid) => !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  const children = () =>
    readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((pid) => pid !== '' && isAlive(pid)),
    );
  for (let wait = 0; wait < 100 && children().length > 0; wait += 1) await sleep(50);
  console.log(`alive after ${THREADS} threads, ${children().length} processes left`);
} else {
  const watch = { stopped: () => false };
  const network = await nodeHost(1, { folder: workerData, precisions: {} }).loadNetwork(
    'MiDaS_DPT_Small',
    watch,
  );
  const picture = { shape: [1, 3, 384, 384], data: new Float32Array(3 * 384 * 384) };
  parentPort.postMessage('ready');
  for (;;) await network.run({ pixel_values: picture }, watch);
}

/**
 * A thread that ends its process when the thread or process that started that is gone, and when the
 * process takes more memory or processor time than it may. It says when it has looked for the first
 * time.
 */
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Watched } from './watch-process.ts';

/** How often it looks, in milliseconds. In that time a process can fill some 20 MB. */
const LOOK_MS = 10;

const { bytes, processorSeconds, questions } = workerData as Watched;
const starter = process.ppid;
const end = (): void => void process.kill(process.pid, 'SIGKILL');

/** Processor seconds of this process when the last question came. */
let before = 0;
let question = 0;
const look = (): void => {
  if (process.ppid !== starter || process.memoryUsage.rss() > bytes) end();
  if (processorSeconds === Infinity) return;
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / 1e6;
  const asked = Atomics.load(questions, 0);
  if (asked !== question) [question, before] = [asked, seconds];
  if (seconds - before > processorSeconds) end();
};
look();
// Nobody writes into it: it ends with the thread that has the other end, however that ends.
if (fstatSync(0).isSocket()) new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
parentPort!.postMessage('looked');
setInterval(look, LOOK_MS);

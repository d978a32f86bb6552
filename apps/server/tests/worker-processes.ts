import { fileURLToPath } from 'node:url';
import { startProcess, type ServerProcess } from './server-process.ts';

const WORKER = fileURLToPath(new URL('../dist/worker/main.js', import.meta.url));

/** A worker as a process of its own, ready for work. */
export async function startWorker(
  environment: Readonly<Record<string, string>>,
  preload?: URL,
): Promise<ServerProcess> {
  const worker = startProcess(environment, { program: WORKER, preload });
  await worker.saying('Ctrl+C');
  return worker;
}

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { SimulationError, checkStopped, jobNameOf, type Host, type Job } from '@lumenloom/engine';

/** The compiled program, because threads run JavaScript, even where this file runs as TypeScript from src. */
const workerFile = fileURLToPath(new URL('../dist/part-worker.js', import.meta.url));

/**
 * Options of Node for threads. The pool tries `require` before `import`, and Node 20 can abort the whole process when a thread ends while
 * `require` loads an ES module. With this option `require` refuses ES modules.
 */
export const THREAD_ARGUMENTS: readonly string[] = ['--no-experimental-require-module'];

/** The pool of helper threads for all runs of this thread; they are started when they are first needed. */
let pool: { readonly piscina: Piscina; readonly threads: number } | undefined;

function helpers(threads: number): Piscina {
  if (pool?.threads !== threads) {
    void pool?.piscina.destroy();
    pool = {
      threads,
      piscina: new Piscina({
        filename: workerFile,
        minThreads: threads,
        maxThreads: threads,
        idleTimeout: 60_000,
        execArgv: [...process.execArgv, ...THREAD_ARGUMENTS],
      }),
    };
  }
  return pool.piscina;
}

/** Ends the helper threads, so that the program can exit. */
export async function endParallel(): Promise<void> {
  await pool?.piscina.destroy();
  pool = undefined;
}

/**
 * Runs the parts of a job on `threads` threads, including this one. Each thread takes the next part when it is free. With fewer than
 * `worthIt` parts everything runs on this thread, because messages would take more time than threads save.
 */
export function parallelOn(
  threads: number,
  host: Pick<Host, 'loadKernel'>,
  worthIt = 8,
): Host['parallel'] {
  return async <Part>(
    job: Job<Part>,
    parts: readonly Part[],
    watch: { stopped(): boolean; done?(count: number): void },
  ) => {
    // Looked up even where no other thread takes part, so that every test finds a job that is not listed.
    const name = jobNameOf(job);
    let next = 0;
    let finished = 0;
    const take = async (run: (part: Part) => Promise<void>): Promise<void> => {
      while (next < parts.length) {
        checkStopped(watch);
        const part = parts[next]!;
        next += 1;
        await run(part);
        finished += 1;
        watch.done?.(finished);
      }
    };
    const here = take(async (part) => {
      await job(part, host);
      // Between two parts, messages of the helper threads and of the caller are handled.
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    });
    const elsewhere =
      threads > 1 && parts.length >= worthIt
        ? Array.from({ length: threads - 1 }, () =>
            take(async (part) => {
              await helpers(threads - 1).run({ name, part });
            }),
          )
        : [];
    const outcomes = await Promise.allSettled([here, ...elsewhere]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed)
      throw failed.reason instanceof Error
        ? failed.reason
        : new SimulationError('cancelled', String(failed.reason));
  };
}

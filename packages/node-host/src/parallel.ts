import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { SimulationError, checkStopped, jobNameOf, type Host, type Job } from '@lumenloom/engine';

/** Compiled: threads load JavaScript, whether this file runs from src or from dist. */
const workerFile = fileURLToPath(new URL('../dist/part-worker.js', import.meta.url));

/**
 * How threads are started: the pool first tries `require` on a module, and Node 20 can abort the whole process when a thread ends while
 * `require` loads an ES module. Without that ability it goes straight to `import`.
 */
export const THREAD_ARGUMENTS: readonly string[] = ['--no-experimental-require-module'];

/** A pool shared by all runs of this thread: threads are started when a run first needs them. */
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

/** Ends the helper threads, so that a command can exit. */
export async function endParallel(): Promise<void> {
  await pool?.piscina.destroy();
  pool = undefined;
}

/**
 * Runs parts of a job on `threads` threads, this one among them: each takes the next part when it is free.
 * Below `worthIt` parts the messages would cost more than they save, and everything runs here.
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
    // Also where no other thread takes part, so that a job that is not listed fails in every test.
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
      // Lets messages of the helpers and of the run's owner in between two parts.
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

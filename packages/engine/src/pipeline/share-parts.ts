import type { Host, Job } from '../host.ts';
import { SimulationError } from '../simulation-error.ts';
import { checkStopped } from '../stage.ts';
import { jobNameOf, type JobName } from './jobs.ts';

/** The threads of a host. */
export interface Threads {
  /** Kernels of this thread. */
  readonly host: Pick<Host, 'loadKernel'>;
  /** Runs parts on another thread, one after the other; one function per thread. */
  readonly helpers: readonly ((name: JobName, parts: readonly object[]) => Promise<void>)[];
  /**
   * Lets messages of the helpers and of the caller be handled, between two parts on this thread.
   */
  readonly pause: () => Promise<void>;
}

/**
 * With fewer parts everything runs on this thread, because messages would take more time than
 * threads save.
 */
const WORTH_IT = 2;
/**
 * Parts that travel in one message at most: a message costs as much as some parts take, and a stop
 * waits for their end.
 */
const MOST_AT_ONCE = 4;

/**
 * Runs the parts of a job on this thread and on the helpers. Each takes the next parts when it is
 * free, fewer towards the end.
 */
export function shareParts({ host, helpers, pause }: Threads): Host['parallel'] {
  return async <Part extends object>(
    job: Job<Part>,
    parts: readonly Part[],
    watch: { stopped(): boolean; done?(count: number): void },
  ) => {
    // Looked up even where no other thread takes part, so that every test finds a job that is not
    // listed.
    const name = jobNameOf(job);
    const threads = 1 + helpers.length;
    let next = 0;
    let finished = 0;
    const take = async (
      most: number,
      run: (some: readonly Part[]) => Promise<void>,
    ): Promise<void> => {
      while (next < parts.length) {
        checkStopped(watch);
        const share = Math.ceil((parts.length - next) / (2 * threads));
        const some = parts.slice(next, next + Math.min(most, Math.max(1, share)));
        next += some.length;
        await run(some);
        finished += some.length;
        watch.done?.(finished);
      }
    };
    const here = take(1, async ([part]) => {
      await job(part!, host);
      await pause();
    });
    const elsewhere =
      parts.length >= WORTH_IT
        ? helpers.map((help) => take(MOST_AT_ONCE, (some) => help(name, some)))
        : [];
    const outcomes = await Promise.allSettled([here, ...elsewhere]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed)
      throw failed.reason instanceof Error
        ? failed.reason
        : new SimulationError('cancelled', String(failed.reason));
  };
}

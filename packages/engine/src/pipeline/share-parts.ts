import type { Host, Job } from '../host.ts';
import { SimulationError } from '../simulation-error.ts';
import { checkStopped } from '../stage.ts';
import { jobNameOf, type JobName } from './jobs.ts';

/** The threads of a host. */
export interface Threads {
  /** Kernels of this thread. */
  readonly host: Pick<Host, 'loadKernel'>;
  /** Runs a part on another thread; one function per thread. */
  readonly helpers: readonly ((name: JobName, part: unknown) => Promise<void>)[];
  /** Lets messages of the helpers and of the caller be handled, between two parts on this thread. */
  readonly pause: () => Promise<void>;
}

/** With fewer parts everything runs on this thread, because messages would take more time than threads save. */
const WORTH_IT = 8;

/** Runs the parts of a job on this thread and on the helpers. Each takes the next part when it is free. */
export function shareParts({ host, helpers, pause }: Threads): Host['parallel'] {
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
      await pause();
    });
    const elsewhere =
      parts.length >= WORTH_IT ? helpers.map((help) => take((part) => help(name, part))) : [];
    const outcomes = await Promise.allSettled([here, ...elsewhere]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed)
      throw failed.reason instanceof Error
        ? failed.reason
        : new SimulationError('cancelled', String(failed.reason));
  };
}

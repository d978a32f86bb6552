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

/** Who runs parts: this thread, and others. */
export interface PartRunners<Part, Result> extends Pick<Threads, 'pause'> {
  readonly here: (part: Part) => Result | Promise<Result>;
  /** One function per thread; it runs parts one after the other. */
  readonly helpers: readonly ((parts: readonly Part[]) => Promise<readonly Result[]>)[];
}

interface PartWatch {
  stopped(): boolean;
  done?(count: number): void;
}

/**
 * Runs parts on this thread and on the helpers. Each takes the next parts when it is free, fewer
 * towards the end.
 *
 * @returns what each part gave, in their order.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function spreadParts<Part, Result>(
  parts: readonly Part[],
  { here, helpers, pause }: PartRunners<Part, Result>,
  watch: PartWatch,
): Promise<Result[]> {
  const threads = 1 + helpers.length;
  const results: Result[] = [];
  let next = 0;
  let finished = 0;
  const take = async (
    most: number,
    run: (some: readonly Part[]) => Promise<readonly Result[]>,
  ): Promise<void> => {
    while (next < parts.length) {
      checkStopped(watch);
      const share = Math.ceil((parts.length - next) / (2 * threads));
      const first = next;
      const some = parts.slice(first, first + Math.min(most, Math.max(1, share)));
      next += some.length;
      for (const [at, result] of (await run(some)).entries()) results[first + at] = result;
      finished += some.length;
      watch.done?.(finished);
    }
  };
  const ours = take(1, async ([part]) => {
    const result = await here(part!);
    await pause();
    return [result];
  });
  const theirs =
    parts.length >= WORTH_IT ? helpers.map((help) => take(MOST_AT_ONCE, (some) => help(some))) : [];
  const outcomes = await Promise.allSettled([ours, ...theirs]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed)
    throw failed.reason instanceof Error
      ? failed.reason
      : new SimulationError('cancelled', String(failed.reason));
  return results;
}

/** Runs the parts of a job on this thread and on the helpers. */
export function shareParts({ host, helpers, pause }: Threads): Host['parallel'] {
  return async <Part extends object>(job: Job<Part>, parts: readonly Part[], watch: PartWatch) => {
    // Looked up even where no other thread takes part, so that every test finds a job that is not
    // listed.
    const name = jobNameOf(job);
    const runners: PartRunners<Part, void> = {
      here: (part) => job(part, host),
      helpers: helpers.map((help) => async (some: readonly Part[]) => {
        await help(name, some);
        return [];
      }),
      pause,
    };
    await spreadParts(parts, runners, watch);
  };
}

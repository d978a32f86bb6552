import type { RunPlan } from './job-queue.ts';

/** How a simulation ends. */
export const RUN_ENDS = ['done', 'failed', 'stopped'] as const;
/** How many have ended so. */
export type RunEnds = Record<(typeof RUN_ENDS)[number], number>;

const FAILED = '"content":"Simulation failed: ';

/** The same runs, counted. */
export const countingEnds =
  (run: RunPlan, ends: RunEnds): RunPlan =>
  async (plan, watch) => {
    let end: keyof RunEnds = 'done';
    await run(plan, {
      ...watch,
      emit: (line) => {
        // Lines of bytes are pictures and reports.
        if (typeof line === 'string' && line.includes(FAILED)) end = 'failed';
        watch.emit(line);
      },
    });
    ends[watch.signal.aborted ? 'stopped' : end] += 1;
  };

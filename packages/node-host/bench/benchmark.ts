/** Something to time. */
export interface Benchmark {
  readonly name: string;
  readonly runs: number;
  /** Prepares outside of the clock and returns what is timed. */
  readonly fast: () => Run | Promise<Run>;
  /** The plain twin, timed in turn with the fast path. */
  readonly plain?: () => Run | Promise<Run>;
  /** Runs in a process of its own and reports its largest memory. */
  readonly ownProcess?: true;
}
type Run = () => unknown;

export interface Result {
  readonly name: string;
  readonly medianMs: number;
  readonly p10Ms: number;
  readonly p90Ms: number;
  readonly runs: number;
  /** Plain over fast, median of the pairs. */
  readonly ratioToPlain?: number;
  readonly peakRssBytes?: number;
}

const WARM_UP_RUNS = 3;

/** Runs fast path and plain twin in turn, so that a slow moment of the machine hits both. */
export async function measure({ name, runs, fast, plain, ownProcess }: Benchmark): Promise<Result> {
  const [runFast, runPlain] = [await fast(), await plain?.()];
  for (let run = 0; run < WARM_UP_RUNS; run += 1) {
    await runFast();
    await runPlain?.();
  }
  const times: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const ms = await timed(runFast);
    times.push(ms);
    if (runPlain) ratios.push(await timed(runPlain) / ms);
  }
  return {
    name, medianMs: quantile(times, 0.5), p10Ms: quantile(times, 0.1), p90Ms: quantile(times, 0.9), runs,
    ...(runPlain && { ratioToPlain: quantile(ratios, 0.5) }), ...(ownProcess && { peakRssBytes: process.resourceUsage().maxRSS * 1024 }),
  };
}

async function timed(run: Run): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)]!;
  return below + (sorted[Math.ceil(position)]! - below) * (position % 1);
}

/** Something to time. */
export interface Benchmark {
  readonly name: string;
  readonly runs: number;
  /** Prepares outside of the clock and returns what is timed. */
  readonly fast: () => Run | Promise<Run>;
  /** The plain twin, timed in turn with the fast path. */
  readonly plain?: () => Run | Promise<Run>;
  /** Reads from what a run returned how long its parts took; each becomes a result of its own, 'name: part'. */
  readonly parts?: (outcome: unknown) => readonly { readonly name: string; readonly ms: number }[];
  /** Reads the time from what a run returned, where only a part of it counts, ms. */
  readonly ms?: (outcome: unknown) => number;
  /** What a run does, to be told per second. */
  readonly work?: { readonly amount: number; readonly unit: string };
  /** Runs in a process of its own and reports its largest memory. */
  readonly ownProcess?: true;
  /** Where the memory is another process's. */
  readonly peakRssBytes?: () => number;
}
type Run = () => unknown;

export interface Result {
  readonly name: string;
  readonly medianMs: number;
  readonly p10Ms: number;
  readonly p90Ms: number;
  readonly runs: number;
  /** Plain over fast, median of the pairs that ran in turn. */
  readonly ratioToPlain?: number;
  readonly peakRssBytes?: number;
  readonly perSecond?: { readonly amount: number; readonly unit: string };
}

const WARM_UP_RUNS = 3;

/** Runs fast path and plain twin in turn, so that a slow moment of the machine hits both. */
export async function measure({
  name,
  runs,
  fast,
  plain,
  parts,
  ms: msOf,
  work,
  ownProcess,
  peakRssBytes = () => process.resourceUsage().maxRSS * 1024,
}: Benchmark): Promise<Result[]> {
  const [runFast, runPlain] = [await fast(), await plain?.()];
  // Few runs where memory is measured: shared buffers that another thread has seen are collected late.
  for (let run = 0; run < (ownProcess ? 1 : WARM_UP_RUNS); run += 1) await runFast();
  await runPlain?.();
  const times = new Map<string, { readonly fast: number[]; readonly plain: number[] }>();
  const take = async (run: Run, path: 'fast' | 'plain'): Promise<void> => {
    const start = performance.now();
    const outcome = await run();
    const took = performance.now() - start;
    const whole = { name, ms: msOf?.(outcome) ?? took };
    for (const { name: of, ms } of [
      whole,
      ...(parts?.(outcome) ?? []).map((part) => ({ ...part, name: `${name}: ${part.name}` })),
    ]) {
      const known = times.get(of) ?? { fast: [], plain: [] };
      times.set(of, known);
      known[path].push(ms);
    }
  };
  for (let run = 0; run < runs; run += 1) {
    await take(runFast, 'fast');
    if (!runPlain) continue;
    await take(runPlain, 'plain');
    // The plain twin leaves garbage and cold caches behind, which are not the fast path's own.
    await runFast();
  }
  return [...times]
    .filter(([, { fast: taken }]) => taken.length > 0)
    .map(([of, { fast: taken, plain: twin }]) => ({
      name: of,
      medianMs: quantile(taken, 0.5),
      p10Ms: quantile(taken, 0.1),
      p90Ms: quantile(taken, 0.9),
      runs: taken.length,
      ...(twin.length > 0 && {
        ratioToPlain: quantile(
          taken.map((ms, run) => twin[run]! / ms),
          0.5,
        ),
      }),
      ...(work &&
        of === name && {
          perSecond: { amount: (work.amount * 1e3) / quantile(taken, 0.5), unit: work.unit },
        }),
      ...(ownProcess && { peakRssBytes: peakRssBytes() }),
    }));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)]!;
  return below + (sorted[Math.ceil(position)]! - below) * (position % 1);
}

import { peakRssBytes as peakOfThisProcess } from '../src/peak-memory.ts';

/** One benchmark. */
export interface Benchmark {
  readonly name: string;
  readonly runs: number;
  /** Prepares a run, which is not timed, and returns the function that is timed. */
  readonly fast: () => Run | Promise<Run>;
  /** The plain twin. Its runs alternate with those of the fast path. */
  readonly plain?: () => Run | Promise<Run>;
  /**
   * Times of the parts of a run, from its return value; each part becomes a result of its own,
   * 'name: part'.
   */
  readonly parts?: (outcome: unknown) => readonly { readonly name: string; readonly ms: number }[];
  /** Time of a run, ms, from its return value; for runs of which only a part counts. */
  readonly ms?: (outcome: unknown) => number;
  /** Amount of work of a run, which is reported per second. */
  readonly work?: { readonly amount: number; readonly unit: string };
  /** What a run, or its ratio to the plain twin, may take at most; printed beside it. */
  readonly limit?: Limit;
  /** Runs in a separate process and reports the peak memory of that process. */
  readonly ownProcess?: true;
  /** Takes minutes: nothing runs before the run that is timed. */
  readonly cold?: true;
  /** Peak memory, where another process uses it. */
  readonly peakRssBytes?: () => number;
}
type Run = () => unknown;

/** Milliseconds of the median, or the ratio plain/fast. */
export type Limit = { readonly ms: number } | { readonly ratio: number };

export interface Result {
  readonly name: string;
  readonly medianMs: number;
  readonly p10Ms: number;
  readonly p90Ms: number;
  readonly runs: number;
  /** Median of the ratios plain/fast over pairs of successive runs. */
  readonly ratioToPlain?: number;
  readonly limit?: Limit;
  readonly peakRssBytes?: number;
  readonly perSecond?: { readonly amount: number; readonly unit: string };
}

const WARM_UP_RUNS = 3;

/** Alternates between fast path and plain twin, so that slow moments of the machine affect both. */
export async function measure({
  name,
  runs,
  fast,
  plain,
  parts,
  ms: msOf,
  work,
  limit,
  ownProcess,
  cold,
  peakRssBytes = peakOfThisProcess,
}: Benchmark): Promise<Result[]> {
  const [runFast, runPlain] = [await fast(), await plain?.()];
  // Few runs where memory is measured, because shared buffers that another thread has used are
  // garbage-collected late.
  for (let run = 0; run < (cold ? 0 : ownProcess ? 1 : WARM_UP_RUNS); run += 1) await runFast();
  await runPlain?.();
  const times = new Map<string, { readonly fast: number[]; readonly plain: number[] }>();
  const take = async (run: Run, path: 'fast' | 'plain'): Promise<void> => {
    const start = performance.now();
    const outcome = await run();
    const took = performance.now() - start;
    const whole = { name, ms: msOf?.(outcome) ?? took };
    for (const { name: label, ms } of [
      whole,
      ...(parts?.(outcome) ?? []).map((part) => ({ ...part, name: `${name}: ${part.name}` })),
    ]) {
      const known = times.get(label) ?? { fast: [], plain: [] };
      times.set(label, known);
      known[path].push(ms);
    }
  };
  for (let run = 0; run < runs; run += 1) {
    await take(runFast, 'fast');
    if (!runPlain) continue;
    await take(runPlain, 'plain');
    // An untimed run, because the plain twin has filled the caches and left garbage.
    await runFast();
  }
  return [...times]
    .filter(([, { fast: taken }]) => taken.length > 0)
    .map(([label, { fast: taken, plain: twin }]) => ({
      name: label,
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
      ...(limit && label === name && { limit }),
      ...(work &&
        label === name && {
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

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { algorithms } from '@lumenloom/engine/catalogue';
import { FIGURE_NAMES } from '@lumenloom/contract';
import { ModelFetcher, readModelSettings } from '@lumenloom/node-host';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import {
  estimateSeconds,
  openResults,
  planSweep,
  runSweep,
  yieldOf,
  type Limit,
  type PlannedSweep,
  type RunOutcome,
} from '@lumenloom/sweep';
import { accept, readJson } from '../arguments.ts';
import type { Command } from './command.ts';

const MOST_JOBS = 64;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL_MS = 2000;
/** Exit status of a program that was interrupted. */
const INTERRUPTED = 130;

const options = {
  out: { type: 'string', default: 'sweep' },
  jobs: { type: 'string' },
  resume: { type: 'boolean', default: false },
  limit: { type: 'string' },
} as const;

/** `lumenloom sweep`: computes the runs of a sweep document and writes results.csv, results.json and report.html. */
export const sweep: Command = {
  name: 'sweep',
  usage: 'sweep <sweep.json> [--out DIR] [--jobs N] [--resume] [--limit FIGURE>=VALUE]',
  summary: `Computes a recipe many times with varied fields and writes results.csv, results.json and report.html to DIR (default: sweep); docs/sweeps.md describes the document. --jobs computes N runs at the same time (default: one per processor); the results do not depend on it. Ctrl+C stops, and --resume goes on where it stopped. --limit prints the share of the runs that keep a limit, such as optics.figures.modulation.onAxis.0>=.4. Figures: ${FIGURE_NAMES.join(', ')}.`,
  run: async (args) => {
    const { values, words } = readArguments(args, options, {
      min: 1,
      max: 1,
      are: '<sweep.json>',
    });
    const jobs =
      numberOption('jobs', values.jobs, { whole: true, min: 1, max: MOST_JOBS }) ??
      availableParallelism();
    const planned = accept(await planSweep(await readJson(words[0]!)));
    const limit = values.limit === undefined ? undefined : readLimit(values.limit, planned);
    const folder = await openResults(values.out, planned.document, values.resume);
    const { count } = planned;
    const done = new Set(folder.before.map(({ run }) => run));
    const left = Array.from({ length: count }, (_, run) => run).filter((run) => !done.has(run));
    const estimate = estimateOf(planned, left);
    say(`${count} runs of "${planned.document.name}", ${jobs} at a time.`);
    if (done.size > 0) say(`${done.size} are there already, ${left.length} are left.`);
    say(`Estimate: about ${duration(estimate / Math.min(jobs, Math.max(1, left.length)))}.`);

    const stop = interruption();
    const models = readModelSettings(process.env);
    await fetchNetworks(planned, models, stop.signal);
    const progress = progressOf(left.length);
    await runSweep(planned, left, {
      jobs,
      models,
      folder: values.out,
      signal: stop.signal,
      ended: async (outcome) => {
        await folder.add(outcome);
        progress(outcome);
      },
    });
    const outcomes = await folder.finish();
    tellEnd(outcomes, count, { out: values.out, file: words[0]!, limit });
  },
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends the sweep, and then the program, on Ctrl+C; pressed again it ends the program at once. */
function interruption(): AbortController {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop.abort();
    });
  return stop;
}

/** Runs that are looked at for the estimate. */
const SAMPLED_RUNS = 100;

/** Seconds that some runs take on one thread, from an even sample of them. */
function estimateOf({ runAt }: PlannedSweep, runs: readonly number[]): number {
  const step = Math.max(1, Math.floor(runs.length / SAMPLED_RUNS));
  const sample = runs.filter((_, at) => at % step === 0);
  const total = sample.reduce((sum, run) => sum + estimateSeconds(runAt(run).plan), 0);
  return (total * runs.length) / Math.max(1, sample.length);
}

/** Fetches the networks of the algorithms that are run, where they are absent and MODELS_FETCH allows it. */
async function fetchNetworks(
  { document: { vary }, count, runAt }: PlannedSweep,
  models: ReturnType<typeof readModelSettings>,
  signal: AbortSignal,
): Promise<void> {
  // All runs have the same one unless it is varied.
  const looked = vary.some(({ path }) => path === 'algorithm') ? count : 1;
  const wanted = new Set(Array.from({ length: looked }, (_, run) => runAt(run).plan.algorithm));
  for (const algorithm of wanted)
    if (algorithm)
      await new ModelFetcher(models).ensure(algorithms[algorithm].label, {
        signal,
        say,
        progress: () => undefined,
      });
}

/** Says how far the sweep is, at most every other second, and at once when a run fails. */
function progressOf(total: number): (outcome: RunOutcome) => void {
  const began = performance.now();
  let [ended, failed, last] = [0, 0, began];
  return ({ run, status, message }) => {
    ended += 1;
    const now = performance.now();
    if (status === 'failed') {
      failed += 1;
      say(`Run ${run} failed: ${message}`);
    }
    if (now - last < PROGRESS_INTERVAL_MS && ended < total) return;
    last = now;
    const seconds = (((now - began) / ended) * (total - ended)) / 1000;
    say(
      `${ended} of ${total} runs${failed > 0 ? `, ${failed} failed` : ''}${ended < total ? `, ${duration(seconds)} left` : ` in ${duration((now - began) / 1000)}`}.`,
    );
  };
}

function tellEnd(
  outcomes: readonly RunOutcome[],
  total: number,
  {
    out,
    file,
    limit,
  }: { readonly out: string; readonly file: string; readonly limit: Limit | undefined },
): void {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    say(`${failed.length} runs failed:`);
    for (const { run, message } of failed) say(`  run ${run}: ${message}`);
  }
  if (limit) {
    const share = yieldOf(outcomes, limit);
    say(
      share === undefined
        ? `No run has a figure ${limit.figure}.`
        : `Yield: ${(100 * share).toFixed(1)} % of the runs have ${limit.figure} ${limit.relation} ${limit.value}.`,
    );
  }
  say(`Wrote ${join(out, 'results.csv')}, results.json and report.html.`);
  if (outcomes.length === total) return;
  say(
    `Stopped after ${outcomes.length} of ${total} runs. To go on: lumenloom sweep ${file} --out ${out} --resume`,
  );
  process.exitCode = INTERRUPTED;
}

/** @throws UsageError unless it is a figure of the sweep with >= or <= and a number. */
function readLimit(text: string, { document }: PlannedSweep): Limit {
  const [, figure, relation, number] = /^\s*(\S+?)\s*(>=|<=)\s*(\S+)\s*$/.exec(text) ?? [];
  const value = Number(number);
  if (figure === undefined || !Number.isFinite(value))
    throw new UsageError(
      `--limit must be a figure, >= or <=, and a number, such as "sensor.snrAtWhite>=30", not "${text.slice(0, 60)}".`,
    );
  if (!document.measure.includes(figure))
    throw new UsageError(
      `--limit: ${figure} is not measured; the sweep measures ${document.measure.join(', ')}.`,
    );
  return { figure, relation: relation as Limit['relation'], value };
}

/** Seconds in words, rounded as one says them. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

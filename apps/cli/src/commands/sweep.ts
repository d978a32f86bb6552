import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LensFile } from '@lumenloom/engine';
import { algorithms } from '@lumenloom/engine/catalogue';
import { FIGURE_NAMES } from '@lumenloom/contract';
import { ModelFetcher, readModelSettings } from '@lumenloom/node-host';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import {
  estimateSeconds,
  followRemote,
  hasResults,
  openResults,
  planSweep,
  remoteSweep,
  runSweep,
  yieldOf,
  type Limit,
  type PlannedSweep,
  type ResultsFolder,
  type RunOutcome,
  type SweepServer,
} from '@lumenloom/sweep';
import { accept, readJson } from '../arguments.ts';
import type { Command } from './command.ts';
import { LENS_FILE_USAGE, lensFileOptions, readLensPath } from './read-lens.ts';

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
  server: { type: 'string' },
  token: { type: 'string' },
  'lens-file': { type: 'string' },
  ...lensFileOptions,
} as const;

/** `lumenloom sweep`: computes the runs of a sweep document and writes results.csv, results.json and report.html. */
export const sweep: Command = {
  name: 'sweep',
  usage: `sweep <sweep.json> [--out DIR] [--jobs N] [--resume] [--limit FIGURE>=VALUE] [--server URL --token T] [--lens-file F] ${LENS_FILE_USAGE}`,
  summary: `Computes a recipe many times with varied fields and writes results.csv, results.json and report.html to DIR (default: sweep); docs/sweeps.md describes the document. --jobs computes N runs at the same time (default: one per processor); the results do not depend on it. Ctrl+C stops, and --resume goes on where it stopped. --limit prints the share of the runs that keep a limit, such as optics.figures.modulation.onAxis.0>=.4. --server computes it on a server, with an API token from --token or LUMENLOOM_TOKEN; after Ctrl+C the server goes on, and --resume fetches the rest. --lens-file puts a lens of your own (.zmx, .seq, JSON) in place of the recipe's, here and not on a server. Figures: ${FIGURE_NAMES.join(', ')}.`,
  run: async (args) => {
    const { values, words } = readArguments(args, options, {
      min: 1,
      max: 1,
      are: '<sweep.json>',
    });
    const jobs =
      numberOption('jobs', values.jobs, { whole: true, min: 1, max: MOST_JOBS }) ??
      availableParallelism();
    const lensPath = values['lens-file'];
    if (lensPath !== undefined && values.server !== undefined)
      throw new UsageError('--lens-file is for sweeps that are computed here: leave --server out.');
    const own = lensPath === undefined ? undefined : await readLensPath(lensPath, values);
    for (const note of own?.notes ?? []) say(note);
    const lens = own?.file;
    const planned = accept(await planSweep(await readJson(words[0]!), lens && { optics: lens }));
    const limit = values.limit === undefined ? undefined : readLimit(values.limit, planned);
    const { out, resume } = values;
    const task: Task = { planned, out, resume, file: words[0]!, limit, lens };
    const server = readServer(values.server, values.token ?? process.env['LUMENLOOM_TOKEN']);
    await (server ? runThere(task, server) : runHere(task, jobs));
  },
};

/** What the command line asks for. */
interface Task {
  readonly planned: PlannedSweep;
  readonly out: string;
  readonly resume: boolean;
  /** The document's. */
  readonly file: string;
  readonly limit: Limit | undefined;
  /** In place of the recipe's lens. */
  readonly lens: LensFile | undefined;
}

/** Computes a sweep with the threads of this program. */
async function runHere(task: Task, jobs: number): Promise<void> {
  const { planned, out, resume, lens } = task;
  const folder = await openResults(out, planned.document, resume, undefined, lens);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${planned.document.name}", ${jobs} at a time.`);
  tellLeft(planned, left);
  const seconds = estimateOf(planned, left) / Math.min(jobs, Math.max(1, left.length));
  say(`Estimate: about ${duration(seconds)}.`);
  const { signal } = interruption();
  const models = readModelSettings(process.env);
  await fetchNetworks(planned, models, signal);
  await runSweep(planned, left, {
    jobs,
    models,
    folder: out,
    signal,
    ended: keeperOf(folder, left.length),
  });
  tellEnd(task, await folder.finish());
}

/** Has a server compute a sweep, and takes the results as they come. */
async function runThere(task: Task, server: SweepServer): Promise<void> {
  const { planned, out, resume } = task;
  const { document } = planned;
  await hasResults(out, resume);
  const sweep = await remoteSweep(server, document, out, resume);
  const folder = await openResults(out, document, resume, sweep);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${document.name}" at ${server.url}, sweep ${sweep.id}.`);
  tellLeft(planned, left);
  const seconds = estimateOf(planned, left);
  say(`Estimate: about ${duration(seconds)} on one thread of that server.`);
  await followRemote(server, sweep, document.keep, new Set(folder.before.map(({ run }) => run)), {
    folder: out,
    signal: interruption().signal,
    ended: keeperOf(folder, left.length),
  });
  tellEnd(task, await folder.finish());
}

/** Numbers of the runs that a folder does not have yet. */
function runsLeft({ count }: PlannedSweep, { before }: ResultsFolder): readonly number[] {
  const done = new Set(before.map(({ run }) => run));
  return Array.from({ length: count }, (_, run) => run).filter((run) => !done.has(run));
}

function tellLeft({ count }: PlannedSweep, left: readonly number[]): void {
  if (left.length < count)
    say(`${count - left.length} are there already, ${left.length} are left.`);
}

/** Keeps each outcome and says how far the sweep is. */
function keeperOf(folder: ResultsFolder, total: number): (outcome: RunOutcome) => Promise<void> {
  const progress = progressOf(total);
  return async (outcome) => {
    await folder.add(outcome);
    progress(outcome);
  };
}

/** @throws UsageError unless both or none are given. */
function readServer(url: string | undefined, token: string | undefined): SweepServer | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `--server must be an address like https://example.com, not "${url.slice(0, 80)}".`,
    );
  if (token === undefined)
    throw new UsageError('--server needs --token with an API token, or LUMENLOOM_TOKEN.');
  return { url: new URL(url).origin, token };
}

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
  { planned: { count: total }, out, file, limit, lens }: Task,
  outcomes: readonly RunOutcome[],
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
    `Stopped after ${outcomes.length} of ${total} runs. To go on: lumenloom sweep ${file} --out ${out} --resume${lens ? ' with the same --lens-file' : ''}`,
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

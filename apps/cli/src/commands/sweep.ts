import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LensFile } from '@lumenloom/engine';
import { algorithms } from '@lumenloom/engine/catalogue';
import { FIGURE_NAMES } from '@lumenloom/contract';
import { ModelFetcher, readModelSettings } from '@lumenloom/node-host';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import {
  documentIn,
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
import type { Command, Terminal } from './command.ts';
import { LENS_FILE_USAGE, lensFileOptions, readLensPath } from './read-lens.ts';
import { progressOf, sayOn, type Say } from './sweep-progress.ts';

const MOST_JOBS = 64;
/** Exit status of a program that was interrupted. */
const INTERRUPTED = 130;

const options = {
  out: { type: 'string', default: 'sweep', output: 'folder' },
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
  summary: `Computes a recipe many times with varied fields and writes results.csv, results.json and report.html to DIR (default: sweep); docs/sweeps.md describes the document; results.json of a sweep holds it and is taken too. --jobs computes N runs at the same time (default: one per processor); the results do not depend on it. Ctrl+C stops, and --resume goes on where it stopped. --limit prints the share of the runs that keep a limit, such as optics.figures.modulation.onAxis.0>=.4. --server computes it on a server, with an API token from --token or LUMENLOOM_TOKEN; after Ctrl+C the server goes on, and --resume fetches the rest. --lens-file puts a lens of your own (.zmx, .seq, JSON) in place of the recipe's, here and not on a server. Figures: ${FIGURE_NAMES.join(', ')}.`,
  run: async (args, terminal) => {
    const { stdout, env } = terminal;
    const say = sayOn(stdout);
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
    const content = documentIn(await readJson(words[0]!), lens !== undefined);
    const planned = accept(await planSweep(content, lens && { optics: lens }));
    const limit = values.limit === undefined ? undefined : readLimit(values.limit, planned);
    const { out, resume } = values;
    const task: Task = { planned, out, resume, file: words[0]!, limit, lens, terminal, say };
    const server = readServer(values.server, values.token ?? env['LUMENLOOM_TOKEN']);
    return server ? runThere(task, server) : runHere(task, jobs);
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
  readonly terminal: Terminal;
  /** Prints a line. */
  readonly say: Say;
}

/** Computes a sweep with the threads of this program. */
async function runHere(task: Task, jobs: number): Promise<number> {
  const { planned, out, resume, lens, terminal, say } = task;
  const folder = await openResults(out, planned.document, resume, undefined, lens);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${planned.document.name}", ${jobs} at a time.`);
  tellLeft(task, left);
  const { signal, env } = terminal;
  const models = readModelSettings(env);
  await fetchNetworks(task, models, signal);
  await runSweep(planned, left, {
    jobs,
    models,
    folder: out,
    signal,
    ended: keeperOf(folder, progressOf(left.length, jobs, terminal.stdout)),
  });
  return tellEnd(task, await folder.finish());
}

/** Has a server compute a sweep, and takes the results as they come. */
async function runThere(task: Task, server: SweepServer): Promise<number> {
  const { planned, out, resume, terminal, say } = task;
  const { document } = planned;
  await hasResults(out, resume);
  const sweep = await remoteSweep(server, document, out, resume);
  const folder = await openResults(out, document, resume, sweep);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${document.name}" at ${server.url}, sweep ${sweep.id}.`);
  tellLeft(task, left);
  await followRemote(server, sweep, document.keep, new Set(folder.before.map(({ run }) => run)), {
    folder: out,
    signal: terminal.signal,
    ended: keeperOf(folder, progressOf(left.length, 1, terminal.stdout)),
  });
  return tellEnd(task, await folder.finish());
}

/** Numbers of the runs that a folder does not have yet. */
function runsLeft({ count }: PlannedSweep, { before }: ResultsFolder): readonly number[] {
  const done = new Set(before.map(({ run }) => run));
  return Array.from({ length: count }, (_, run) => run).filter((run) => !done.has(run));
}

function tellLeft({ planned: { count }, say }: Task, left: readonly number[]): void {
  if (left.length < count)
    say(`${count - left.length} are there already, ${left.length} are left.`);
}

/** Keeps each outcome and says how far the sweep is. */
function keeperOf(
  folder: ResultsFolder,
  progress: (outcome: RunOutcome) => void,
): (outcome: RunOutcome) => Promise<void> {
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

/** Fetches the networks of the algorithms that are run, where they are absent and MODELS_FETCH allows it. */
async function fetchNetworks(
  { planned: { document, count, runAt }, say }: Task,
  models: ReturnType<typeof readModelSettings>,
  signal: AbortSignal,
): Promise<void> {
  // All runs have the same one unless it is varied.
  const looked = document.vary.some(({ path }) => path === 'algorithm') ? count : 1;
  const wanted = new Set(Array.from({ length: looked }, (_, run) => runAt(run).plan.algorithm));
  for (const algorithm of wanted)
    if (algorithm)
      await new ModelFetcher(models).ensure(algorithms[algorithm].label, {
        signal,
        say,
        progress: () => undefined,
      });
}

/** @returns the exit status. */
function tellEnd(task: Task, outcomes: readonly RunOutcome[]): number {
  const {
    planned: { count: total },
    out,
    file,
    limit,
    lens,
    say,
  } = task;
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
  tellNoiseless(task, outcomes);
  say(`Wrote ${join(out, 'results.csv')}, results.json and report.html.`);
  if (outcomes.length === total) return 0;
  say(
    `Stopped after ${outcomes.length} of ${total} runs. To go on: lumenloom sweep ${file} --out ${out} --resume${lens ? ' with the same --lens-file' : ''}`,
  );
  return INTERRUPTED;
}

/** Names the figures that no repeat changed: they are not of the noisy picture, and repeats cost time only. */
function tellNoiseless(
  { planned: { document }, say }: Task,
  outcomes: readonly RunOutcome[],
): void {
  const { repeats, measure } = document;
  if (repeats === 1) return;
  const byRun = new Map(outcomes.map((outcome) => [outcome.run, outcome.figures]));
  const pairs = outcomes.flatMap(({ run, figures }) => {
    const first = byRun.get(run - (run % repeats));
    return first && first !== figures ? [[first, figures] as const] : [];
  });
  const noiseless = measure.filter((figure) =>
    pairs.every(([first, repeat]) => repeat[figure] === first[figure]),
  );
  if (pairs.length > 0 && noiseless.length > 0)
    say(
      `The repeats of each point gave the same ${noiseless.join(', ')}: such figures have no noise, and "repeats": 1 gives them too.`,
    );
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

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { figureParts, limitInWords, type OwnParts } from '@lumenloom/contract';
import { decimalsFor, meanOf, type DeviceFacts } from '@lumenloom/engine';
import { algorithms } from '@lumenloom/engine/catalogue';
import { findDevice, ModelFetcher, readModelSettings } from '@lumenloom/node-host';
import { UsageError, numberOption, sayOn } from '@lumenloom/node-host/command-line';
import {
  documentIn,
  secondsOfRun,
  followRemote,
  hasResults,
  openResults,
  ownPrograms,
  planSweep,
  refuseRemote,
  remoteSweep,
  runSweep,
  yieldOf,
  type ComputeServer,
  type Limit,
  type PlannedSweep,
  type ResultsFolder,
  type RunOutcome,
} from '@lumenloom/sweep';
import { DEVICE, accept, deviceOption } from '../arguments.ts';
import { command, STATUS, statusOf, type CommandTerminal, type Output } from './command.ts';
import { partFileOptions, partsHere } from './own-files.ts';
import { readDocument, recipeOptions, withRecipe } from './read-recipe.ts';
import { evaluatorOf, forServer } from './run-evaluator.ts';
import { readServer, serverOptions } from './server-option.ts';
import { duration, progressOf, type Say } from './sweep-progress.ts';

const MOST_JOBS = 64;

/**
 * `lumenloom sweep`: computes the runs of a sweep document and writes results.csv, results.json and
 * report.html.
 */
export const sweep = command(
  {
    usage: ['<sweep.json> [options]'],
    says: 'Computes a recipe many times with varied fields and writes results.csv, results.json and report.html. The document is a file, - for standard input or example:NAME; results.json of a sweep holds it and is taken too. Ctrl+C stops a sweep that is computed here; one on a server goes on.',
    words: { min: 1, max: 1, are: '<sweep.json>' },
    options: {
      out: { value: 'DIR', default: 'sweep', output: 'folder', says: 'Where the files go.' },
      jobs: {
        value: 'N',
        says: 'Runs that are computed at the same time, one per processor without it; results do not depend on it.',
      },
      device: DEVICE,
      resume: { says: 'Goes on where a sweep stopped, or fetches the rest from a server.' },
      limit: {
        value: 'LIMIT',
        says: 'Prints the share of the runs that keep a limit, such as sensor.snrAtWhite>=30.',
      },
      ...serverOptions,
      ...recipeOptions,
      ...partFileOptions,
      json: { says: 'Prints folder, numbers of runs and yield for programs; lines go to stderr.' },
    },
    examples: [
      'sweep example:sweep --out results',
      'sweep tolerances.json --limit "optics.figures.modulation.onAxis.0>=.4"',
    ],
    document: 'docs/sweeps.md',
  },
  async ({ values, words }, streams) => {
    const terminal = values.json ? { ...streams, stdout: streams.stderr } : streams;
    const say = sayOn(terminal.stdout);
    const jobs =
      numberOption('jobs', values.jobs, { whole: true, min: 1, max: MOST_JOBS }) ??
      availableParallelism();
    const server = readServer(values, terminal);
    const own = await partsHere(values, server, say);
    const read = documentIn(await readDocument(words[0]!, terminal), own);
    const planned = accept(await planSweep(withRecipe(read, own, values.set), own));
    const limit = values.limit === undefined ? undefined : readLimit(values.limit, planned);
    const { out, resume } = values;
    const json = values.json ? streams.stdout : undefined;
    const task: Task = { planned, out, resume, file: words[0]!, limit, own, terminal, say, json };
    if (server) return runThere(task, server);
    return runHere(task, jobs, await findDevice(deviceOption(values.device, terminal.env), say));
  },
);

/** What the command line asks for. */
interface Task {
  readonly planned: PlannedSweep;
  readonly out: string;
  readonly resume: boolean;
  /** The document's. */
  readonly file: string;
  readonly limit: Limit | undefined;
  /** In place of choices of the recipe. */
  readonly own: OwnParts;
  readonly terminal: CommandTerminal;
  /** Prints a line. */
  readonly say: Say;
  /** Where a program reads how it ended. */
  readonly json: Output | undefined;
}

/** Computes a sweep with the threads of this program. */
async function runHere(task: Task, jobs: number, device: DeviceFacts | undefined): Promise<number> {
  const { planned, out, resume, own, terminal, say } = task;
  await refuseRemote(out);
  const folder = await openResults(out, planned.document, resume, ownPrograms(device), own);
  const left = runsLeft(planned, folder);
  const guess = estimateOf(planned, left, jobs);
  say(`${planned.count} runs of "${planned.document.name}", ${jobs} at a time${guess}.`);
  tellLeft(task, left);
  const { signal, env } = terminal;
  const models = readModelSettings(env);
  await fetchNetworks(task, models, signal);
  const evaluator = await evaluatorOf(planned.document, task.file, {
    ...{ jobs, signal },
    device: device?.name,
    say,
  });
  // Pictures of a data set are computed side by side instead of runs.
  const runs = evaluator ? 1 : jobs;
  try {
    await runSweep(planned, left, {
      jobs: runs,
      models,
      device: device ? 'webgpu' : 'cpu',
      folder: out,
      signal,
      ...(evaluator && { evaluate: evaluator.figuresOf }),
      ended: keeperOf(folder, progressOf(left.length, runs, terminal.stdout)),
    });
  } finally {
    await evaluator?.end();
  }
  return tellEnd(task, await folder.finish());
}

/** Has a server compute a sweep, and takes the results as they come. */
async function runThere(task: Task, server: ComputeServer): Promise<number> {
  const { planned, out, resume, file, terminal, say } = task;
  const { document } = planned;
  await hasResults(out, resume);
  const sent = await forServer(document, file, server, say);
  const sweep = await remoteSweep(server, sent, out, resume);
  const folder = await openResults(out, document, resume, sweep);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${document.name}" at ${server.url}, sweep ${sweep.id}.`);
  tellLeft(task, left);
  try {
    await followRemote(server, sweep, document.keep, new Set(folder.before.map(({ run }) => run)), {
      folder: out,
      signal: terminal.signal,
      tell: say,
      ended: keeperOf(folder, progressOf(left.length, 1, terminal.stdout)),
    });
  } catch (error) {
    await folder.finish();
    throw error;
  }
  return tellEnd(task, await folder.finish());
}

/** Runs whose time is estimated at the start, evenly from those that are left. */
const ESTIMATED_RUNS = 6;

/** Roughly how long the runs that are left take; nothing where each of them sees a data set. */
function estimateOf(
  { document: { evaluate }, runAt }: PlannedSweep,
  left: readonly number[],
  jobs: number,
): string {
  const step = Math.max(1, Math.floor(left.length / ESTIMATED_RUNS));
  const some = left.filter((_, at) => at % step === 0);
  if (evaluate || some.length === 0) return '';
  const seconds = meanOf(some.map((run) => secondsOfRun(runAt(run).plan)));
  return `, roughly ${duration((seconds * left.length) / Math.min(jobs, left.length))}`;
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

/**
 * Fetches the networks of the algorithms that are run, where they are absent and MODELS_FETCH
 * allows it.
 */
async function fetchNetworks(
  { planned: { document, count, runAt }, say }: Task,
  models: ReturnType<typeof readModelSettings>,
  signal: AbortSignal,
): Promise<void> {
  // All runs have the same one unless it is varied.
  const looked = document.vary.some(({ path }) => path === 'algorithm') ? count : 1;
  const wanted = new Set(Array.from({ length: looked }, (_, run) => runAt(run).plan.algorithm));
  for (const algorithm of wanted)
    if (typeof algorithm === 'string')
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
    limit,
    terminal,
    say,
    json,
  } = task;
  const failed = outcomes.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    say(`${failed.length} runs failed:`);
    for (const { run, message } of failed) say(`  run ${run}: ${message}`);
  }
  const kept = limit && yieldOf(outcomes, limit);
  if (limit) say(yieldInWords(limit, kept));
  tellNoiseless(task, outcomes);
  say(`Wrote ${join(out, 'results.csv')}, results.json and report.html.`);
  const numbers = {
    runs: total,
    ended: outcomes.length,
    failed: failed.length,
    yield: kept?.share,
  };
  const interval = kept && { yieldInterval: [kept.low, kept.high] };
  json?.write(`${JSON.stringify({ folder: out, ...numbers, ...interval })}\n`);
  if (outcomes.length === total)
    return statusOf(
      failed.length,
      terminal.stderr,
      `${failed.length} of ${total} runs failed: ${join(out, 'results.csv')} says why.`,
    );
  say(`Stopped after ${outcomes.length} of ${total} runs. To go on: ${terminal.goingOn}`);
  return STATUS.interrupted;
}

/** The share of the runs that keep a limit, with the digits that its interval allows. */
function yieldInWords(
  { figure, relation, value }: Limit,
  kept: ReturnType<typeof yieldOf>,
): string {
  const { name, unit } = figureParts(figure);
  if (!kept) return `No run has the figure ${name}.`;
  const { share, low, high } = kept;
  const decimals = decimalsFor(share, 50 * (high - low));
  const [percent, from, to] = [share, low, high].map((one) => (100 * one).toFixed(decimals));
  const limit = limitInWords({ name, unit }, relation === '>=' ? { min: value } : { max: value });
  return `Yield: ${percent} % of the runs have ${limit} (${from} to ${to} %, 95 % interval).`;
}

/**
 * Names the figures that no repeat changed: they are not of the noisy picture, and repeats cost
 * time only.
 */
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
      `The repeats of each point gave the same ${noiseless.map((figure) => figureParts(figure).name).join('; ')}: such figures have no noise, and "repeats": 1 gives them too.`,
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

import { dirname, join } from 'node:path';
import { figureParts, limitInWords, type SweepStatus } from '@lumenloom/contract';
import { decimalsFor, meanOf, type DeviceFacts } from '@lumenloom/engine';
import { algorithms } from '@lumenloom/engine/catalogue';
import { ModelFetcher, readModelSettings } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  documentIn,
  secondsOfRun,
  followSweep,
  hasResults,
  openResults,
  ownPrograms,
  planSweep,
  warningsOf,
  refuseRemote,
  remoteStatus,
  startRemote,
  runSweep,
  yieldOf,
  type ComputeServer,
  type Limit,
  type PlannedSweep,
  type ResultsFolder,
  type RunOutcome,
} from '@lumenloom/experiment';
import { accept } from '../arguments.ts';
import { command, STATUS, statusOf } from './command.ts';
import {
  experimentOptions,
  forServer,
  readExperiment,
  withDataset,
  type Experiment,
} from './experiment.ts';
import { withRecipe } from './read-recipe.ts';
import { duration, progressOf } from './sweep-progress.ts';

/**
 * `lumenloom sweep`: computes the runs of a sweep document and writes results.csv, results.json and
 * report.html.
 */
export const sweep = command(
  {
    usage: ['<sweep.json> [options]'],
    says: 'Computes a recipe many times with varied fields and writes results.csv, results.json and report.html. The document is a file, - for standard input or example:NAME; results.json of a sweep holds it and is taken too. Ctrl+C stops a sweep that is computed here; one on a server goes on.',
    words: { min: 1, max: 1, are: '<sweep.json>' },
    options: experimentOptions(
      {
        out: 'sweep',
        what: 'Runs',
        resume: 'Goes on where a sweep stopped, or fetches the rest from a server.',
        prints: 'folder, numbers of runs and yield',
      },
      {
        limit: {
          value: 'LIMIT',
          says: 'Prints the share of the runs that keep a limit, such as sensor.snrAtWhite>=30.',
        },
      },
    ),
    examples: [
      'sweep example:sweep --out results',
      'sweep tolerances.json --limit "optics.figures.modulation.onAxis.0>=.4"',
    ],
    document: 'docs/sweeps.md',
  },
  async ({ values, words }, streams) => {
    const experiment = await readExperiment(values, words, streams);
    const { content, own, changes, file, server, device } = experiment;
    const document = withRecipe(documentIn(content, own, 'sweep'), own, changes);
    const planned = accept(await planSweep(document, own, undefined, { folder: dirname(file) }));
    const limit = values.limit === undefined ? undefined : readLimit(values.limit, planned);
    const task: Task = { ...experiment, planned, limit };
    return server ? runThere(task, server) : runHere(task, await device());
  },
);

/** What the command line asks for. */
interface Task extends Experiment {
  readonly planned: PlannedSweep;
  readonly limit: Limit | undefined;
}

/** Computes a sweep with the threads of this program. */
async function runHere(task: Task, device: DeviceFacts | undefined): Promise<number> {
  const { planned, out, resume, jobs, own, terminal, say } = task;
  await refuseRemote(out);
  const folder = await openResults(out, planned.document, resume, ownPrograms(device), own);
  const left = runsLeft(planned, folder);
  const guess = estimateOf(planned, left, jobs);
  say(`${planned.count} runs of "${planned.document.name}", ${jobs} at a time${guess}.`);
  tellLeft(task, left);
  const models = readModelSettings(terminal.env);
  await fetchNetworks(task, models, terminal.signal);
  await withDataset(planned.document, task, device, async (how) =>
    runSweep(planned, left, {
      ...how,
      models,
      ended: keeperOf(folder, progressOf(left.length, how.jobs, terminal.stdout)),
    }),
  );
  return tellEnd(task, await folder.finish());
}

/** Has a server compute a sweep, and takes the results as they come. */
async function runThere(task: Task, server: ComputeServer): Promise<number> {
  const { planned, out, resume, terminal, say } = task;
  const { document } = planned;
  await hasResults(out, resume);
  const sent = () => forServer(document, task, server);
  const sweep = await startRemote(server, 'sweep', sent, { folder: out, resume });
  const programs = await remoteStatus<SweepStatus>(sweep);
  const folder = await openResults(out, document, resume, programs);
  const left = runsLeft(planned, folder);
  say(`${planned.count} runs of "${document.name}" at ${server.url}, sweep ${sweep.id}.`);
  tellLeft(task, left);
  try {
    await followSweep(sweep, document.keep, new Set(folder.before.map(({ run }) => run)), {
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
  const { hold, vary } = task.planned.document;
  const paths = vary.map(({ path }) => path);
  for (const { sentence } of warningsOf(hold, paths, outcomes)) say(`Warning: ${sentence}`);
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

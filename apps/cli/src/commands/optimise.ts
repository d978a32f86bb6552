import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { algorithmOf, figureInWords, type OwnParts, type StudyDocument } from '@lumenloom/contract';
import { decimalsFor, meanOf, type DeviceFacts } from '@lumenloom/engine';
import { findDevice, readModelSettings } from '@lumenloom/node-host';
import { UsageError, numberOption, sayOn } from '@lumenloom/node-host/command-line';
import {
  fieldInWords,
  openStudy,
  planStudy,
  runRemoteStudy,
  runStudy,
  secondsOfRun,
  studyDocumentIn,
  variableLabels,
  type ComputeServer,
  type PlannedStudy,
  type StudyResults,
} from '@lumenloom/sweep';
import { DEVICE, accept, deviceOption } from '../arguments.ts';
import { command, STATUS, type CommandTerminal } from './command.ts';
import { partFileOptions, partsHere } from './own-files.ts';
import { readDocument, recipeOptions, withRecipe } from './read-recipe.ts';
import { evaluatorOf, forServer } from './run-evaluator.ts';
import { readServer, serverOptions } from './server-option.ts';
import { duration, shareOf, type Say } from './sweep-progress.ts';

const MOST_JOBS = 64;

/**
 * `lumenloom optimise`: searches for the best of a study and writes results.csv, results.json,
 * report.html and best-recipe.json.
 */
export const optimise = command(
  {
    usage: ['<study.json> [options]'],
    says: 'Searches for the values that make the objectives of a study best, and writes results.csv, results.json, report.html and best-recipe.json. The document is a file, - for standard input or example:NAME; results.json of a study holds it and is taken too. Ctrl+C ends it after the runs in progress.',
    words: { min: 1, max: 1, are: '<study.json>' },
    options: {
      out: { value: 'DIR', default: 'study', output: 'folder', says: 'Where the files go.' },
      jobs: {
        value: 'N',
        says: 'Runs that are computed at the same time, one per processor without it; results do not depend on it.',
      },
      device: DEVICE,
      resume: { says: 'Goes on where a study stopped.' },
      ...serverOptions,
      ...recipeOptions,
      ...partFileOptions,
      json: { says: 'Prints folder, runs and the best for programs; lines go to stderr.' },
    },
    examples: ['optimise example:study --out results', 'optimise study.json --jobs 4 --resume'],
    document: 'docs/optimising.md',
  },
  async ({ values, words }, streams) => {
    const terminal = values.json ? { ...streams, stdout: streams.stderr } : streams;
    const say = sayOn(terminal.stdout);
    const jobs =
      numberOption('jobs', values.jobs, { whole: true, min: 1, max: MOST_JOBS }) ??
      availableParallelism();
    const server = readServer(values, terminal);
    const own = await partsHere(values, server, say);
    const read = studyDocumentIn(await readDocument(words[0]!, terminal), own);
    const planned = accept(await planStudy(withRecipe(read, own, values.set), own));
    const { out, resume } = values;
    const task: Task = { planned, own, out, resume, file: words[0]!, jobs, terminal, say };
    const { status, results } = server
      ? await runThere(task, server)
      : await runHere(task, await findDevice(deviceOption(values.device, terminal.env), say));
    if (values.json && results)
      streams.stdout.write(`${JSON.stringify(summaryOf(out, results))}\n`);
    return status;
  },
);

/** What the command line asks for. */
interface Task {
  readonly planned: PlannedStudy;
  readonly own: OwnParts;
  readonly out: string;
  readonly resume: boolean;
  /** The document's. */
  readonly file: string;
  readonly jobs: number;
  readonly terminal: CommandTerminal;
  /** Prints a line. */
  readonly say: Say;
}

/** Runs a study with the threads of this program. */
async function runHere(
  task: Task,
  device: DeviceFacts | undefined,
): Promise<{ readonly status: number; readonly results: StudyResults }> {
  const { planned, own, out, resume, file, jobs, terminal, say } = task;
  const { document } = planned.study;
  const folder = await openStudy(out, planned, resume, own, device);
  tellBeginning(document, planned, jobs, say);
  if (folder.before.length > 0) say(`${folder.before.length} runs are there already.`);
  const { signal } = terminal;
  const evaluator = await evaluatorOf(document, file, { jobs, signal, say, device: device?.name });
  try {
    const ended = await runStudy(planned, {
      // Pictures of a data set are computed side by side instead of runs.
      ...{
        jobs: evaluator ? 1 : jobs,
        models: readModelSettings(terminal.env),
        device: device ? 'webgpu' : 'cpu',
        folder: out,
        signal,
      },
      ...{ before: folder.before, keep: folder.add, now: () => performance.now() },
      progress: shareOf(document.budget.runs, terminal.stdout),
      ...(evaluator && { evaluate: evaluator.figuresOf }),
    });
    if (ended.search.stopped?.reason === 'failed') throw new UsageError(ended.stopped);
    const results = await folder.finish(ended);
    tellEnd(results, out, say);
    if (!ended.isInterrupted) return { status: 0, results };
    say(`To go on: ${terminal.goingOn}`);
    return { status: STATUS.interrupted, results };
  } finally {
    await evaluator?.end();
  }
}

/** Has a server compute a study, and fetches its results. */
async function runThere(
  { planned, out, resume, file, jobs, terminal, say }: Task,
  server: ComputeServer,
): Promise<{ readonly status: number; readonly results: StudyResults | undefined }> {
  const { document } = planned.study;
  tellBeginning(document, planned, jobs, say);
  const sent = await forServer(document, file, server, say);
  const results = await runRemoteStudy(server, sent, {
    ...{ folder: out, resume, signal: terminal.signal, tell: say },
    progress: shareOf(document.budget.runs, terminal.stdout),
  });
  if (results) {
    tellEnd(results, out, say);
    return { status: 0, results };
  }
  say(`It goes on at ${server.url}. To follow it: ${terminal.goingOn}`);
  return { status: STATUS.interrupted, results };
}

function tellBeginning(
  document: StudyDocument,
  planned: PlannedStudy,
  jobs: number,
  say: Say,
): void {
  const { camera, start } = planned;
  const { name, budget } = document;
  const seconds = secondsOf(planned, jobs);
  const guess = seconds === undefined ? '' : `, roughly ${duration(seconds)}`;
  const time = budget.minutes === undefined ? guess : `, ${budget.minutes} minutes at most`;
  const how = camera ? `, ${atATime(document, jobs)} at a time` : ' of expressions';
  say(`At most ${budget.runs} runs of "${name}" with ${algorithmOf(document)}${how}${time}.`);
  say(`Varied: ${Object.values(variableLabels(document)).join('; ')}.`);
  if (!start)
    say('The recipe has no starting point within the bounds, so the search begins in the middle.');
}

const atATime = ({ evaluate, budget }: StudyDocument, jobs: number): string =>
  evaluate ? `${jobs} pictures of the data set` : String(Math.min(jobs, budget.runs));

/** Points between the bounds at which the time of a run is estimated, besides the start. */
const ESTIMATED_POINTS = 4;

/**
 * Roughly how long all runs take, from the start and points between the bounds, where another lens
 * may take much longer; undefined where none can be computed, and where each run sees a data set.
 */
function secondsOf({ study, camera, start }: PlannedStudy, jobs: number): number | undefined {
  const { repeats, budget, evaluate } = study.document;
  if (evaluate || !camera) return undefined;
  const points = Array.from({ length: ESTIMATED_POINTS }, (_, point) =>
    Object.fromEntries(
      study.genes.map(({ key, choices, valueOf }, gene) => {
        // Another order of the places for each variable.
        const place = ((((2 * gene + 1) * point) % ESTIMATED_POINTS) + 0.5) / ESTIMATED_POINTS;
        return [key, valueOf(choices > 0 ? Math.floor(place * choices) : place)];
      }),
    ),
  );
  const seconds = [...(start ? [start] : []), ...points].flatMap((values) => {
    const shots = camera.shotsOf(values, { isPreview: false, firstRepeat: 0, repeats });
    return typeof shots === 'string'
      ? []
      : [shots.shots.reduce((sum, { plan }) => sum + secondsOfRun(plan), 0)];
  });
  return seconds.length === 0
    ? undefined
    : (meanOf(seconds) * budget.runs) / Math.min(jobs, budget.runs);
}

function tellEnd(results: StudyResults, out: string, say: Say): void {
  const { stopped, best, front, runs, notes, hasStart, validation } = results;
  say(stopped);
  const failed = runs.filter(({ status }) => status === 'failed').length;
  if (failed > 0) say(`${failed} runs failed; results.csv says why.`);
  if (best) {
    say(`Best: run ${best.run}.`);
    const start = hasStart ? runs[0] : undefined;
    const change = (before: string | undefined, after: string): string =>
      before === undefined || before === after ? after : `${before} -> ${after}`;
    for (const [path, value] of Object.entries(best.values)) {
      const before = start && path in start.values ? shown(start.values[path]) : undefined;
      say(`  ${fieldInWords(path, change(before, shown(value)))}`);
    }
    const figureOf = (run: number, name: string, value: number | null | undefined) => {
      const fresh = validation?.find((one) => one.run === run)?.figures[name];
      return fresh ? meanInWords(fresh) : value === undefined ? undefined : figureShown(value);
    };
    for (const [name, value] of Object.entries(best.figures)) {
      const before = start && figureOf(start.run, name, start.figures[name]);
      say(`  ${figureInWords(name, change(before, figureOf(best.run, name, value)!))}`);
    }
  } else if (front.length > 0) say(`${front.length} runs are on the front.`);
  for (const note of notes) say(note);
  say(`Wrote ${join(out, 'results.csv')}, results.json and report.html.`);
}

/** A figure whose error is not known. */
const figureShown = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toFixed(decimalsFor(value, null))));

/** A mean over fresh noise with its standard error, and with the digits that it allows. */
function meanInWords({
  mean,
  standardError,
}: {
  readonly mean: number;
  readonly standardError: number;
}): string {
  const decimals = decimalsFor(mean, standardError);
  return `${mean.toFixed(decimals)} ± ${standardError.toFixed(decimals)}`;
}

const shown = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : JSON.stringify(value);

const summaryOf = (folder: string, { runs, best, front, stopped }: StudyResults) => ({
  ...{ folder, runs: runs.length, stopped, best, front },
  failed: runs.filter(({ status }) => status === 'failed').length,
});

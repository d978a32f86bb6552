import { dirname, join } from 'node:path';
import { algorithmOf, figureInWords, type StudyDocument } from '@lumenloom/contract';
import { decimalsFor, meanOf, type DeviceFacts } from '@lumenloom/engine';
import { readModelSettings } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  documentIn,
  fieldInWords,
  openStudy,
  planStudy,
  verdictLines,
  runRemoteStudy,
  runStudy,
  secondsOfRun,
  variableLabels,
  type ComputeServer,
  type PlannedStudy,
  type StudyResults,
} from '@lumenloom/experiment';
import { accept } from '../arguments.ts';
import { command, STATUS } from './command.ts';
import {
  experimentOptions,
  forServer,
  readExperiment,
  withDataset,
  type Experiment,
} from './experiment.ts';
import { withRecipe } from './read-recipe.ts';
import { duration, shareOf, type Say } from './sweep-progress.ts';

/**
 * `lumenloom optimise`: searches for the best of a study and writes results.csv, results.json,
 * report.html and best-recipe.json.
 */
export const optimise = command(
  {
    usage: ['<study.json> [options]'],
    says: 'Searches for the values that make the objectives of a study best, and writes results.csv, results.json, report.html and best-recipe.json. The document is a file, - for standard input or example:NAME; results.json of a study holds it and is taken too. Ctrl+C ends it after the runs in progress.',
    words: { min: 1, max: 1, are: '<study.json>' },
    options: experimentOptions(
      {
        out: 'study',
        what: 'Runs',
        resume: 'Goes on where a study stopped.',
        prints: 'folder, runs and the best',
      },
      {},
    ),
    examples: ['optimise example:study --out results', 'optimise study.json --jobs 4 --resume'],
    document: 'docs/optimising.md',
  },
  async ({ values, words }, streams) => {
    const experiment = await readExperiment(values, words, streams);
    const { content, own, changes, file, server, device, out, json } = experiment;
    const document = withRecipe(documentIn(content, own, 'study'), own, changes);
    const planned = accept(await planStudy(document, own, { folder: dirname(file) }));
    const task: Task = { ...experiment, planned };
    const { status, results } = server
      ? await runThere(task, server)
      : await runHere(task, await device());
    if (results) json?.write(`${JSON.stringify(summaryOf(out, results))}\n`);
    return status;
  },
);

/** What the command line asks for. */
interface Task extends Experiment {
  readonly planned: PlannedStudy;
}

/** Runs a study with the threads of this program. */
async function runHere(
  task: Task,
  device: DeviceFacts | undefined,
): Promise<{ readonly status: number; readonly results: StudyResults }> {
  const { planned, own, out, resume, terminal, say } = task;
  const { document } = planned.study;
  const folder = await openStudy(out, planned, resume, own, device);
  tellBeginning(task);
  if (folder.before.length > 0) say(`${folder.before.length} runs are there already.`);
  const ended = await withDataset(document, task, device, async (how) =>
    runStudy(planned, {
      ...how,
      models: readModelSettings(terminal.env),
      before: folder.before,
      keep: folder.add,
      now: () => performance.now(),
      progress: shareOf(document.budget.runs, terminal.stdout),
    }),
  );
  if (ended.search.stopped?.reason === 'failed') throw new UsageError(ended.stopped);
  const results = await folder.finish(ended);
  tellEnd(results, out, say);
  if (!ended.isInterrupted) return { status: 0, results };
  say(`To go on: ${terminal.goingOn}`);
  return { status: STATUS.interrupted, results };
}

/** Has a server compute a study, and fetches its results. */
async function runThere(
  task: Task,
  server: ComputeServer,
): Promise<{ readonly status: number; readonly results: StudyResults | undefined }> {
  const { planned, out, resume, terminal, say } = task;
  const { document } = planned.study;
  tellBeginning(task);
  const sent = await forServer(document, task, server);
  const results = await runRemoteStudy(server, sent, {
    folder: out,
    resume,
    signal: terminal.signal,
    tell: say,
    progress: shareOf(document.budget.runs, terminal.stdout),
  });
  if (results) {
    tellEnd(results, out, say);
    return { status: 0, results };
  }
  say(`It goes on at ${server.url}. To follow it: ${terminal.goingOn}`);
  return { status: STATUS.interrupted, results };
}

function tellBeginning({ planned, jobs, say }: Task): void {
  const { camera, start, study } = planned;
  const { document } = study;
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
  const { stopped, best, front, runs, notes, hasStart, validation, warnings = [] } = results;
  for (const line of verdictLines(runs)) say(line);
  for (const { sentence } of warnings) say(`Warning: ${sentence}`);
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
  folder,
  runs: runs.length,
  stopped,
  best,
  front,
  failed: runs.filter(({ status }) => status === 'failed').length,
});

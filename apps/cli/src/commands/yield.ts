import { dirname, join } from 'node:path';
import { readModelSettings } from '@lumenloom/node-host';
import {
  computeYield,
  openYield,
  planYield,
  runRemoteYield,
  yieldRuns,
  type ComputeServer,
  type PlannedYield,
  type YieldResults,
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
import { shareOf } from './sweep-progress.ts';

/** `lumenloom yield`: which share of the cameras of a factory keeps a limit. */
const yieldCommand = command(
  {
    usage: ['<yield.json> [options]'],
    says: 'Tells which share of the cameras that a factory makes keeps a limit, which tolerance matters most and how loose the tolerances may be; writes results.json, runs.ndjson and the worst camera as a recipe. The document is a file, - for standard input or example:NAME.',
    words: { min: 1, max: 1, are: '<yield.json>' },
    options: experimentOptions(
      {
        out: 'yield',
        what: 'Cameras',
        resume: 'Goes on where a yield stopped.',
        prints: 'results.json',
      },
      {},
    ),
    examples: ['yield example:yield --out yield', 'yield factory.json --jobs 4 --resume'],
    document: 'docs/yield.md',
  },
  async ({ values, words }, streams) => {
    const experiment = await readExperiment(values, words, streams);
    const { content: read, own, changes, file, server, json, say, terminal } = experiment;
    const content = withRecipe(read, own, changes);
    const planned = accept(await planYield(content, own, { folder: dirname(file) }));
    const task: Task = { ...experiment, content, planned };
    tellBeginning(task);
    const results = await (server ? yieldThere(task, server) : yieldHere(task));
    if (!results) {
      say(
        `${server ? `It goes on at ${server.url}. To follow it` : 'To go on'}: ${terminal.goingOn}`,
      );
      return STATUS.interrupted;
    }
    tell(results, planned.document, say);
    say(results.sentence);
    json?.write(`${JSON.stringify(results)}\n`);
    return 0;
  },
);
export { yieldCommand as yield };

/** What the command line asks for. */
interface Task extends Experiment {
  readonly planned: PlannedYield;
}

function tellBeginning({ planned: { document }, say }: Task): void {
  const { name, runs, spread, loosen } = document;
  say(
    `"${name}": ${runs} cameras, and ${2 * spread.length + 1} for the sensitivities${loosen ? `; ${runs} more of the loosest tolerances` : ''}.`,
  );
}

/** Runs a yield with the threads of this program; undefined where it was stopped. */
async function yieldHere(task: Task): Promise<YieldResults | undefined> {
  const { planned, content, out, resume, own, terminal, say } = task;
  const device = await task.device();
  const folder = await openYield(out, { planned, content }, resume, own, device);
  const sweep = planned.camera?.sweep ?? {};
  const ended = await withDataset(sweep, task, device, async ({ signal, ...how }) =>
    computeYield(planned, folder, {
      signal,
      cameras: { ...how, models: readModelSettings(terminal.env) },
      ended: (_, { done, all }) => {
        if (done % 10 === 0 || done === all) say(`${done} of ${all} cameras of this step.`);
      },
    }),
  );
  if (ended) say(`Wrote ${ended.files.map((name) => join(out, name)).join(', ')}.`);
  return ended?.results;
}

/** Has a server find a yield; undefined where it was left to it. */
async function yieldThere(task: Task, server: ComputeServer): Promise<YieldResults | undefined> {
  const { planned, content, out, resume, terminal, say } = task;
  const { name } = planned.document;
  const progress = shareOf(yieldRuns(planned.document), terminal.stdout);
  const sent = async (): Promise<object> =>
    forServer(content as { readonly evaluate?: object }, task, server);
  const results = await runRemoteYield(
    server,
    { document: { name, content }, sent },
    {
      ...{ folder: out, resume, signal: terminal.signal, tell: say },
      onStatus: ({ done }) => progress(done),
    },
  );
  if (results) say(`Wrote ${join(out, 'results.json')}.`);
  return results;
}

function tell(
  findings: YieldResults,
  { spread }: PlannedYield['document'],
  say: (line: string) => void,
): void {
  const { sensitivities, check, method, r2, loosen, notes, nominal } = findings;
  if (nominal.interval)
    say(
      `Score of the camera as designed: ${shownNumber(nominal.value)}, ${nominal.interval.map(shownNumber).join(' to ')} over the pictures (95 %).`,
    );
  for (const { name, minus, plus, share } of sensitivities)
    say(
      `  ${name}: ${shownNumber(minus)} to ${shownNumber(plus)}, ${(100 * share).toFixed(0)} % of the spread`,
    );
  say(
    `Method ${method} (r2 ${r2.toFixed(3)}); ${check.passed} of the first ${check.runs}: ${inPercent(check.low)} to ${inPercent(check.high)}.`,
  );
  if (loosen) {
    const list = Object.entries(loosen.tolerances).map(([name, value]) => {
      const isPercent = spread.find((one) => one.name === name)?.percent !== undefined;
      return `${name} ${shownNumber(value)}${isPercent ? ' %' : ''}`;
    });
    say(
      loosen.isReached
        ? `Loosest tolerances${loosen.cost === null ? '' : `, cost ${shownNumber(loosen.cost)}`}: ${list.join(', ')}; run again: ${inPercent(loosen.share)} (${inPercent(loosen.low)} to ${inPercent(loosen.high)}).`
        : 'No tolerances within the factors or grades reach that yield.',
    );
  }
  for (const note of notes) say(`Note: ${note}.`);
}

const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const shownNumber = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toPrecision(5)));

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DeviceFacts } from '@lumenloom/engine';
import { readModelSettings, writeFile } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import {
  findYield,
  openYield,
  planYield,
  runSweep,
  yieldSentence,
  type PlannedYield,
  type RunOutcome,
  type YieldFindings,
  type YieldFolder,
  type YieldRun,
} from '@lumenloom/experiment';
import { accept } from '../arguments.ts';
import { command, STATUS } from './command.ts';
import { experimentOptions, readExperiment, withDataset, type Experiment } from './experiment.ts';
import { withRecipe } from './read-recipe.ts';

/** What stops the runs of a yield; the runs that ended are kept. */
class Interrupted extends Error {}

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
    const { content, own, changes, file, server, device, json } = experiment;
    if (server) throw new UsageError('--server is for sweeps and studies: a yield runs here.');
    const planned = accept(
      await planYield(withRecipe(content, own, changes), own, { folder: dirname(file) }),
    );
    const results = await runYield({ ...experiment, planned }, await device());
    if (!results) return STATUS.interrupted;
    json?.write(`${JSON.stringify(results)}\n`);
    return 0;
  },
);
export { yieldCommand as yield };

/** What the command line asks for. */
interface Task extends Experiment {
  readonly planned: PlannedYield;
}

/** Runs a yield with the threads of this program; undefined where it was stopped. */
async function runYield(task: Task, device: DeviceFacts | undefined): Promise<object | undefined> {
  const { planned, out, resume, own, content, terminal, say } = task;
  const { document, camera, scoreOf } = planned;
  const folder = await openYield(out, { name: document.name, content }, resume, own, device);
  const { spread, runs } = document;
  say(
    `"${document.name}": ${runs} cameras, and ${2 * spread.length + 1} for the sensitivities${document.loosen ? `; ${runs} more of the loosest tolerances` : ''}.`,
  );
  try {
    const findings = camera
      ? await withDataset(camera.sweep, task, device, async (how) =>
          findYield(document, computerOf(task, folder, how)),
        )
      : await findYield(document, async (cameras) => cameras.map((one) => scoreOf(one, {})));
    if ('problem' in findings) throw new UsageError(findings.problem);
    return await finish(task, findings);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    say(`To go on: ${terminal.goingOn}`);
    return undefined;
  }
}

/** How the runs of a sweep are computed. */
type How = Parameters<Parameters<typeof withDataset>[3]>[0];

/** Scores of cameras; those that the folder has are not computed again. */
function computerOf(
  { planned: { camera, scoreOf }, terminal, say }: Task,
  folder: YieldFolder,
  how: How,
): (runs: readonly YieldRun[]) => Promise<readonly (number | null)[]> {
  const models = readModelSettings(terminal.env);
  return async (runs) => {
    const sweep = accept(camera!.runsOf(runs));
    const left = runs.flatMap(({ run }, at) => (folder.valueOf(run) === undefined ? [at] : []));
    let ended = 0;
    await runSweep(sweep, left, {
      ...how,
      models,
      ended: async ({ run: at, figures, status, message }: RunOutcome) => {
        const one = runs[at]!;
        const value = status === 'done' ? scoreOf(one, figures) : null;
        await folder.add({ ...one, value, message });
        ended += 1;
        if (ended % 10 === 0 || ended === left.length)
          say(`${ended} of ${left.length} cameras of this step.`);
      },
    });
    if (how.signal.aborted) throw new Interrupted();
    return runs.map(({ run }) => folder.valueOf(run) ?? null);
  };
}

/** Writes the results, and says the sentence. */
async function finish(
  { planned, out, say }: Task,
  findings: YieldFindings,
): Promise<Readonly<Record<string, unknown>>> {
  const { document, camera, valuesOf } = planned;
  const sentence = yieldSentence(findings, document);
  const { values, worst, ...rest } = findings;
  const shown = worst.map((one) => ({ values: valuesOf(one), value: one.value }));
  const results = {
    version: 1,
    name: document.name,
    ...rest,
    worst: shown,
    values: values.map(({ value }) => value),
    stopped: 'runs',
    sentence,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'results.json'), `${JSON.stringify(results, undefined, 1)}\n`);
  const files = ['results.json'];
  const [first] = worst;
  if (camera && first) {
    const { recipe, lens } = camera.recipeOf(first);
    await writeFile(join(out, 'worst-recipe.json'), `${JSON.stringify(recipe, undefined, 1)}\n`);
    files.push('worst-recipe.json');
    if (lens) {
      await writeFile(join(out, 'worst-lens.json'), `${JSON.stringify(lens, undefined, 1)}\n`);
      files.push('worst-lens.json');
    }
  }
  tell(findings, document, say);
  say(`Wrote ${files.map((name) => join(out, name)).join(', ')}.`);
  say(sentence);
  return results;
}

function tell(
  findings: YieldFindings,
  { spread }: PlannedYield['document'],
  say: (line: string) => void,
): void {
  const { sensitivities, check, method, r2, loosen, notes } = findings;
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

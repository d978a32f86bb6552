import { dirname, join } from 'node:path';
import { figureParts } from '@lumenloom/contract';
import {
  documentIn,
  openResults,
  ownPrograms,
  planPrediction,
  predictedOf,
  refuseRemote,
  runPrediction,
  type RunOutcome,
} from '@lumenloom/experiment';
import { readModelSettings } from '@lumenloom/node-host';
import { accept } from '../../arguments.ts';
import { STATUS, statusOf, type CommandTerminal } from '../command.ts';
import { readExperiment, withDataset } from '../experiment.ts';
import { jsonText } from '../print.ts';
import { withRecipe } from '../read-recipe.ts';
import { progressOf } from '../sweep-progress.ts';
import { predictionText } from './text.ts';

/** What a pass computes of cameras, for the line that says how far it is. */
const PASSES = { figures: 'camera', scores: 'score' } as const;

/** Computes the cameras of a plan, and how well their figures predict their scores. */
export async function predictPlan(
  values: Parameters<typeof readExperiment>[0],
  words: readonly string[],
  { draws, terminal: streams }: { readonly draws: number; readonly terminal: CommandTerminal },
): Promise<number> {
  const experiment = await readExperiment(values, words, streams);
  const { content, own, changes, file, out, resume, jobs, terminal, say, json } = experiment;
  const plan = withRecipe(documentIn(content, own, 'sweep'), own, changes);
  const planned = accept(await planPrediction(plan, own, { folder: dirname(file) }));
  const { document, count } = planned;
  await refuseRemote(out);
  const device = await experiment.device();
  const folder = await openResults(out, document, resume, ownPrograms(device), own);
  say(`${count} cameras of "${document.name}", ${jobs} at a time: figures, then scores.`);
  const { before } = folder;
  if (before.length > 0) {
    const scored = before.filter(({ isScored }) => isScored !== false).length;
    say(`Figures of ${before.length} cameras are there already, and ${scored} scores.`);
  }
  await withDataset(document, experiment, device, async (how) => {
    let progress: (outcome: RunOutcome) => void = () => undefined;
    await runPrediction(planned, before, {
      ...how,
      evaluate: how.evaluate!,
      runs: jobs,
      models: readModelSettings(terminal.env),
      begins: (pass, cameras) => {
        const side = pass === 'figures' ? Math.min(jobs, cameras) : 1;
        progress = progressOf(cameras, side, terminal.stdout, undefined, PASSES[pass]);
      },
      ended: async (outcome) => {
        await folder.add(outcome);
        progress(outcome);
      },
    });
  });
  let prediction: ReturnType<typeof predictedOf> | undefined;
  const runs = await folder.finish((all) => {
    const isWhole = all.length === count && all.every(({ isScored }) => isScored !== false);
    prediction = isWhole ? predictedOf(document, all, draws) : undefined;
    return prediction;
  });
  if (!prediction) {
    const scored = runs.filter(({ isScored }) => isScored !== false).length;
    say(`Stopped after ${scored} of ${count} scores. To go on: ${terminal.goingOn}`);
    return STATUS.interrupted;
  }
  json?.write(jsonText(prediction));
  terminal.stdout.write(`\n${predictionText(prediction, (figure) => figureParts(figure).name)}`);
  say(`Wrote ${join(out, 'prediction.json')}, results.csv, results.json and report.html.`);
  const failed = runs.filter(({ status }) => status === 'failed').length;
  return statusOf(
    failed,
    terminal.stderr,
    `${failed} of ${count} cameras failed: ${join(out, 'results.csv')} says why.`,
  );
}

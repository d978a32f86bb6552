import { join } from 'node:path';
import {
  decimals,
  evaluate as run,
  evaluateOnServer,
  figureNames,
  headlineOf,
  lossSentences,
  neededSentences,
  stageLosses,
  planEvaluation,
  planForServer,
  verdictsOf,
  type EvaluateOptions,
  type EvaluationResults,
} from '@lumenloom/experiment/dataset';
import { isObject } from '@lumenloom/engine/quick';
import { accept } from '../arguments.ts';
import { command, STATUS, statusOf } from './command.ts';
import { experimentOptions, folderOf, readExperiment } from './experiment.ts';
import { withChanges } from './read-recipe.ts';
import { progressOf } from './sweep-progress.ts';

/** `lumenloom evaluate`: a network on labelled pictures through cameras. */
export const evaluate = command(
  {
    usage: ['<plan.json> [options]'],
    says: 'Runs a network on a labelled data set through cameras and writes results.json, report.html and images.ndjson: scores with intervals, paired differences of the cameras, and what each part of a camera costs. The plan is a file, - for standard input or example:marks. Ctrl+C stops an evaluation that is computed here, and --resume goes on; one on a server goes on. A server is sent the data set and the network, unless it has them.',
    words: { min: 1, max: 1, are: '<plan.json>' },
    options: experimentOptions(
      {
        out: 'evaluation',
        what: 'Pictures',
        resume: 'Goes on where an evaluation stopped, or fetches the results from a server.',
        prints: 'results.json',
      },
      {
        split: {
          value: 'NAME',
          says: 'The part of the data set, or all, in place of split of the plan; without both val, else test, else all.',
        },
        strict: {
          says: 'Refuses a data set in which anything is wrong, with the first; else it is left out and listed as skipped in results.json.',
        },
      },
    ),
    examples: [
      'evaluate example:marks --out marks',
      'evaluate plan.json --jobs 4 --set sensorParams.read_noise=2 --resume',
    ],
    document: 'docs/evaluating.md',
  },
  async ({ values, words }, streams) => {
    const experiment = await readExperiment(values, words, streams);
    const { content: read, own, changes, file, jobs, server, out, resume } = experiment;
    const { terminal, say, json } = experiment;
    const { split, strict } = values;
    const content = split !== undefined && isObject(read) ? { ...read, split } : read;
    const inAll = {
      own,
      changed: (recipe: Readonly<Record<string, unknown>>) => withChanges(recipe, changes),
    };
    const folder = folderOf(file);
    const options: Omit<EvaluateOptions, 'jobs'> = {
      folder: out,
      resume,
      strict,
      say,
      signal: terminal.signal,
      progressOf: (pictures) =>
        progressOf(pictures, server ? 1 : jobs, terminal.stdout, undefined, 'picture'),
    };
    const device = await experiment.device();
    const results = server
      ? await evaluateOnServer(server, accept(await planForServer(content, folder, inAll)), options)
      : await run(
          {
            ...accept(await planEvaluation(content, folder, { folder, inAll })),
            allowsCommand: true,
            ...(device && { device: device.name }),
          },
          { ...options, jobs },
        );
    if (!results) {
      say(`Stopped. To go on: ${terminal.goingOn}`);
      return STATUS.interrupted;
    }
    tell(results, say);
    say(`Wrote ${join(out, 'results.json')}, report.html and images.ndjson.`);
    json?.write(`${JSON.stringify(results)}\n`);
    const failed = new Set(results.failed.map(({ image }) => image)).size;
    return statusOf(
      failed,
      terminal.stderr,
      `${failed} pictures failed: ${join(out, 'results.json')} says why.`,
    );
  },
);

type CameraFigures = Pick<EvaluationResults['cameras'][number], 'ladder' | 'outside' | 'intervals'>;

/** Prints the main figure of each camera, its ladder, and the differences. */
function tell(results: EvaluationResults, say: (line: string) => void): void {
  const [lead] = figureNames(results);
  if (!lead) return;
  const main = lead.key;
  for (const note of [...results.warnings, ...neededSentences(results, lead)]) say(`Note: ${note}`);
  const between = (ends: readonly [number, number] | null | undefined): string =>
    ends ? ` (${decimals(ends[0], ends)} to ${decimals(ends[1], ends)})` : '';
  const lossesIn = (one: CameraFigures): string =>
    stageLosses(one, main)
      .map(({ stage, loss }) => `${stage} ${decimals(loss, one.intervals[main])}`)
      .join(', ');
  const shown = [{ name: 'source', ...results.source }, ...results.cameras];
  for (const { name, figures, intervals } of shown)
    say(
      `${lead.label} of ${name}: ${decimals(figures[main], intervals[main])}${between(intervals[main])}`,
    );
  if (results.source.intervals[main]) say(`Intervals: 95 % for ${results.source.covers}.`);
  for (const camera of results.cameras)
    if (camera.ladder)
      say(
        `${camera.name} loses ${lossesIn(camera)}${camera.outside ? ' (framing over the objects that are left)' : ''}.`,
      );
  for (const { name, byCondition = [] } of results.cameras)
    for (const own of byCondition) {
      const { condition, figures, intervals, ladder, exposure } = own;
      const how = exposure
        ? `, ${Number(exposure.seconds.toPrecision(3))} s, ${exposure.stopsFromMeter.toFixed(1)} stops from the meter`
        : '';
      say(
        `${lead.label} of ${name} at ${condition}: ${decimals(figures[main], intervals[main])}${between(intervals[main])}${how}${ladder ? `; loses ${lossesIn(own)}` : ''}.`,
      );
    }
  for (const loss of lossSentences(results, lead)) say(loss);
  for (const verdict of verdictsOf(results, headlineOf(results))) say(verdict);
}

import { UsageError, sayOn } from '@lumenloom/node-host/command-line';
import { DEVICE, JSON_OUTPUT, accept, deviceOption, jobsOf, jobsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { folderOf } from '../experiment.ts';
import { jsonText } from '../print.ts';
import { readDocument } from '../read-recipe.ts';
import { readServer, serverOptions } from '../server-option.ts';
import { raceScores } from './score-race.ts';

const FOLDER = 'choice';

/** `lumenloom choose`: the best of many candidates, by a race. */
export const choose = command(
  {
    usage: ['<plan.json> [options]', '--scores FILE [options]'],
    says: 'Finds the best of many cameras for a task: those that do not meet the requirements cost no run, the others race over pictures. After each look those go that are worse for certain, and what is left is said with a probability that holds at any look. --scores races numbers that you have, one per candidate and picture.',
    words: { min: 0, max: 1, are: '[plan.json]' },
    options: {
      scores: { value: 'FILE', says: 'JSON: candidates with scores[picture].' },
      'dry-run': {
        says: 'Says which cameras of the plan are left and why the others are not, and stops.',
      },
      out: {
        value: 'DIR',
        output: 'folder',
        says: `Where the files go; of a plan without it the folder ${FOLDER}.`,
      },
      jobs: jobsOf('Pictures that are computed at the same time'),
      device: DEVICE,
      resume: { says: 'Goes on where a race stopped, or with a larger budget.' },
      ...serverOptions,
      json: JSON_OUTPUT,
    },
    examples: ['choose example:choose --dry-run', 'choose --scores example:scores'],
    document: 'docs/choosing.md',
  },
  async ({ values, words: [file] }, terminal) => {
    if ((values.scores === undefined) === (file === undefined))
      throw new UsageError('Name a plan, or a table with --scores FILE.');
    const server = readServer(values, terminal);
    if (server && (values.scores !== undefined || values['dry-run']))
      throw new UsageError(
        '--server is for races of cameras: a table or a dry run is looked at here.',
      );
    if (values.scores !== undefined) {
      await raceScores(values.scores, values, terminal);
      return undefined;
    }
    const jobs = jobsOption(values.jobs);
    const { planChoice, allRefused, dryRunOf, leftSentence } =
      await import('@lumenloom/experiment/choice');
    const content = await readDocument(file!, terminal);
    const { out = FOLDER, json, resume } = values;
    if (server) {
      const { raceOnServer } = await import('./server-race.ts');
      return raceOnServer(server, { file: file!, content, out, json, resume }, terminal);
    }
    const planned = accept(await planChoice(content, { folder: folderOf(file!) }));
    if (values['dry-run']) {
      const { tellDryRun } = await import('./dry-run.ts');
      tellDryRun(planned, { pictures: undefined, json: values.json }, terminal);
      return undefined;
    }
    const say = sayOn(values.json ? terminal.stderr : terminal.stdout);
    say(leftSentence(planned));
    if (planned.raced.length === 0) {
      say(allRefused(planned));
      if (values.json) terminal.stdout.write(jsonText(dryRunOf(planned, undefined)));
      return undefined;
    }
    const { findDevice } = await import('@lumenloom/node-host');
    const device = await findDevice(deviceOption(values.device, terminal.env), say);
    const { racePlan } = await import('./plan-race.ts');
    return racePlan(planned, { out, json, jobs, resume, device }, terminal);
  },
);

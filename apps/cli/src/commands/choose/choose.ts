import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, accept } from '../../arguments.ts';
import { command } from '../command.ts';
import { folderOf } from '../experiment.ts';
import { readDocument } from '../read-recipe.ts';
import { raceScores } from './score-race.ts';

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
        says: 'Where the files go; of a plan without it the folder choice.',
      },
      json: JSON_OUTPUT,
    },
    examples: ['choose --scores example:scores', 'choose example:choose --dry-run'],
    document: 'docs/reference/choose.md',
  },
  async ({ values, words: [file] }, terminal) => {
    if (values.scores !== undefined) {
      if (file !== undefined) throw new UsageError('Name a plan, or a table with --scores FILE.');
      await raceScores(values.scores, values, terminal);
      return undefined;
    }
    if (file === undefined) throw new UsageError('Name a plan, or a table with --scores FILE.');
    const { planChoice } = await import('@lumenloom/experiment/choice');
    const content = await readDocument(file, terminal);
    const planned = accept(await planChoice(content, { folder: folderOf(file) }));
    const { tellDryRun } = await import('./dry-run.ts');
    tellDryRun(planned, { pictures: undefined, json: values.json }, terminal);
    return undefined;
  },
);

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Race, raceCsv, raceDocument, readScoreRace, type Look } from '@lumenloom/experiment/race';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, readJson } from '../arguments.ts';
import { columns } from './columns.ts';
import { command } from './command.ts';
import { jsonText } from './print.ts';

/** `lumenloom choose`: the best of many candidates, by a race. */
export const choose = command(
  {
    usage: ['--scores FILE [options]'],
    says: 'Races candidates over pictures: after each look those go that are worse for certain, and what is left is said with a probability that holds at any look. --scores races numbers that you have, one per candidate and picture.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      scores: { value: 'FILE', says: 'JSON: candidates with scores[picture].' },
      out: {
        value: 'DIR',
        output: 'folder',
        says: 'Writes results.json and candidates.csv there.',
      },
      json: JSON_OUTPUT,
    },
    examples: ['choose --scores example:scores', 'choose --scores scores.json --out race --json'],
    document: 'docs/reference/choose.md',
  },
  async ({ values }, { stdout }) => {
    if (values.scores === undefined) throw new UsageError('Name a table with --scores FILE.');
    const json = await readJson(values.scores);
    const { options, ...table } = readScoreRace(json);
    const race = new Race(table.scores, options);
    for (let step = race.next(); step; step = race.next()) {
      const look = race.judge(step);
      if (!values.json) stdout.write(`${lineOf(look, table.names)}\n`);
    }
    if (!race.hasLooked)
      throw new UsageError('race.budget.runs: too few for a first look.', 'race.budget.runs');
    const result = raceDocument(race.result, table, json);
    if (values.out !== undefined) {
      await mkdir(values.out, { recursive: true });
      await writeFile(join(values.out, 'results.json'), jsonText(result));
      await writeFile(join(values.out, 'candidates.csv'), raceCsv(result, table.front));
    }
    stdout.write(values.json ? jsonText(result) : textOf(result));
  },
);

function lineOf({ look, pictures, leader, eliminated }: Look, names: readonly string[]): string {
  const gone = eliminated.map(
    ({ candidate, by, difference }) =>
      `${names[candidate]!} (${shown(difference)} to ${names[by]!})`,
  );
  return `Look ${look}, ${pictures} pictures: ${names[leader]!} leads${gone.length > 0 ? `; out: ${gone.join(', ')}` : ''}.`;
}

function textOf({ candidates, sentence, notes }: ReturnType<typeof raceDocument>): string {
  const left = candidates.filter(({ status }) => status !== 'eliminated' && status !== 'dropped');
  const table = columns([
    ['candidate', 'score', '95 % interval'],
    ...left.map(({ name, score, interval }) => [
      name,
      shown(score),
      interval ? `${shown(interval[0])} to ${shown(interval[1])}` : '–',
    ]),
  ]);
  return ['', ...table, '', ...notes, sentence, ''].join('\n');
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));

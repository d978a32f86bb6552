import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Race, raceCsv, raceDocument, readScoreRace } from '@lumenloom/experiment/race';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { readJson } from '../../arguments.ts';
import type { CommandTerminal } from '../command.ts';
import { jsonText } from '../print.ts';
import { lineOf, standingsOf } from './race-text.ts';

/** Races the numbers of a table. */
export async function raceScores(
  table: string,
  { out, json: printsJson }: { readonly out: string | undefined; readonly json: boolean },
  { stdout }: Pick<CommandTerminal, 'stdout'>,
): Promise<void> {
  const json = await readJson(table);
  const { options, ...scores } = readScoreRace(json);
  const race = new Race(scores.scores, options);
  for (let step = race.next(); step; step = race.next()) {
    const look = race.judge(step);
    if (!printsJson) stdout.write(`${lineOf(look, scores.names)}\n`);
  }
  if (!race.hasLooked)
    throw new UsageError('race.budget.runs: too few for a first look.', 'race.budget.runs');
  const result = raceDocument(race.result, scores, json);
  if (out !== undefined) {
    await mkdir(out, { recursive: true });
    await writeFile(join(out, 'results.json'), jsonText(result));
    await writeFile(join(out, 'candidates.csv'), raceCsv(result, scores.front));
  }
  stdout.write(printsJson ? jsonText(result) : standingsOf(result));
}

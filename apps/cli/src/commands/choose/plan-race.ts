import { join } from 'node:path';
import { figureLabel } from '@lumenloom/contract';
import { chooseCamera, type ChoiceResults, type PlannedChoice } from '@lumenloom/experiment/choice';
import type { DeviceFacts } from '@lumenloom/engine';
import { sayOn } from '@lumenloom/node-host/command-line';
import { accept } from '../../arguments.ts';
import { STATUS, type CommandTerminal } from '../command.ts';
import { jsonText } from '../print.ts';
import { progressOf } from '../sweep-progress.ts';
import { lineOf, standingsOf } from './race-text.ts';

/** Races the cameras of a plan that are left, and writes the folder of the choice. */
export async function racePlan(
  planned: PlannedChoice,
  {
    out,
    json,
    jobs,
    resume,
    device,
  }: {
    readonly out: string;
    readonly json: boolean;
    readonly jobs: number;
    readonly resume: boolean;
    readonly device: DeviceFacts | undefined;
  },
  terminal: CommandTerminal,
): Promise<number | undefined> {
  const lines = json ? terminal.stderr : terminal.stdout;
  const say = sayOn(lines);
  const results = accept(
    await chooseCamera(planned, {
      ...{ folder: out, jobs, resume, device, say },
      signal: terminal.signal,
      allowsCommand: true,
      look: (look, names) => say(lineOf(look, names)),
      progressOf: (runs) => progressOf(runs, jobs, lines, undefined, 'run'),
    }),
  );
  if (!results) {
    say(`Stopped. To go on: ${terminal.goingOn}`);
    return STATUS.interrupted;
  }
  tellEnd(results, { out, json }, terminal);
  return undefined;
}

/** Says why rivals lose, what was left out, and the statement. */
export function tellEnd(
  results: ChoiceResults,
  { out, json }: { readonly out: string; readonly json: boolean },
  { stdout, stderr }: Pick<CommandTerminal, 'stdout' | 'stderr'>,
): void {
  const lines = json ? stderr : stdout;
  const say = sayOn(lines);
  for (const { sentence } of results.ladder) if (sentence !== null) say(sentence);
  for (const { name, message } of results.broken) say(`Left out, ${name}: ${message}`);
  say(`Wrote ${join(out, 'results.json')}, report.html, candidates.csv and best-recipe.json.`);
  if (json) stdout.write(jsonText(results));
  else lines.write(standingsOf(results, figureLabel(results.document.goal.figure)));
}

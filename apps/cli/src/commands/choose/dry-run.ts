import {
  allRefused,
  dryRunOf,
  leftSentence,
  reasonsOf,
  type PlannedChoice,
} from '@lumenloom/experiment/choice';
import type { CommandTerminal } from '../command.ts';
import { jsonText } from '../print.ts';

const MOST_REASONS = 5;

/** Says which cameras of a plan would be raced, and why the others would not. */
export function tellDryRun(
  planned: PlannedChoice,
  { pictures, json }: { readonly pictures: number | undefined; readonly json: boolean },
  { stdout }: Pick<CommandTerminal, 'stdout'>,
): void {
  const answer = dryRunOf(planned, pictures);
  if (json) {
    stdout.write(jsonText(answer));
    return;
  }
  stdout.write(`${leftSentence(planned)}\n`);
  for (const { requirement, count, example } of reasonsOf(planned.refused).slice(0, MOST_REASONS))
    stdout.write(
      `${requirement}: ${count.toLocaleString('en-US')} refused, such as ${example.name}: ${example.message}.\n`,
    );
  for (const note of planned.notes) stdout.write(`Note: ${note}\n`);
  if (planned.raced.length === 0) stdout.write(`${allRefused(planned)}\n`);
  else
    stdout.write(
      `A race takes at most ${answer.runs.toLocaleString('en-US')} runs${pictures === undefined ? '' : ` on ${pictures.toLocaleString('en-US')} pictures`}.\n`,
    );
}

import type { Look, raceDocument } from '@lumenloom/experiment/race';
import { columns } from '../columns.ts';

/** A look in a line. */
export function lineOf(
  { look, pictures, leader, eliminated }: Look,
  names: readonly string[],
): string {
  const gone = eliminated.map(
    ({ candidate, by, difference }) =>
      `${names[candidate]!} (${shown(difference)} to ${names[by]!})`,
  );
  return `Look ${look}, ${pictures} pictures: ${names[leader]!} leads${gone.length > 0 ? `; out: ${gone.join(', ')}` : ''}.`;
}

/** Those that are left, and the statement. @param score what it is called, with its unit. */
export function standingsOf(
  {
    candidates,
    sentence,
    notes,
  }: Pick<ReturnType<typeof raceDocument>, 'candidates' | 'sentence' | 'notes'>,
  score = 'score',
): string {
  const left = candidates.filter(({ status }) => status !== 'eliminated' && status !== 'dropped');
  const table = columns([
    ['candidate', score, '95 % interval'],
    ...left.map(({ name, score, interval }) => [
      name,
      shown(score),
      interval ? `${shown(interval[0])} to ${shown(interval[1])}` : '–',
    ]),
  ]);
  return ['', ...table, '', ...notes, sentence, ''].join('\n');
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));

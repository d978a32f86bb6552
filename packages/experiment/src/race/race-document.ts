import { csvText } from '@lumenloom/engine/catalogue';
import { VERSION } from '@lumenloom/engine/quick';
import type { RaceResult } from './race.ts';
import type { ScoreRace } from './score-table.ts';
import { notesOf, statementOf } from './statement.ts';

/** The result of a race as results.json has it; the keys are published. */
export function raceDocument<Document>(
  result: RaceResult,
  { names, front, columns, scores }: Omit<ScoreRace, 'options'>,
  document: Document,
) {
  const name = (candidate: number): string => names[candidate]!;
  const { best, alike, looks, candidates, front: left, ...rest } = result;
  return {
    version: VERSION,
    node: process.version,
    document,
    ...rest,
    best: name(best),
    sentence: statementOf(result, names, front),
    notes: notesOf(result, scores.span),
    candidates: candidates.map(({ by, ...standing }, candidate) => ({
      name: name(candidate),
      ...standing,
      ...(by !== undefined && { by: name(by) }),
      ...Object.fromEntries(front.map((column, i) => [column, columns[candidate]![i]!])),
    })),
    alike: alike.map(({ candidate, ...one }) => ({ name: name(candidate), ...one })),
    looks: looks.map(({ leader, eliminated, ...look }) => ({
      ...look,
      leader: name(leader),
      eliminated: eliminated.map(({ candidate, by, difference }) => ({
        candidate: name(candidate),
        by: name(by),
        difference,
      })),
    })),
    ...(left && { front: left.map(name) }),
  };
}

/** The candidates of a race as CSV. */
export const raceCsv = (
  {
    candidates,
  }: { readonly candidates: ReturnType<typeof raceDocument>['candidates'] & readonly object[] },
  front: readonly string[],
): string =>
  csvText([
    ['name', 'status', 'pictures', 'score', 'low', 'high', 'by', ...front],
    ...candidates.map((one) => {
      const { name, status, pictures, score, interval } = one;
      const own: Readonly<Record<string, unknown>> = one;
      return [
        name,
        status,
        pictures,
        score,
        ...(interval ?? [undefined, undefined]),
        own['by'],
        ...front.map((column) => own[column]),
      ];
    }),
  ]);

import type { ChoicePage } from '@lumenloom/report/page-text';
import type { ChoiceResults } from './choice-results.ts';
import { reasonsOf } from './dry-run.ts';

/** What the page of a choice shows. */
export function choicePage(
  results: ChoiceResults,
  trails: readonly ReadonlyMap<number, number>[],
  madeBy: string,
): ChoicePage {
  const { document, candidates, refused } = results;
  return {
    name: document.name,
    figure: document.goal.figure,
    goal: document.goal.goal,
    sentence: results.sentence,
    notes: results.notes,
    madeBy,
    about: `${results.runs.toLocaleString('en-US')} runs on ${results.pictures} pictures, ${candidates.length} cameras raced${refused.length > 0 ? `, ${refused.length.toLocaleString('en-US')} refused` : ''}; ended because of: ${results.stopped}.`,
    candidates: candidates.map(({ name, status, pictures, score, interval, by }) => ({
      ...{ name, status, pictures, score, interval },
      by: by ?? null,
    })),
    looks: results.looks.map(({ pictures, leader, eliminated }) => ({
      pictures,
      leader,
      eliminated,
    })),
    trails: trails.map((trail) => [...trail]),
    front: document.front,
    columns: candidates.map((one) =>
      document.front.map((column) => one.figures[column as keyof typeof one.figures] as number),
    ),
    why: results.ladder.flatMap(({ sentence }) => sentence ?? []),
    reasons: reasonsOf(refused).map(({ requirement, count, example }) => ({
      requirement,
      count,
      ...example,
    })),
    broken: results.broken,
  };
}

import { figureLabel, type ChoiceDocument, type ChoiceLook } from '@lumenloom/contract';
import type { ChoicePage } from '@lumenloom/report/page-text';
import type { ChoiceResults } from './choice-results.ts';
import { reasonsOf } from './reasons.ts';

/** What the page of a choice shows. */
export function choicePage(
  results: ChoiceResults,
  trails: readonly ReadonlyMap<number, number>[],
  madeBy: string,
): ChoicePage {
  const { document, candidates, refused } = results;
  return {
    name: document.name,
    figure: figureLabel(document.goal.figure),
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

type Trails = Parameters<typeof choicePage>[1];

/** Scores at each look, by the place of the camera. */
export const trailsOf = (looks: readonly ChoiceLook[], names: readonly string[]): Trails => {
  const places = new Map(names.map((name, at) => [name, at] as const));
  return looks.map(
    ({ standing }) =>
      new Map(
        standing.flatMap(({ name, score }) => {
          const place = places.get(name);
          return place === undefined || score === null ? [] : [[place, score] as const];
        }),
      ),
  );
};

/** What the page of a race shows while it runs; undefined before its first look. */
export function pageOfLooks(
  { name, goal }: ChoiceDocument,
  looks: readonly ChoiceLook[],
): ChoicePage | undefined {
  const [first] = looks;
  const last = looks.at(-1);
  if (!first || !last) return undefined;
  const names = first.standing.map((one) => one.name);
  const gone = new Map(
    looks.flatMap(({ eliminated }) => eliminated.map((one) => [one.name, one.by] as const)),
  );
  return {
    name,
    figure: figureLabel(goal.figure),
    goal: goal.goal,
    sentence: `${last.leader} leads after ${last.pictures} pictures; ${names.length - gone.size} of ${names.length} cameras are left.`,
    notes: [],
    madeBy: '',
    about: '',
    candidates: names.map((one) => {
      const look = looks.findLast(({ standing }) => standing.some((other) => other.name === one))!;
      const { score, interval } = look.standing.find((other) => other.name === one)!;
      const by = gone.get(one) ?? null;
      const status = by === null ? (one === last.leader ? 'best' : 'alike') : 'eliminated';
      return { name: one, status, pictures: look.pictures, score: score ?? NaN, interval, by };
    }),
    looks: looks.map(({ pictures, leader, eliminated }) => ({
      pictures,
      leader,
      eliminated: eliminated.map(({ name: candidate, ...one }) => ({ candidate, ...one })),
    })),
    trails: trailsOf(looks, names).map((trail) => [...trail]),
    ...{ front: [], columns: names.map(() => []), why: [], reasons: [], broken: [] },
  };
}

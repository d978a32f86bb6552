import { z } from 'zod';
import { readChoiceDocument, type ChoiceDocument } from '../choice/choice-document.ts';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { MOST_SWEEP_RUNS } from '../sweep/sweep-document.ts';
import { algorithmOf, readStudyDocument, type StudyDocument } from './study-document.ts';

const RULE = `runs must be a whole number from 1 to ${MOST_SWEEP_RUNS}: how many more are made.`;

const MOST_MORE_PICTURES = 100_000;
const RULE_OF_PICTURES = `pictures must be a whole number from 1 to ${MOST_MORE_PICTURES}: how many more are raced on.`;

/** Body of POST /api/studies/:id/resume. */
export const moreRunsSchema = z.strictObject({
  runs: z
    .number(RULE)
    .int(RULE)
    .min(1, RULE)
    .max(MOST_SWEEP_RUNS, RULE)
    .optional()
    .describe('How many more runs the budget gets; needed where the study is done.'),
  pictures: z
    .number(RULE_OF_PICTURES)
    .int(RULE_OF_PICTURES)
    .min(1, RULE_OF_PICTURES)
    .max(MOST_MORE_PICTURES, RULE_OF_PICTURES)
    .optional()
    .describe('How many more pictures the race of a choice gets; needed where it is done.'),
});
export type MoreRuns = z.output<typeof moreRunsSchema>;

/** Draws of a Latin hypercube are shares of the whole budget, so theirs cannot grow. */
export const canTakeMore = (document: Parameters<typeof algorithmOf>[0]): boolean =>
  algorithmOf(document) !== 'latin-hypercube';

/**
 * Reads the body of the call.
 *
 * @param body nothing asks for no more runs.
 */
export function readMoreRuns(body: unknown): Decoded<MoreRuns> {
  const read = moreRunsSchema.safeParse(body ?? {});
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, problems: problemsOf(read.error) };
}

/**
 * The document of a study that goes on with a larger budget, and with the algorithm that the
 * smaller one has chosen.
 */
export function withMoreRuns(document: StudyDocument, runs: number): Decoded<StudyDocument> {
  if (!canTakeMore(document)) {
    const message = 'A Latin hypercube is drawn for its number of runs: start another study.';
    return { ok: false, problems: [{ field: 'runs', message }] };
  }
  return readStudyDocument({
    ...document,
    algorithm: { ...document.algorithm, name: algorithmOf(document) },
    budget: { ...document.budget, runs: document.budget.runs + runs },
  });
}

/** A plan whose race goes on with more pictures. */
export function withMorePictures(plan: ChoiceDocument, pictures: number): Decoded<ChoiceDocument> {
  const { pictures: before } = plan.race.budget;
  if (before === undefined) {
    const message = 'Its race has no budget of pictures: all of them are used.';
    return { ok: false, problems: [{ field: 'pictures', message }] };
  }
  const budget = { ...plan.race.budget, pictures: before + pictures };
  return readChoiceDocument({ ...plan, race: { ...plan.race, budget } });
}

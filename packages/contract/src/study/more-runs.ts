import { z } from 'zod';
import type { Decoded } from '../simulation/decoded.ts';
import { MOST_SWEEP_RUNS } from '../sweep/sweep-document.ts';
import { algorithmOf, readStudyDocument, type StudyDocument } from './study-document.ts';

const RULE = `runs must be a whole number from 1 to ${MOST_SWEEP_RUNS}: how many more are made.`;

/** Body of POST /api/studies/:id/resume. */
export const moreRunsSchema = z.object({
  runs: z
    .number(RULE)
    .int(RULE)
    .min(1, RULE)
    .max(MOST_SWEEP_RUNS, RULE)
    .optional()
    .describe('How many more runs the budget gets; needed where the study is done.'),
});

/** Draws of a Latin hypercube are shares of the whole budget, so theirs cannot grow. */
export const canTakeMore = (document: Parameters<typeof algorithmOf>[0]): boolean =>
  algorithmOf(document) !== 'latin-hypercube';

/**
 * The document of a study that goes on: with a larger budget where more runs are asked for, and
 * the algorithm that the smaller one has chosen.
 *
 * @param body of the call; nothing asks for no more runs.
 */
export function readMoreRuns(
  document: StudyDocument,
  body: unknown,
): Decoded<StudyDocument | undefined> {
  const read = moreRunsSchema.safeParse(body ?? {});
  const refused = (message: string) =>
    ({ ok: false, problems: [{ field: 'runs', message }] }) as const;
  if (!read.success) return refused(RULE);
  const { runs } = read.data;
  if (runs === undefined) return { ok: true, value: undefined };
  if (!canTakeMore(document))
    return refused('A Latin hypercube is drawn for its number of runs: start another study.');
  return readStudyDocument({
    ...document,
    algorithm: { ...document.algorithm, name: algorithmOf(document) },
    budget: { ...document.budget, runs: document.budget.runs + runs },
  });
}

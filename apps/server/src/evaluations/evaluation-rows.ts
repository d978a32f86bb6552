import { messages, type EvaluationDocument, type EvaluationStatus } from '@lumenloom/contract';
import type { Database } from '../database/schema.ts';
import { workOf, type WorkLimits } from '../folder-work/work-rows.ts';

/** Evaluations of an account that have not ended, and all. */
const MOST_UNFINISHED = 5;
const MOST_KEPT = 100;

export const EVALUATION_LIMITS: WorkLimits = {
  table: 'evaluations',
  unfinished: MOST_UNFINISHED,
  kept: MOST_KEPT,
  tooManyUnfinished: messages.tooManyEvaluations(MOST_UNFINISHED),
  tooManyKept: messages.tooManyKeptEvaluations(MOST_KEPT),
  // Not in the messages of the contract, which the pages of the site load.
  notResumable:
    'Only an evaluation that was cancelled or has failed can go on: this one is computed, or is done.',
};

/** The evaluations of an account, the newest first, or only the one with that id. */
export async function evaluationsOf(
  database: Database,
  userId: string,
  id?: string,
): Promise<readonly (EvaluationStatus & { readonly document: EvaluationDocument })[]> {
  const rows = await workOf<EvaluationDocument>(database, 'evaluations', userId, id);
  return rows.map(({ parts, ...row }) => ({ ...row, name: row.document.name, images: parts }));
}

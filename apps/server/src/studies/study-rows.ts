import { messages, type StudyDocument, type StudyStatus } from '@lumenloom/contract';
import type { Database } from '../database/schema.ts';
import { workOf, type WorkLimits } from '../folder-work/work-rows.ts';

/** Studies of an account that have not ended, and all. */
const MOST_UNFINISHED = 10;
const MOST_KEPT = 100;

export const STUDY_LIMITS: WorkLimits = {
  table: 'studies',
  unfinished: MOST_UNFINISHED,
  kept: MOST_KEPT,
  tooManyUnfinished: messages.tooManyStudies(MOST_UNFINISHED),
  tooManyKept: messages.tooManyKeptStudies(MOST_KEPT),
  notResumable: messages.studyNotResumable,
};

/** The studies of an account, the newest first, or only the one with that id. */
export async function studiesOf(
  database: Database,
  userId: string,
  id?: string,
): Promise<readonly (StudyStatus & { readonly document: StudyDocument })[]> {
  const rows = await workOf<StudyDocument>(database, 'studies', userId, id);
  return rows.map(({ parts, ...row }) => ({ ...row, name: row.document.name, runs: parts }));
}

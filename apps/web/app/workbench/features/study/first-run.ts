import type { StudyRun } from '@lumenloom/contract';
import { endStudy, startStudy, studyRuns } from '../../../api/studies.ts';

/**
 * Computes the start of a study as a study of its own, which is deleted again.
 *
 * @throws Error where it ends without a run.
 */
export async function firstRun(document: object, signal: AbortSignal): Promise<StudyRun> {
  const id = await startStudy(document);
  try {
    for await (const [run] of studyRuns(id, signal)) if (run) return run;
    throw new Error('The start could not be measured: try again.');
  } finally {
    // The first call cancels one that still runs.
    await endStudy(id).catch(() => undefined);
    await endStudy(id).catch(() => undefined);
  }
}

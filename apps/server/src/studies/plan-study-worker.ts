import type { Decoded, StudyDocument } from '@lumenloom/contract';
import { inEvaluate, planEvaluation } from '@lumenloom/evaluation';
import { planStudy } from '@lumenloom/sweep';
import { withFiles } from '../evaluations/evaluation-files.ts';
import type { StoredStudy } from './own-study.ts';

/** Checks a study with its starting point; the answer is its document with defaults. */
export default async function planStudyWorker({
  content,
  own,
  files,
}: StoredStudy): Promise<Decoded<StudyDocument>> {
  const planned = await planStudy(content, own);
  if (!planned.ok) return planned;
  const { document } = planned.value.study;
  if (document.evaluate && files) {
    const evaluated = inEvaluate(
      await planEvaluation(withFiles(document.evaluate, files), '/', { own: files.parts }),
    );
    if (!evaluated.ok) return evaluated;
  }
  return { ok: true, value: document };
}

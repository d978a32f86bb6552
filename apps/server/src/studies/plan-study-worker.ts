import type { Decoded, StudyDocument } from '@lumenloom/contract';
import { planStudy } from '@lumenloom/sweep';
import { problemsOfEvaluate } from '../evaluations/evaluation-files.ts';
import type { OwnDocument } from '../sweeps/own-document.ts';

/** Checks a study with its starting point; the answer is its document with defaults. */
export default async function planStudyWorker({
  content,
  own,
  files,
}: OwnDocument): Promise<Decoded<StudyDocument>> {
  const planned = await planStudy(content, own);
  if (!planned.ok) return planned;
  const { document } = planned.value.study;
  const problems = await problemsOfEvaluate(document.evaluate, files);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: document };
}

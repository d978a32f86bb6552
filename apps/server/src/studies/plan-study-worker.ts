import type { Decoded, StudyDocument } from '@lumenloom/contract';
import { planStudy } from '@lumenloom/sweep';
import type { StoredStudy } from './own-study.ts';

/** Checks a study with its starting point; the answer is its document with defaults. */
export default async function planStudyWorker({
  content,
  own,
}: StoredStudy): Promise<Decoded<StudyDocument>> {
  const planned = await planStudy(content, own);
  return planned.ok ? { ok: true, value: planned.value.study.document } : planned;
}

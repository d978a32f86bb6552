import type { Decoded, EvaluationDocument } from '@lumenloom/contract';
import { planEvaluation, type PlannedEvaluation } from '@lumenloom/evaluation';
import { withFiles, type EvaluationFiles } from './evaluation-files.ts';

/** A document of an account, and what it names. */
export interface StoredEvaluation {
  readonly document: EvaluationDocument;
  readonly files: EvaluationFiles;
}

/** Plans an evaluation of an account; no names of files are looked for on this machine. */
export function planStored({
  document,
  files,
}: StoredEvaluation): Promise<Decoded<PlannedEvaluation>> {
  return planEvaluation(withFiles(document, files), '/', { own: files.parts });
}

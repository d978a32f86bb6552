import type { Decoded, EvaluationDocument } from '@lumenloom/contract';
import type { DeviceFacts } from '@lumenloom/engine';
import { planEvaluation, type PlannedEvaluation } from '@lumenloom/experiment/dataset';
import { sourceOf, withFiles, type EvaluationFiles } from './evaluation-files.ts';
import type { Computing } from './work-process.ts';

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
  return planEvaluation(withFiles(document, files), '/', sourceOf(files));
}

/**
 * What is evaluated. Results and report have the document of the account, without paths of this
 * machine.
 */
export async function evaluationOf(
  { document, files, maximumSeconds }: StoredEvaluation & Pick<Computing, 'maximumSeconds'>,
  device: DeviceFacts | undefined,
): Promise<Decoded<PlannedEvaluation>> {
  const planned = await planStored({ document, files });
  if (!planned.ok) return planned;
  const how = { document, names: files.names, maximumSeconds };
  const value = { ...planned.value, ...how, ...(device && { device: device.name }) };
  return { ok: true, value };
}

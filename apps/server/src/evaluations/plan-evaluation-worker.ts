import type { Decoded } from '@lumenloom/contract';
import { planEvaluation } from '@lumenloom/evaluation';

/** Checks the cameras of an evaluation under all its conditions. */
export default async function planEvaluationWorker(
  document: Readonly<Record<string, unknown>>,
): Promise<Decoded<true>> {
  const planned = await planEvaluation(document, '/');
  return planned.ok ? { ok: true, value: true } : planned;
}

import type { Decoded } from '@lumenloom/contract';
import { planStored, type StoredEvaluation } from './plan-stored.ts';

/** Checks the cameras of an evaluation under all its conditions. */
export default async function planEvaluationWorker(
  stored: StoredEvaluation,
): Promise<Decoded<true>> {
  const planned = await planStored(stored);
  return planned.ok ? { ok: true, value: true } : planned;
}

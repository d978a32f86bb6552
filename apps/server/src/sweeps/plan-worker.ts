import type { Decoded, OwnParts } from '@lumenloom/contract';
import { planSweep } from '@lumenloom/sweep';
import type { CheckedSweep } from './sweep-rows.ts';

/** Checks a sweep document with all its runs, which takes seconds for a hundred thousand. */
export default async function planWorker({
  content,
  own,
}: {
  readonly content: unknown;
  readonly own: OwnParts;
}): Promise<Decoded<CheckedSweep>> {
  const planned = await planSweep(content, own);
  if (!planned.ok) return planned;
  const { document, count } = planned.value;
  return { ok: true, value: { document, count } };
}

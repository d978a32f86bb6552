import type { Decoded } from '@lumenloom/contract';
import { BANDS } from '@lumenloom/engine/catalogue';
import { planSweep, type PlannedSweep } from '@lumenloom/sweep';
import { problemsOfEvaluate } from '../evaluations/evaluation-files.ts';
import type { OwnDocument } from './own-document.ts';
import type { CheckedSweep } from './sweep-rows.ts';

/** Bytes of the report of a run, at most. */
const REPORT_BYTES = 20_000;
/** Bytes of a pixel: of a picture that cannot be compressed. */
const PICTURE_BYTES = 3;
/**
 * Bytes of a pixel in the arrays between the stages: two cubes of 32-bit floats, and electrons,
 * volts and codes.
 */
const STAGE_BYTES = 2 * BANDS * 4 + 4 + 4 + 2;

/** Bytes that the results of a sweep may take. */
function resultBytes({ document: { keep }, count, runAt }: PlannedSweep): number {
  let bytes = count * REPORT_BYTES;
  if (keep === 'figures') return bytes;
  const ofPixel = PICTURE_BYTES + (keep === 'stages' ? STAGE_BYTES : 0);
  for (let run = 0; run < count; run += 1) {
    const { rows, columns } = runAt(run).plan.grid;
    bytes += rows * columns * ofPixel;
  }
  return bytes;
}

/** Checks a sweep document with all its runs, which takes seconds for a hundred thousand. */
export default async function planWorker({
  content,
  own,
  files,
}: OwnDocument): Promise<Decoded<CheckedSweep>> {
  const planned = await planSweep(content, own);
  if (!planned.ok) return planned;
  const { document, count } = planned.value;
  const problems = await problemsOfEvaluate(document.evaluate, files);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { document, count, bytes: resultBytes(planned.value) } };
}

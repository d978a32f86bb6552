import { messages, type Decoded } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { BANDS } from '@lumenloom/engine/catalogue';
import { planSweep } from '@lumenloom/sweep';
import { problemsOfEvaluate } from '../evaluations/evaluation-files.ts';
import type { OwnDocument } from './own-document.ts';
import type { CheckedSweep } from './sweep-rows.ts';

/** Most that the arrays between the stages of a sweep may take in the result store, bytes. */
const MOST_STAGE_BYTES = 20e9;

/**
 * Bytes of the arrays between the stages of a run: two cubes of 32-bit floats, and electrons, volts
 * and codes.
 */
const stageBytes = ({ grid: { rows, columns } }: SimulationPlan): number =>
  rows * columns * (2 * BANDS * 4 + 4 + 4 + 2);

/** Checks a sweep document with all its runs, which takes seconds for a hundred thousand. */
export default async function planWorker({
  content,
  own,
  files,
}: OwnDocument): Promise<Decoded<CheckedSweep>> {
  const planned = await planSweep(content, own);
  if (!planned.ok) return planned;
  const { document, count, runAt } = planned.value;
  if (document.keep === 'stages') {
    let bytes = 0;
    for (let run = 0; run < count; run += 1) bytes += stageBytes(runAt(run).plan);
    if (bytes > MOST_STAGE_BYTES)
      return {
        ok: false,
        problems: [
          { field: 'keep', message: messages.tooManyStages(bytes / 1e9, MOST_STAGE_BYTES / 1e9) },
        ],
      };
  }
  const problems = await problemsOfEvaluate(document.evaluate, files);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { document, count } };
}

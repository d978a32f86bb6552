import {
  messages,
  type ChoiceDryRun,
  type Decoded,
  type GoalDocument,
  type Problem,
  type StudyDocument,
} from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { BANDS } from '@lumenloom/engine/catalogue';
import { planStudy, planSweep, yieldRuns, type PlannedSweep } from '@lumenloom/experiment';
import {
  allRefused,
  dryRunOf,
  evaluationOf,
  leftSentence,
  reasonsOf,
  type PlannedChoice,
} from '@lumenloom/experiment/choice';
import { planReport, reportPartsOf } from '@lumenloom/experiment/lab';
import { problemsOfEvaluate } from '../runs/evaluation-files.ts';
import { planStored, type StoredEvaluation } from '../runs/plan-stored.ts';
import type { OwnDocument } from '../runs/own-document.ts';
import type { OwnGoal } from '../runs/own-goal.ts';
import { plannedChoice, plannedYield } from '../runs/plan-goal.ts';
import type { OwnReport } from '../runs/report-process.ts';
import type { CheckedSweep } from '../runs/sweep-rows.ts';

/** A document, and how long its check may take. */
export type Timed<Task> = Task & { readonly seconds: number };

/** Time after which the documents of others are let in, in milliseconds. */
const SLICE_MS = 20;
/** Bytes of the report of a run, at most. */
const REPORT_BYTES = 20_000;
/** Bytes of a pixel: of a picture that cannot be compressed. */
const PICTURE_BYTES = 3;
/**
 * Bytes of a pixel in the arrays between the stages: two cubes of 32-bit floats, and electrons,
 * volts and codes.
 */
const STAGE_BYTES = 2 * BANDS * 4 + 4 + 4 + 2;

/**
 * To be called between the parts of a check: documents of several accounts are checked on this
 * thread at the same time, a slice of each after the other.
 *
 * @throws SimulationError when this check has taken too long.
 */
function slices({ seconds }: Timed<object>): () => Promise<void> {
  let since = performance.now();
  let taken = 0;
  return async () => {
    const now = performance.now();
    if (now < since + SLICE_MS) return;
    taken += now - since;
    if (taken > 1000 * seconds)
      throw new SimulationError('bad-parameter', messages.checkedTooLong(seconds), 'vary');
    await new Promise(setImmediate);
    since = performance.now();
  };
}

/** Checks a sweep document with all its runs, which takes seconds for ten thousand. */
export async function sweep(task: Timed<OwnDocument>): Promise<Decoded<CheckedSweep>> {
  const { content, own, named, files } = task;
  const between = slices(task);
  try {
    const planned = await planSweep(content, own, between, { named });
    if (!planned.ok) return planned;
    const { document, count } = planned.value;
    const bytes = await resultBytes(planned.value, between);
    const problems = await problemsOfEvaluate(document.evaluate, files);
    return problems.length > 0
      ? { ok: false, problems }
      : { ok: true, value: { document, count, bytes } };
  } catch (error) {
    if (!(error instanceof SimulationError) || error.field === undefined) throw error;
    return { ok: false, problems: [{ field: error.field, message: error.message }] };
  }
}

/** Bytes that the results of a sweep may take. */
async function resultBytes(
  { document: { keep }, count, runAt }: PlannedSweep,
  between: () => Promise<void>,
): Promise<number> {
  let bytes = count * REPORT_BYTES;
  if (keep === 'figures') return bytes;
  const ofPixel = PICTURE_BYTES + (keep === 'stages' ? STAGE_BYTES : 0);
  for (let run = 0; run < count; run += 1) {
    const { rows, columns } = runAt(run).plan.grid;
    bytes += rows * columns * ofPixel;
    await between();
  }
  return bytes;
}

/** Checks a study with its starting point; the answer is its document with defaults. */
export async function study({
  content,
  own,
  named,
  files,
}: OwnDocument): Promise<Decoded<StudyDocument>> {
  const planned = await planStudy(content, own, { named });
  if (!planned.ok) return planned;
  const { document } = planned.value.study;
  const problems = await problemsOfEvaluate(document.evaluate, files);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: document };
}

/** Checks the cameras of an evaluation under all its conditions. */
export async function evaluation(stored: StoredEvaluation): Promise<Decoded<true>> {
  const planned = await planStored(stored);
  return planned.ok ? { ok: true, value: true } : planned;
}

/** Checks the cameras of a report; the answer is how many frames of charts it takes. */
export async function report({ document, cameras }: OwnReport): Promise<Decoded<number>> {
  const planned = planReport(document, cameras);
  if (!planned.ok) return planned;
  const parts = reportPartsOf(cameras.length, planned.value.settings);
  return { ok: true, value: parts.reduce((sum, { runs }) => sum + runs, 0) };
}

/** A choice or a yield that was checked, and how many runs it takes at most. */
export interface CheckedGoal extends Pick<GoalDocument, 'name' | 'document'> {
  readonly runs: number;
}

/** Checks a choice with all its cameras, or a yield at both ends of its tolerances. */
export async function goal(task: Timed<OwnGoal>): Promise<Decoded<CheckedGoal>> {
  if (task.kind === 'yield') {
    const planned = await plannedYield(task);
    if (!planned.ok) return planned;
    const { document, camera } = planned.value;
    const problems = await problemsOfEvaluate(camera?.sweep.evaluate, task.files);
    if (problems.length > 0) return { ok: false, problems };
    const content = task.content as GoalDocument['document'];
    return {
      ok: true,
      value: { name: document.name, document: content, runs: yieldRuns(document) },
    };
  }
  const planned = await plannedChoice(task, slices(task));
  if (!planned.ok) return planned;
  const { document, raced } = planned.value;
  if (raced.length === 0) return refuse('requirements', allRefused(planned.value));
  const read = document.evaluate ? await evaluationOf(planned.value) : undefined;
  if (read && !read.ok) return read;
  const { runs } = dryRunOf(planned.value, task.pictures);
  return { ok: true, value: { name: document.name, document, runs } };
}

const refuse = (field: string, message: string): { ok: false; problems: Problem[] } => ({
  ok: false,
  problems: [{ field, message }],
});

/** Cameras that an answer lists at most. */
const MOST_LISTED = 200;

/** What the requirements of a plan leave. */
export async function dryRun(
  task: Timed<OwnGoal & { readonly kind: 'choose' }>,
): Promise<Decoded<ChoiceDryRun>> {
  const planned = await plannedChoice(task, slices(task));
  return planned.ok ? { ok: true, value: leftOf(planned.value, task.pictures) } : planned;
}

function leftOf(planned: PlannedChoice, pictures: number | undefined): ChoiceDryRun {
  const { candidates, raced, runs, notes } = dryRunOf(planned, pictures);
  return {
    sentence: raced.length > 0 ? leftSentence(planned) : allRefused(planned),
    candidates,
    reasons: [...reasonsOf(planned.refused)],
    raced: raced.slice(0, MOST_LISTED),
    runs,
    notes: [...notes],
  };
}

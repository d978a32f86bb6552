import type { Host, Job } from '../host.ts';
import { ispRows } from '../isps/fast-open-isp/run-pass.ts';
import { searchLenses } from '../lens-design/multi-start.ts';
import { drawTolerances } from '../lens-design/tolerances.ts';
import { foldKernels } from '../optics/form-image/fold-kernels.ts';
import { formTiles } from '../optics/form-image/form-tiles.ts';
import { formVeil, gatherSurroundings } from '../optics/form-image/form-veil.ts';
import { projectRows } from '../optics/form-image/project-rows.ts';
import { sampleTiles } from '../optics/form-image/sample-tiles.ts';
import { tracePointSpreads } from '../optics/form-image/trace-point-spreads.ts';
import { formRows } from '../optics/form-rows.ts';
import { layGhosts } from '../optics/stray/lay-ghosts.ts';
import { traceGhostRays } from '../optics/stray/trace-ghost-rays.ts';
import {
  addLight,
  collectCharge,
  convertCharge,
  mergeCaptures,
  mixLight,
} from '../sensors/chip/chip-jobs.ts';
import { drawPattern } from '../sensors/chip/fixed-pattern.ts';
import { readOutPixels } from '../sensors/read-out/read-out-pixels.ts';

/** Every job, by the name under which it is sent to another thread. */
export const jobs = {
  formRows,
  projectRows,
  tracePointSpreads,
  foldKernels,
  formTiles,
  sampleTiles,
  gatherSurroundings,
  formVeil,
  traceGhostRays,
  layGhosts,
  readOutPixels,
  mixLight,
  addLight,
  drawPattern,
  collectCharge,
  convertCharge,
  mergeCaptures,
  ispRows,
  searchLenses,
  drawTolerances,
} as const satisfies Readonly<Record<string, Job<object>>>;

export type JobName = keyof typeof jobs;

/** @throws Error when the job is not in the list above: another thread could not find it. */
export function jobNameOf(job: Job<object>): JobName {
  const found = Object.entries(jobs).find(([, listed]) => listed === job);
  if (!found) throw new Error(`The job ${job.name} is not listed in pipeline/jobs.ts.`);
  return found[0] as JobName;
}

/** Runs parts of a job on this thread, where only the job's name has arrived. */
export async function runJob(
  name: JobName,
  parts: readonly object[],
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const job: Job<object> = jobs[name];
  for (const part of parts) await job(part, host);
}

import { ispRows } from '../isp/isp-rows.ts';
import { foldKernels } from '../optics/form-image/fold-kernels.ts';
import { formTiles } from '../optics/form-image/form-tiles.ts';
import { formVeil } from '../optics/form-image/form-veil.ts';
import { projectRows } from '../optics/form-image/project-rows.ts';
import { tracePointSpreads } from '../optics/form-image/trace-point-spreads.ts';
import { formRows } from '../optics/form-rows.ts';
import { readOutPixels } from '../sensors/read-out-pixels.ts';
import type { Host } from '../host.ts';

/** Every piece of work that may run on another thread: it gets plain data and writes only to its own piece of the shared arrays in it. */
export const jobs = {
  formRows,
  projectRows,
  tracePointSpreads,
  foldKernels,
  formTiles,
  formVeil,
  readOutPixels,
  ispRows,
} as const;

export type JobName = keyof typeof jobs;
export type JobPart<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0];

/** Runs one part of a job on this thread. */
export async function runJob<Name extends JobName>(
  name: Name,
  part: JobPart<Name>,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  await (
    jobs[name] as (part: JobPart<Name>, host: Pick<Host, 'loadKernel'>) => void | Promise<void>
  )(part, host);
}

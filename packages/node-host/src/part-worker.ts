import { runJob, type JobName } from '@lumenloom/engine';
import { loadKernel } from './kernels.ts';

/** Runs one part of a job on a helper thread. */
export default async function partWorker({
  name,
  part,
}: {
  readonly name: JobName;
  readonly part: unknown;
}): Promise<void> {
  await runJob(name, part, { loadKernel });
}

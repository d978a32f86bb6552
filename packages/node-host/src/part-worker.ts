import { runJob, type JobName, type JobPart } from '@lumenloom/engine';
import { loadKernel } from './kernels.ts';

/** One part of a job, on a helper thread. */
export default async function partWorker({
  name,
  part,
}: {
  readonly name: JobName;
  readonly part: JobPart<JobName>;
}): Promise<void> {
  await runJob(name, part, { loadKernel });
}

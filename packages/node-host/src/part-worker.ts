import { runJob, type JobName } from '@lumenloom/engine';
import { loadKernel } from './kernels.ts';

/** Runs parts of a job on a helper thread. */
export default async function partWorker({
  name,
  parts,
}: {
  readonly name: JobName;
  readonly parts: readonly object[];
}): Promise<void> {
  await runJob(name, parts, { loadKernel });
}

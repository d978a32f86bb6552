import { runJob, type JobName } from '@lumenloom/engine';
import { loadKernel } from './kernels.ts';
import type { WorldTask } from './world-threads.ts';

/** What a helper thread does: parts of a job of the engine, or work on a world. */
export type PartTask =
  | { readonly name: JobName; readonly parts: readonly object[] }
  | { readonly world: WorldTask };

/** Runs parts on a helper thread. */
export default async function partWorker(task: PartTask): Promise<unknown> {
  if ('world' in task) {
    const { doWorldTask } = await import('./world-threads.ts');
    return doWorldTask(task.world);
  }
  return runJob(task.name, task.parts, { loadKernel });
}

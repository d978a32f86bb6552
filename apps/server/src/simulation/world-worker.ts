import { SimulationError, type WorldPlan } from '@lumenloom/engine';
import { inspectedWorld, probedWorld } from '@lumenloom/node-host';

/** A question about a world. */
export interface WorldTask extends Pick<WorldPlan, 'document' | 'folder'> {
  readonly samples: number;
  readonly seed: number;
  /** Absent: what is in the world. */
  readonly rays?: unknown;
}

export type WorldAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Answers; what is wrong with the world or the rays is an answer too. */
export default async function worldWorker({ rays, ...task }: WorldTask): Promise<WorldAnswer> {
  try {
    return {
      ok: true,
      value:
        rays === undefined
          ? await inspectedWorld(task, task.samples)
          : { rays: await probedWorld(task, rays, task) },
    };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { ok: false, field: error.field ?? 'world', message: error.message };
  }
}

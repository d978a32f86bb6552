import { SimulationError, fieldOfViewOf } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';

type Arguments = Parameters<typeof fieldOfViewOf>;

/** The arguments of the engine's `fieldOfViewOf`, without its host. */
export interface FieldOfViewTask {
  readonly scene: Arguments[0];
  readonly optics: Arguments[1];
  readonly grid: Arguments[2];
  readonly gridName: string;
}

const host = nodeHost(1);

/**
 * Traces the lens, which takes a good part of a second when it is the first time. What lens or file
 * cannot do is a sentence too.
 */
export default async function fieldOfViewWorker({
  scene,
  optics,
  grid,
  gridName,
}: FieldOfViewTask): Promise<string[]> {
  try {
    return await fieldOfViewOf(scene, optics, grid, gridName, host);
  } catch (error) {
    if (error instanceof SimulationError) return [error.message];
    throw error;
  }
}

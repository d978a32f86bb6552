import { fieldOfViewOf } from '@lumenloom/engine';
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

/** Traces the lens, which takes a good part of a second when it is the first time. */
export default function fieldOfViewWorker({
  scene,
  optics,
  grid,
  gridName,
}: FieldOfViewTask): Promise<string[]> {
  return fieldOfViewOf(scene, optics, grid, gridName, host);
}

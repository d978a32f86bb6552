import {
  SimulationError,
  fieldOfViewOf,
  objectOfPlan,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';

type Arguments = Parameters<typeof fieldOfViewOf>;

/** The arguments of the engine's `fieldOfViewOf`, without its host. */
export interface FieldOfViewTask {
  readonly scene: Arguments[0];
  readonly optics: Arguments[1];
  readonly grid: Arguments[2];
  readonly gridName: string;
  /** Undefined: nothing is asked of the object. */
  readonly camera: SimulationPlan | undefined;
}

/** Sentences, and the lengths at the object where a distance says how far it is. */
export interface FieldOfView {
  readonly lines: readonly string[];
  readonly object: Awaited<ReturnType<typeof objectOfPlan>>['object'];
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
  camera,
}: FieldOfViewTask): Promise<FieldOfView> {
  try {
    const lines = await fieldOfViewOf(scene, optics, grid, gridName, host);
    return { lines, object: camera ? (await objectOfPlan(camera, host)).object : null };
  } catch (error) {
    if (error instanceof SimulationError) return { lines: [error.message], object: null };
    throw error;
  }
}

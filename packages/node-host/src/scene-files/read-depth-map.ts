import { createHash } from 'node:crypto';
import { knownDistances, type DepthPlan, type SceneDepth } from '@lumenloom/engine';
import { readDepthFile, type DepthReading } from './read-depth.ts';

/** How the distances of a scene are read. */
export interface DepthMapReading extends DepthReading {
  /** What its distances are; 'z' unless given. */
  readonly kind?: SceneDepth['kind'] | undefined;
}

/** The distances of a scene from a file, and what their reader decided. */
export interface DepthMap {
  readonly depth: DepthPlan;
  readonly notes: readonly string[];
}

/**
 * Reads the distances of a scene, see `readDepthFile`; unknown ones get the distance of the nearest
 * known place.
 *
 * @throws SimulationError with a sentence.
 */
export async function readDepthMap(
  bytes: Uint8Array,
  name: string,
  reading: DepthMapReading,
): Promise<DepthMap> {
  const { rows, columns, metres } = await readDepthFile(bytes, name, reading);
  const { kind = 'z', scale } = reading;
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, scale]))
    .update(bytes);
  const known = knownDistances(metres, rows, columns);
  return {
    depth: { label: name, digest: digest.digest('hex'), rows, columns, kind, ...known },
    notes: [
      `The distances are those of ${name}: ${columns} × ${rows} values, ${kind === 'z' ? 'along the axis from the first lens surface' : 'from the middle of the entrance pupil'}.`,
    ],
  };
}

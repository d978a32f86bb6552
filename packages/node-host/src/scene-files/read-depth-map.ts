import { createHash } from 'node:crypto';
import { knownDistances, type DepthPlan, type SceneDepth } from '@lumenloom/engine';
import { readDepthFile, type DepthPlane, type DepthReading } from './read-depth.ts';

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
  const { kind = 'z', scale } = reading;
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, scale]))
    .update(bytes);
  return depthMapOf(await readDepthFile(bytes, name, reading), {
    label: name,
    kind,
    digest: digest.digest('hex'),
  });
}

/** The distances of a scene from those of a file. @throws SimulationError where none is known. */
export function depthMapOf(
  { rows, columns, metres }: DepthPlane,
  about: Pick<DepthPlan, 'label' | 'kind' | 'digest'>,
): DepthMap {
  return {
    depth: { ...about, rows, columns, ...knownDistances(metres, rows, columns) },
    notes: [
      `The distances are those of ${about.label}: ${columns} × ${rows} values, ${about.kind === 'z' ? 'along the axis from the first lens surface' : 'from the middle of the entrance pupil'}.`,
    ],
  };
}

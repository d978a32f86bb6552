import { digestOf } from '../../digest.ts';
import type { Host } from '../../host.ts';
import type { StageContext } from '../../stage.ts';
import { cachedTable } from '../form-image/table-cache.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import type { GhostPair } from './ghost-trace.ts';
import type { GhostSettings } from './ghost-settings.ts';
import {
  GHOST_BANDS,
  PATH_LENGTH,
  traceGhostRays,
  type TraceGhostRaysPart,
} from './trace-ghost-rays.ts';

/**
 * The rays of a lens's ghosts over its field: paths[(field · pairs + pair) · bands + band], each
 * `PATH_LENGTH` numbers long, see `readGhostPath`.
 */
export interface GhostTable {
  readonly paths: Float32Array;
  readonly pairs: number;
  /** Angle between neighbouring fields, radians; the first one is the axis. */
  readonly step: number;
  readonly isNew: boolean;
}

/**
 * Fields from the axis to the farthest source. Ghosts in between are interpolated ray by ray: with
 * half as many again their light changes by less than .2 %.
 */
export const GHOST_FIELDS = 32;
/** Sources farther out than so many half fields do not count. */
const BEYOND = 1.5;
/** A flat scene has no point at 90°. */
const STEEPEST = (88 * Math.PI) / 180;

/** To be raised with every change of what the table contains. */
const TABLE_VERSION = 1;

/** Field angle, radians, of the farthest sources whose ghosts count. */
export const farthestSource = ({ halfField }: LensDesign): number =>
  Math.min(STEEPEST, BEYOND * halfField);

/**
 * Traces the ghosts of a lens, or finds them in a cache.
 *
 * @param pairs those in pictures.
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function ghostTable(
  design: LensDesign,
  { coating, sensor }: GhostSettings,
  pairs: readonly GhostPair[],
  host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache'>>,
  context: Pick<StageContext, 'stopped'>,
): Promise<GhostTable> {
  const step = farthestSource(design) / (GHOST_FIELDS - 1);
  const length = pairs.length * GHOST_BANDS.length * PATH_LENGTH;
  const { table: paths, isNew } = await cachedTable(
    `ghosts-${digestOf([TABLE_VERSION, design, coating, sensor, pairs])}`,
    GHOST_FIELDS * length,
    host,
    async (out) => {
      const parts = Array.from({ length: GHOST_FIELDS }, (_, field): TraceGhostRaysPart => ({
        design,
        coating,
        sensor,
        pairs,
        out,
        angle: field * step,
        at: field * length,
      }));
      await host.parallel(traceGhostRays, parts, { stopped: () => context.stopped() });
    },
  );
  return { paths, pairs: pairs.length, step, isNew };
}

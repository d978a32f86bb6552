import type { SimulationPlan } from '@lumenloom/engine';

/** Seconds of one thread of a 2.5 GHz server processor, measured with `npm run bench`. */
const BASE = 0.05;
const PER_MEGAPIXEL = { optics: 0.5, isp: 0.7 } as const;
/** A lens whose tables are not known yet is traced. */
const TRACING = 2;
const NETWORK = 6;

/** Roughly how long one run takes on one thread, in seconds: for the first line of a sweep, before anything was measured. */
export function estimateSeconds({ grid, optics, isp, algorithm }: SimulationPlan): number {
  const megapixels = (grid.rows * grid.columns) / 1e6;
  return (
    BASE +
    megapixels * (PER_MEGAPIXEL.optics + (isp ? PER_MEGAPIXEL.isp : 0)) +
    (typeof optics === 'object' ? TRACING : 0) +
    (algorithm ? NETWORK : 0)
  );
}

import type { SimulationPlan } from '@lumenloom/engine';

/** Seconds on one thread of a cloud machine of 2026, fitted to runs of .3 and 1.9 megapixels. */
const EVERY_RUN = 0.05;
const THROUGH_A_LENS = { once: 0.25, perMegapixel: 0.75 } as const;
const ISP = { once: 0.05, perMegapixel: 0.07 } as const;
/** A varied lens is traced anew. */
const TRACING = 0.8;
/** Not measured: it depends on the network and its precision. */
const NETWORK = 5;

/**
 * Roughly how long one run takes on one thread, in seconds: for the first line of a sweep, before
 * anything was measured.
 *
 * @param isLensVaried the numbers of the lens will differ from run to run.
 */
export function estimateSeconds(
  { grid, optics, isp, algorithm }: SimulationPlan,
  isLensVaried = typeof optics === 'object',
): number {
  const megapixels = (grid.rows * grid.columns) / 1e6;
  const part = ({ once, perMegapixel }: typeof ISP | typeof THROUGH_A_LENS): number =>
    once + perMegapixel * megapixels;
  return (
    EVERY_RUN +
    (optics === undefined ? 0 : part(THROUGH_A_LENS)) +
    (isp ? part(ISP) : 0) +
    (isLensVaried ? TRACING : 0) +
    (algorithm ? NETWORK : 0)
  );
}

import { tan } from '../../quantities/elementary.ts';
import { DARK, depthChart } from '../depth-chart.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import type { depthStepsFields } from './descriptor.ts';

/** Tilt of the edges: ISO 12233 asks for 5 degrees. */
const EDGE_TILT = tan((5 * Math.PI) / 180);
/** With many steps edges lean less, so that each stays in the inner part of its strip. */
const INNER_PART = 0.5;

/**
 * Strips with equal steps of 1/distance from left to right, each with an edge in its middle; at the
 * jumps between strips the light does not change.
 *
 * @param parameters `near` and `far` in metres.
 * @see docs/reference/depth.md#charts
 */
export const build: SceneBuild<typeof depthStepsFields> = ({ imageSize, steps, near, far }) =>
  depthChart(
    imageSize,
    {
      kind: 'stripes',
      first: 0.5 / steps,
      spacing: 1 / steps,
      tilt: Math.min(EDGE_TILT, INNER_PART / steps),
      dark: DARK,
    },
    (column) => {
      const step = Math.floor(((column + 0.5) / imageSize) * steps);
      return 1 / (1 / near + (step / (steps - 1)) * (1 / far - 1 / near));
    },
  );

import { tan } from '../../quantities/elementary.ts';
import { SimulationError } from '../../simulation-error.ts';
import { DARK, depthChart } from '../depth-chart.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import type { tiltedPlaneFields } from './descriptor.ts';

/** Tilt of the edges: ISO 12233 asks for 5 degrees. */
const EDGE_TILT = tan((5 * Math.PI) / 180);

/**
 * A plane turned about the vertical through its middle: 1/z changes evenly from left to right.
 *
 * @param parameters `hfov` and `tilt` in radians, `distance` in metres, `period` in samples.
 * @throws SimulationError where the plane would run through the lens.
 * @see docs/reference/depth.md#charts
 */
export const build: SceneBuild<typeof tiltedPlaneFields> = ({
  hfov,
  imageSize,
  tilt,
  distance,
  pattern,
  period,
}) => {
  const steepest = tan(hfov / 2) * tan(Math.abs(tilt));
  if (steepest >= 1)
    throw new SimulationError(
      'bad-parameter',
      `A plane that is turned so far runs through the lens before its side is reached: Tilt can be up to ${(90 - (hfov * 90) / Math.PI).toPrecision(3)}° at this HFoV.`,
      'tiltedplaneParams.tilt',
    );
  const slope = tan(hfov / 2) * tan(tilt);
  const spacing = period / 2 / imageSize;
  return depthChart(
    imageSize,
    pattern === 'even'
      ? undefined
      : {
          kind: 'stripes',
          // An edge goes through the middle.
          first: 0.5,
          spacing,
          tilt: pattern === 'edges' ? EDGE_TILT : 0,
          dark: DARK,
        },
    (column) => distance / (1 - slope * ((2 * column + 1) / imageSize - 1)),
  );
};

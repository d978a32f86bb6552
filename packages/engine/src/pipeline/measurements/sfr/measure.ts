import { SFR_FREQUENCIES } from '../../../analysis/edge-sfr/edge-sfr.ts';
import { expectedSfr, measuredSfr } from '../measure-edge.ts';
import { hasItsPixels, measuredColour, patternOf, type MeasuredShot } from '../measured-shot.ts';
import { chartEdges, tiltOf } from './chart-edges.ts';
import type { SfrResults } from './descriptor.ts';

/**
 * Measures the edges of the chart.
 *
 * @see docs/reference/measuring.md#in-a-run
 */
export function measure(shot: MeasuredShot): SfrResults {
  const { plan, mosaic, developed } = shot;
  const { sensor } = plan;
  const colour = mosaic && sensor ? measuredColour(sensor) : undefined;
  return {
    frequencies: SFR_FREQUENCIES,
    edges: chartEdges(shot).map(({ place, normal, ...edge }) => ({
      ...edge,
      tiltDegrees: tiltOf(normal),
      ...(colour && colour !== 'green' && { colour }),
      raw:
        mosaic && sensor && colour
          ? measuredSfr(mosaic, edge.region, colour, patternOf(sensor))
          : null,
      developed: !developed
        ? null
        : hasItsPixels(shot)
          ? measuredSfr(developed, edge.region, 'luminance')
          : { problem: 'SCL has changed the size of the picture.' },
      true: expectedSfr(shot, { place, normal }, colour ?? 'luminance'),
    })),
  };
}

import { percentFigure } from '../figure.ts';
import type { SimulationReport } from '../report.ts';
import { tintOf } from '../white-balance.ts';

/**
 * The quality of a run's picture in one sentence: sharpness, noise, colour, clipping; none without
 * a figure.
 */
export function verdictLines(report: SimulationReport): string[] {
  const figures = [
    sharpness(report),
    report.sensor && `${report.sensor.snrAtGrey18.toFixed(0)} dB at 18 % grey`,
    ...colours(report),
    clipping(report),
  ].filter((figure) => figure !== undefined);
  return figures.length === 0 ? [] : [`In short: ${figures.join(', ')}.`];
}

/** Of an edge where one was measured, else of the lens. */
function sharpness({ measurements, optics: { figures } }: SimulationReport): string | undefined {
  const sfr = measurements.find((measurement) => measurement.name === 'sfr');
  const edge = sfr && 'edges' in sfr ? sfr.edges[0] : undefined;
  const sharpest = edge?.developed ?? edge?.raw;
  if (sharpest && 'mtf50' in sharpest && sharpest.mtf50 !== null)
    return `sharp to ${sharpest.mtf50.toFixed(2)} cy/px (MTF50, ${edge?.developed ? 'developed' : 'raw'})`;
  return (
    figures &&
    `the lens keeps ${(100 * figures.modulation.onAxis[1]).toFixed(0)} % of the contrast at Nyquist on the axis`
  );
}

function colours({ measurements, isp }: SimulationReport): string[] {
  const chart = measurements.find((measurement) => measurement.name === 'colour');
  const balance = isp?.whiteBalance;
  return [
    ...(balance
      ? [
          balance.looks === 'neutral'
            ? 'white neutral'
            : `white ${balance.looks} (${tintOf(balance)})`,
        ]
      : []),
    ...(chart && 'mean' in chart ? [`colour error ${chart.mean.toFixed(1)} (CIEDE2000)`] : []),
  ];
}

function clipping({ sensor, isp }: SimulationReport): string | undefined {
  const percent = [
    sensor?.clippedPercent,
    isp?.clippedPercent.awb,
    isp?.clippedPercent.ccm,
  ].flatMap((channels) => channels ?? []);
  const most = Math.max(0, ...percent);
  return most > 0 ? `up to ${percentFigure(most)} clipped` : undefined;
}

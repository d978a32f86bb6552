import { percentFigure } from '../../text/figure.ts';
import type { Development } from '../../isps/isp-code.ts';
import type { SimulationReport } from '../report.ts';
import { measurementsInShort } from './measurement-lines.ts';

/**
 * The quality of a run's picture in one sentence: sharpness, noise, colour, clipping; none without
 * a figure.
 */
export function verdictLines(
  report: SimulationReport,
  { white, clippedPercent = [] }: NonNullable<Development['inShort']> = {},
): string[] {
  const { sfr, ...measured } = measurementsInShort(report.measurements);
  const figures = [
    sfr ?? lensSharpness(report),
    report.sensor && `${report.sensor.snrAtGrey18.toFixed(0)} dB at 18 % grey`,
    white,
    ...Object.values(measured),
    clipping([...(report.sensor?.clippedPercent ?? []), ...clippedPercent]),
  ].filter((figure) => figure !== undefined);
  return figures.length === 0 ? [] : [`In short: ${figures.join(', ')}.`];
}

/** Of the lens, where no edge was measured. */
const lensSharpness = ({ optics: { figures } }: SimulationReport): string | undefined =>
  figures &&
  `the lens keeps ${(100 * figures.modulation.onAxis[1]).toFixed(0)} % of the contrast at Nyquist on the axis`;

function clipping(percent: readonly number[]): string | undefined {
  const most = Math.max(0, ...percent);
  return most > 0 ? `up to ${percentFigure(most)} clipped` : undefined;
}

import { ASSUMED_NAMES } from '../../sensors/assumed-figures.ts';
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
    report.sensor &&
      (report.sensor.snrAtGrey18 === null
        ? '18 % grey clipped'
        : `${report.sensor.snrAtGrey18.toFixed(0)} dB at 18 % grey`),
    white,
    ...Object.values(measured),
    clipping([...(report.sensor?.clippedPercent ?? []), ...clippedPercent]),
  ].filter((figure) => figure !== undefined);
  const text = `${figures.join(', ')}${assumedInShort(report)}`;
  return figures.length === 0 ? [] : [`In short: ${text}.`];
}

/** ' (quantum efficiency assumed)'; empty where nothing is. */
function assumedInShort({ sensor }: SimulationReport): string {
  const names = (sensor?.assumed ?? []).map(({ key }) => ASSUMED_NAMES[key]);
  return names.length === 0 ? '' : ` (${new Intl.ListFormat('en-GB').format(names)} assumed)`;
}

/** Sharpness of the lens, for runs that measured no edge. */
const lensSharpness = ({ optics: { figures } }: SimulationReport): string | undefined =>
  figures &&
  `the lens keeps ${(100 * figures.modulation.onAxis[1]).toFixed(0)} % of the contrast at Nyquist on the axis`;

function clipping(percent: readonly number[]): string | undefined {
  const most = Math.max(0, ...percent);
  return most > 0 ? `up to ${percentFigure(most)} clipped` : undefined;
}

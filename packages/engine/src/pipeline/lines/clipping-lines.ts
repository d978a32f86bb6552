import type { LogText } from '../../stage.ts';
import { lettersOf, perChannel, percentFigure } from '../../text/figure.ts';
import type { SimulationReport } from '../report.ts';

/** Percentage of clipped pixels, per stage that clips; a warning where there are any. */
export function clippingLines({
  sensor,
  isp,
}: Pick<SimulationReport, 'sensor' | 'isp'>): LogText[] {
  const letters = lettersOf(sensor?.channels);
  const line = (where: string, percent: readonly number[] | undefined): LogText[] => {
    if (!percent) return [];
    return percent.some((value) => value > 0)
      ? [{ warning: `Clipped at ${where}: ${perChannel(percent, percentFigure, letters)}.` }]
      : [`Clipped at ${where}: none.`];
  };
  return [
    ...line('raw (well or converter full)', sensor?.clippedPercent),
    ...line('AWB', isp?.clippedPercent.awb),
    ...line('CCM, as shown', isp?.clippedPercent.ccm),
  ];
}

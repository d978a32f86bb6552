import { perChannel, percentFigure } from '../figure.ts';
import type { SimulationReport } from '../report.ts';

/** Percentage of clipped pixels, per stage that clips. */
export function clippingLines({ sensor, isp }: Pick<SimulationReport, 'sensor' | 'isp'>): string[] {
  const line = (where: string, percent: readonly number[] | undefined): string[] =>
    percent
      ? [
          `Clipped at ${where}: ${percent.some((value) => value > 0) ? perChannel(percent, percentFigure) : 'none'}.`,
        ]
      : [];
  return [
    ...line('raw (well or converter full)', sensor?.clippedPercent),
    ...line('AWB', isp?.clippedPercent.awb),
    ...line('CCM, as shown', isp?.clippedPercent.ccm),
  ];
}

import { neutralGains } from '../../analysis/colour/neutral-gains.ts';
import { mosaicOf } from '../../sensors/colour-filters.ts';
import { quantumEfficiencyOf } from '../../sensors/pixel.ts';
import { textOf, type LogText } from '../../stage.ts';
import type { IspCamera, IspCode, PlannedIsp } from '../isp-code.ts';
import {
  neutralGainsLine,
  whiteBalanceLine,
  whiteBalanceOf,
  whiteInShort,
} from '../white-balance.ts';
import { fastOpenIsp } from './descriptor.ts';
import { clippingLines, ispLines } from './lines.ts';
import { isEnabled, type IspParameters } from './order.ts';
import { asShown } from './output.ts';
import { ispRules } from './plan.ts';
import type { FastOpenIspReport } from './report.ts';
import { runIsp } from './run-isp.ts';
import { configuredGains, hasColours, picturedColour, shownColour } from './shown-colour.ts';

const BLACK_WARNING: LogText = {
  warning:
    'BLC subtracts a black level, but tone-mapped codes have none: set its levels to 0, or switch it off.',
};

const subtractsBlack = (parameters: IspParameters): boolean =>
  isEnabled(parameters, 'blc') &&
  [parameters.blcR, parameters.blcGr, parameters.blcGb, parameters.blcB].some((level) => level > 0);

export const code: IspCode<IspParameters, FastOpenIspReport> = {
  plan: async (camera, asked, host) => {
    const { metered, settle } = await ispRules(camera, asked, host);
    const shown = shownColour(metered);
    return { shown, develop: developing(camera, { metered, settle, shown }) };
  },
  ofCodes: (parameters) => ({
    shown: shownColour(parameters),
    hasColours: hasColours(parameters),
    develop: async (mosaic, host, stage) =>
      asShown((await runIsp(mosaic, parameters, host, stage)).image),
  }),
};

type Rules = Awaited<ReturnType<typeof ispRules>> & Pick<PlannedIsp, 'shown'>;

const developing =
  (
    { sensor, grid, light, showsMarks }: IspCamera,
    { metered, settle, shown }: Rules,
  ): PlannedIsp<FastOpenIspReport>['develop'] =>
  async (sensed, host, stage, sink) => {
    const corrected = await sensed.corrected(shown);
    for (const line of [
      ...corrected.lines,
      ...(corrected.tones && subtractsBlack(metered) ? [BLACK_WARNING] : []),
    ])
      stage.log(textOf(line), 'ISP', typeof line !== 'string');
    const { codes, bits, key } = corrected;
    const { rows, columns } = grid;
    const { layout } = mosaicOf(sensor);
    const { parameters, lines, ...ruled } = settle({ ...corrected, rows, columns, layout });
    const { image, report, fromMemory } = await runIsp(
      { codes, rows, columns, order: sensor.order!, bits, ...(key !== undefined && { key }) },
      parameters,
      host,
      stage,
      sink,
    );
    const neutral = neutralGains(light.white, quantumEfficiencyOf(sensor));
    const colours = picturedColour(parameters);
    const gains = configuredGains(parameters);
    const balance = whiteBalanceOf(colours, gains, neutral);
    const { awb = [], ccm = [] } = report.clippedPercent;
    return {
      image: asShown(image),
      fromMemory,
      saturation: report.saturation,
      shown: colours,
      report: {
        label: fastOpenIsp.label,
        ...report,
        ...corrected.report,
        ...(gains && { configuredGains: gains }),
        ...(ruled.colourMatrix && { colourMatrix: ruled.colourMatrix }),
        ...(balance && { whiteBalance: { ...balance, ...ruled.whiteBalance } }),
      },
      lines: {
        // Only of a sensor without defects is it known that DPC replaced good pixels.
        isp: ispLines(report, sensed.hasDefects ? undefined : { showsMarks }),
        clipping: clippingLines(report),
        whiteBalance: [...lines, balance ? whiteBalanceLine(balance) : neutralGainsLine(neutral)],
      },
      inShort: { white: balance && whiteInShort(balance), clippedPercent: [...awb, ...ccm] },
    };
  };

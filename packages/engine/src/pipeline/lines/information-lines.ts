import { brief, figure } from '../../text/figure.ts';
import type { LabPlan } from '../lab/lab-plan.ts';
import type { RunInformation } from '../lab/information-report.ts';

const decibels = (value: number | null): string =>
  value === null ? 'clipped' : `${value.toFixed(1)} dB`;

/** What the raw pixels tell, in sentences. */
export function informationLines(
  lab: LabPlan,
  information: RunInformation | undefined,
): readonly string[] {
  if (!information)
    return ['Information: no figures, because tilted or decentred surfaces have no transfer here.'];
  const { electrons, snriDb, snriNyquistDb, contrastDetection, mosaicShare } = information;
  const { capacity, capacityDisc, capacityMax, edgeErrorPx, neqZero, dqeZero } = information;
  const degrees = (lab.objectWidth * 180) / Math.PI;
  const shown =
    contrastDetection === null
      ? ''
      : `, contrast found in ${(100 * contrastDetection).toFixed(1)} % of pairs of pixels`;
  const share = mosaicShare < 1 ? `; as if all pixels were, not ${brief(100 * mosaicShare)} %` : '';
  const quanta =
    neqZero === null || dqeZero === null
      ? 'which clips'
      : `NEQ ${figure(neqZero)}, DQE ${dqeZero.toFixed(3)}`;
  const edge =
    capacity === null || capacityDisc === null || edgeErrorPx === null
      ? 'an edge of 4:1 clips on its light side'
      : `${capacity.toFixed(3)} bits/px of an edge of 4:1 up to the background (${capacityDisc.toFixed(3)} by the disc), whose place over 20 rows errs by ${figure(edgeErrorPx)} px`;
  return [
    `Information of the raw pixels (the brightest colour${share}): background of ${figure(electrons)} e⁻, ${quanta}.`,
    `Object of ${figure(degrees)}° (${figure(information.objectWidthPx)} px), contrast ${figure(lab.objectContrast)}: SNRi ${decibels(snriDb)} (${decibels(snriNyquistDb)} up to Nyquist)${shown}.`,
    `Capacity: ${edge}; ${capacityMax.toFixed(3)} bits/px at the best exposure.`,
  ];
}

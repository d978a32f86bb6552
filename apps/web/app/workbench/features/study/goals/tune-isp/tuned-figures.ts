import { differenceInWords } from '@lumenloom/report';
import { threeDigits } from '../../../../kit/figures/figures.ts';
import type { ValidatedRun } from '../optimise/study-runs.ts';

/** Scenes of a search, by the names of its cases. */
export const CHART = 'Macbeth';
export const EDGE = 'Slanted Edge';
export const DARK = 'Macbeth, a tenth of the light';

/** Figures of a search: colour error, noise and sharpness. */
export const ERROR = `case:${CHART}/measurements.colour.mean`;
export const GREY = `case:${DARK}/measurements.noise.grey18Db`;
export const SHARPNESS = `case:${EDGE}/measurements.sfr.edges.0.developed.mtf50`;
/** How far a white diffuser is from neutral, and how far it may be, per cent. */
export const WHITE = ['blueOverRedPercent', 'greenPercent'].map(
  (name) => `case:${CHART}/isp.whiteBalance.${name}`,
);
export const WHITE_PERCENT = 1;

const LINES = [
  ['Colour error', ERROR, ' ΔE00'],
  ['SNR of 18 % grey in a tenth of the light', GREY, ' dB'],
  ['MTF50 of an edge', SHARPNESS, ' cy/px'],
] as const;

/** The name of a figure among objectives and limits of a study. */
const nameIn = ({ figures }: ValidatedRun, figure: string): string | undefined =>
  Object.keys(figures).find((name) => name === figure || name.startsWith(`${figure} `));

/**
 * What a search has made of its start, in fresh noise: colour, white, noise and sharpness, with the
 * intervals of their differences; empty of any other study, and where none was computed again.
 */
export function tunedInWords(validation: readonly ValidatedRun[], run: number): readonly string[] {
  const [start, found] = [0, run].map((wanted) => validation.find((one) => one.run === wanted));
  if (!start || !found) return [];
  const meanOf = (one: ValidatedRun, figure: string): number | undefined =>
    one.figures[nameIn(one, figure) ?? '']?.mean;
  const lines = LINES.flatMap(([words, figure, unit]) => {
    const [before, after] = [meanOf(start, figure), meanOf(found, figure)];
    if (before === undefined || after === undefined) return [];
    const difference = found.againstStart?.[nameIn(found, figure)!];
    const change = difference ? `, ${differenceInWords(difference, threeDigits)}` : '';
    const from = found === start ? '' : `${threeDigits(before)} → `;
    return [`${words}: ${from}${threeDigits(after)}${unit}${change}`];
  });
  const white = WHITE.flatMap((figure) => meanOf(found, figure) ?? []).map(Math.abs);
  if (lines.length < LINES.length || white.length < WHITE.length) return [];
  const most = Math.max(...white);
  const isNeutral = most <= WHITE_PERCENT;
  return [...lines, `White: ${isNeutral ? 'neutral' : 'not neutral'}, within ${most.toFixed(1)} %`];
}

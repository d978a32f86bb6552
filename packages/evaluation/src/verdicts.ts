import { decimalsFor } from '@lumenloom/engine';
import { SHOWN_DIFFERENCE, intervalWarning } from '@lumenloom/scoring';
import type { EvaluationPage } from '@lumenloom/report/page-text';
import type { EvaluationResults } from './results.ts';

/** Most decimals of a score. */
const MOST_DECIMALS = 3;

/**
 * A score without the zero before the point, and without digits that its error does not allow.
 *
 * @param interval of it, 95 %; without one it has three decimals.
 */
export function decimals(
  value: number | null | undefined,
  interval?: readonly [number, number] | null,
): string {
  if (value === null || value === undefined) return '-';
  const half = interval ? (interval[1] - interval[0]) / 2 : 0;
  const most = half > 0 ? Math.min(MOST_DECIMALS, decimalsFor(value, half)) : MOST_DECIMALS;
  return value.toFixed(most).replace(/^(-?)0\./, '$1.');
}

/** The parts of a camera, as they complete "of it is". */
const PARTS: Readonly<Record<string, string>> = {
  framing: 'the framing',
  optics: 'the lens',
  pixel: 'the pixels',
  noise: 'the noise',
  isp: 'the ISP',
};

/** A part that makes less of a difference is not worth a word: as a share, and in decimals. */
const [LEAST_SHARE, LEAST_PART] = [0.05, 0.0005];

/**
 * Which camera of each pair is better, by how much, and which parts of the cameras make it so.
 *
 * @param lead the figure that decides.
 */
export function verdictsOf(
  { differences }: Pick<EvaluationResults, 'differences'>,
  { key, label, more }: EvaluationPage['figureNames'][number],
): readonly string[] {
  return differences.flatMap(({ from, to, figures, ladder = [] }) => {
    const { value = null, interval = null } = figures[key] ?? {};
    if (value === null || interval === null) return [];
    const [low, high] = interval;
    const shown = (number: number): string => decimals(number, interval);
    if (low <= 0 && high >= 0)
      return [
        `${to} against ${from}: no difference in ${label} beyond chance, ${shown(value)} (${shown(low)} to ${shown(high)}).`,
      ];
    const sign = Math.sign(value);
    const [better, worse] = more === value > 0 ? [to, from] : [from, to];
    const ends = [low * sign, high * sign].toSorted((one, other) => one - other);
    const least = Math.max(LEAST_PART, LEAST_SHARE * Math.abs(value));
    const parts = ladder
      .map(({ stage, figures: shares }) => ({ stage, share: (shares[key] ?? 0) * sign }))
      .filter(({ share }) => Math.abs(share) >= least)
      .toSorted((one, other) => other.share - one.share)
      .map(
        ({ stage, share }, at) => `${shown(share)} ${at === 0 ? 'of it is ' : ''}${PARTS[stage]!}`,
      );
    const because = parts.length > 0 ? `, and ${parts.join(', ')}` : '';
    return [
      `${better} is better than ${worse} by ${shown(Math.abs(value))} in ${label} (${ends.map(shown).join(' to ')})${because}.`,
    ];
  });
}

/** With few pictures: how many would show a difference of .02 between two cameras. */
export const neededSentences = (
  { differences, images }: Pick<EvaluationResults, 'differences' | 'images'>,
  { key, label }: EvaluationPage['figureNames'][number],
): readonly string[] =>
  intervalWarning(images) === undefined
    ? []
    : differences.flatMap(({ from, to, figures }) => {
        const needed = figures[key]?.imagesToShow ?? null;
        return needed === null || needed <= images
          ? []
          : [
              `A difference of ${decimals(SHOWN_DIFFERENCE).replace(/0$/, '')} in ${label} between ${from} and ${to} would show with about ${needed} pictures (80 % power).`,
            ];
      });

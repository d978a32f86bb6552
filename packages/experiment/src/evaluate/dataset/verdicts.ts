import { decimalsFor } from '@lumenloom/engine';
import { SHOWN_DIFFERENCE, intervalWarning } from '@lumenloom/scoring';
import type { EvaluationPage } from '@lumenloom/report/page-text';
import type { EvaluationResults } from './evaluation-results.ts';

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

type Name = EvaluationPage['figureNames'][number];
type PairDifference = EvaluationResults['differences'][number];

/**
 * Which camera of each pair is better, by how much, and which parts of the cameras make it so,
 * under which condition.
 *
 * @param names figures that are compared; the first decides.
 */
export const verdictsOf = (
  { differences }: Pick<EvaluationResults, 'differences'>,
  names: readonly Name[],
): readonly string[] =>
  differences.flatMap((difference) => {
    if (difference.floor !== undefined) return [difference.floor];
    const [lead, ...others] = names;
    const sentence = lead && verdictOf(difference, lead, others);
    return sentence === undefined ? [] : [sentence];
  });

function verdictOf(
  difference: PairDifference,
  lead: Name,
  others: readonly Name[],
): string | undefined {
  const { from, to, figures } = difference;
  const { value = null, interval = null } = figures[lead.key] ?? {};
  if (value === null || interval === null) return undefined;
  const rest = others.flatMap((name) => changeOf(difference, name) ?? []);
  const apart = rest.filter(({ better }) => better !== undefined);
  const alike = rest.filter(({ better }) => better === undefined).map(({ label }) => label);
  const first = changeOf(difference, lead)!;
  const shown = (number: number): string => decimals(number, interval);
  if (first.better === undefined) {
    const where = [lead.label, ...(apart.length === 0 ? alike : [])];
    const same = value === 0 && interval[0] === 0 && interval[1] === 0;
    const main = same
      ? `${to} against ${from}: the same in ${listed(where, 'and')}`
      : `${to} against ${from}: no difference in ${listed(where, 'or')} beyond chance, ${shown(value)}${where.length > 1 ? ` in ${lead.label}` : ''} (${interval.map(shown).join(' to ')})`;
    const but = apart.map(({ better, text }) => `${better!} is better by ${text}`);
    return `${main}${but.length > 0 ? `, but ${listed(but, 'and')}` : ''}.`;
  }
  const { better, worse } = first;
  const against = apart.filter((one) => one.better !== better).map(({ text }) => text);
  const also = apart.filter((one) => one.better === better).map(({ text }) => text);
  return [
    `${better} is better than ${worse!} by ${first.text}${partsOf(difference, lead, Math.sign(value))}.`,
    ...(against.length > 0 ? [`But it is worse by ${listed(against, 'and')}.`] : []),
    ...(also.length > 0 ? [`It is also better by ${listed(also, 'and')}.`] : []),
  ].join(' ');
}

const listed = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;

/** How two cameras differ in a figure; without `better` where they do not beyond chance. */
interface Change {
  readonly label: string;
  readonly text: string;
  readonly better?: string;
  readonly worse?: string;
}

function changeOf(
  { from, to, figures }: PairDifference,
  { key, label, more }: Name,
): Change | undefined {
  const { value = null, interval = null } = figures[key] ?? {};
  if (value === null || interval === null) return undefined;
  const [low, high] = interval;
  if (low <= 0 && high >= 0) return { label, text: '' };
  const sign = Math.sign(value);
  const shown = (number: number): string => decimals(number, interval);
  const ends = [low * sign, high * sign].toSorted((one, other) => one - other);
  const [better, worse] = more === value > 0 ? [to, from] : [from, to];
  return {
    label,
    better,
    worse,
    text: `${shown(Math.abs(value))} in ${label} (${ends.map(shown).join(' to ')})`,
  };
}

/** The parts that make a difference, each with the condition under which it makes most of it. */
function partsOf(
  { figures, ladder = [], byCondition = [] }: PairDifference,
  { key }: Name,
  sign: number,
): string {
  const { value, interval } = figures[key]!;
  const least = Math.max(LEAST_PART, LEAST_SHARE * Math.abs(value!));
  const shown = (number: number): string => decimals(number, interval);
  const shareOf = (shares: typeof ladder, stage: string): number =>
    (shares.find((one) => one.stage === stage)?.figures[key] ?? 0) * sign;
  const mostAt = (stage: string): string => {
    const [most] = byCondition
      .map(({ condition, ladder: own = [] }) => ({ condition, share: shareOf(own, stage) }))
      .toSorted((one, other) => Math.abs(other.share) - Math.abs(one.share));
    return most ? ` (most at ${most.condition}: ${shown(most.share)})` : '';
  };
  const parts = ladder
    .map(({ stage }) => ({ stage, share: shareOf(ladder, stage) }))
    .filter(({ share }) => Math.abs(share) >= least)
    .toSorted((one, other) => other.share - one.share)
    .map(
      ({ stage, share }, at) =>
        `${shown(share)} ${at === 0 ? 'of it is ' : ''}${PARTS[stage]!}${mostAt(stage)}`,
    );
  return parts.length > 0 ? `, and ${parts.join(', ')}` : '';
}

/**
 * What each part of a camera costs of a figure; the framing over the objects that are in the frame,
 * because one that is lost costs nothing where it was not found.
 */
export const stageLosses = (
  { ladder = [], outside }: Pick<EvaluationResults['cameras'][number], 'ladder' | 'outside'>,
  key: string,
): readonly { readonly stage: string; readonly loss: number | null }[] =>
  ladder.slice(1).map(({ stage, loss, figures }) => {
    const [before = null, after = null] = [outside?.source[key], figures[key]];
    return stage === 'framing' && before !== null && after !== null
      ? { stage, loss: before - after }
      : { stage, loss: loss[key] ?? null };
  });

/** What costs each camera most of a figure: a part, and under which condition. */
export const lossSentences = (
  { cameras }: Pick<EvaluationResults, 'cameras'>,
  { key, label }: Name,
): readonly string[] =>
  cameras.flatMap((camera) => {
    const { name, byCondition = [], floor } = camera;
    if (floor !== undefined) return [];
    const places =
      byCondition.length > 1
        ? byCondition.map((own) => ({ at: ` at ${own.condition}`, losses: stageLosses(own, key) }))
        : [{ at: '', losses: stageLosses(camera, key) }];
    const [most] = places
      .flatMap(({ at, losses }) =>
        losses.map(({ stage, loss }) => ({ at, stage, value: loss ?? 0 })),
      )
      .toSorted((one, other) => other.value - one.value);
    return most && most.value > 0
      ? [
          `${name}: most is lost to ${PARTS[most.stage]!}${most.at}, ${decimals(most.value)} of ${label}.`,
        ]
      : [];
  });

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

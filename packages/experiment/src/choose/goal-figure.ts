import { figureKey, type ChoiceDocument } from '@lumenloom/contract';
import { figureRange } from '@lumenloom/engine/catalogue';
import type { Interval } from '@lumenloom/scoring';

/** Figures of data sets that are means over pictures. */
const MEANS: readonly string[] = [
  ...['top1', 'top5', 'delta1', 'delta2', 'delta3', 'absRel', 'sqRel', 'mae', 'rmse', 'rmseLog'],
  'log10',
];

/** A figure of a data set as columns call it. */
export const plainName = (figure: string): string => figureKey(figure).replace('dataset.', '');

/** The range of a score on one picture; undefined where it has none. */
export function rangeOf({ evaluate, goal }: ChoiceDocument): Interval | undefined {
  if (goal.range || !evaluate) return goal.range;
  const [low, high] = figureRange(goal.figure);
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : undefined;
}

/** Whether a score is a mean over pictures; without a data set over noises. */
export const isMean = ({ evaluate, goal, over }: ChoiceDocument): boolean =>
  over === 'mean' && (!evaluate || MEANS.includes(plainName(goal.figure)));

/** Whether bets can decide. */
export const canBet = (document: ChoiceDocument): boolean =>
  isMean(document) && rangeOf(document) !== undefined;

/** The value of a goal: of a target the distance to it. */
export const towards = ({ goal: { goal, value: wanted } }: ChoiceDocument, value: number): number =>
  goal === 'target' ? Math.abs(value - wanted!) : value;

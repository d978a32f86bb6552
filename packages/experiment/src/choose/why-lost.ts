import type { ChoiceDocument } from '@lumenloom/contract';
import { figureKey } from '@lumenloom/contract';
import type { Rung } from '@lumenloom/report/page-text';
import { shortNumber } from '../document/short-number.ts';
import type { Ground } from '../evaluate/dataset/columns.ts';
import { groupsOf, ladderOfGroups } from '../evaluate/dataset/groups.ts';
import type { DoneLine } from '../evaluate/dataset/picture-lines.ts';

/** What each part costs a camera under each condition, and beside the best; published keys. */
export interface WhyLost {
  readonly name: string;
  readonly conditions: readonly {
    readonly condition: string;
    readonly weight: number;
    readonly stages: readonly { readonly stage: string; readonly loss: number | null }[];
  }[];
  /** Where it loses most of what it loses to the best; null of the best itself. */
  readonly sentence: string | null;
}

/** What a part is called in a sentence. */
const STAGES: Readonly<Record<string, string>> = {
  source: 'the pictures',
  framing: 'framing',
  optics: 'blur and shading of the lens',
  pixel: 'pixels and well',
  noise: 'noise',
  isp: 'the ISP',
};

/**
 * Ladders of cameras, the best first (docs/reference/vision.md#evaluate).
 *
 * @param ground with a ladder in its document.
 * @param linesOf done lines of a camera, null for the source, on the pictures of the ground.
 */
export function whyLost(
  { goal }: ChoiceDocument,
  ground: Ground,
  names: readonly string[],
  linesOf: (camera: string | null) => readonly DoneLine[],
): readonly WhyLost[] {
  const figure = figureKey(goal.figure).replace('dataset.', '');
  const sources = groupsOf(ground, linesOf(null), false);
  const lossIn = (rungs: readonly Rung[]) =>
    rungs.map(({ stage, loss }) => ({ stage, loss: loss[figure] ?? null }));
  const ladders = names.map((name) => {
    const groups = groupsOf(ground, linesOf(name), true);
    const conditions = [...new Set(groups.map(({ condition }) => condition))];
    const weights = groups.reduce((sum, { weight }) => sum + weight, 0);
    return {
      name,
      conditions: conditions.map((condition) => {
        const own = groups.filter((group) => group.condition === condition);
        return {
          condition,
          weight: own.reduce((sum, { weight }) => sum + weight, 0) / weights,
          stages: lossIn(ladderOfGroups(own, sources)),
        };
      }),
    };
  });
  const [best] = ladders;
  return ladders.map((one) => ({
    ...one,
    sentence: one === best || !best ? null : lossSentence(one, best),
  }));
}

type Ladder = Omit<WhyLost, 'sentence'>;

/** Positive: lost to the best by that part under that condition. */
export function lossSentence(one: Ladder, best: Ladder): string | null {
  const parts = one.conditions.flatMap(({ condition, weight, stages }, at) =>
    stages.map(({ stage, loss }, rung) => ({
      condition,
      stage,
      lost: weight * ((loss ?? 0) - (best.conditions[at]!.stages[rung]?.loss ?? 0)),
    })),
  );
  const total = parts.reduce((sum, { lost }) => sum + lost, 0);
  const most = parts.toSorted((a, b) => b.lost - a.lost)[0];
  if (!most || !(total > 0) || !(most.lost > 0)) return null;
  const where = most.condition === '' ? '' : ` at ${most.condition}`;
  const loses = `${one.name} loses ${shortNumber(total, 2)} to ${best.name}`;
  const by = `by ${STAGES[most.stage] ?? most.stage}${where}`;
  return most.lost <= total
    ? `${loses}, ${shortNumber(most.lost, 2)} of it ${by}.`
    : `${loses}: ${shortNumber(most.lost, 2)} ${by}, of which other parts win ${shortNumber(most.lost - total, 2)} back.`;
}

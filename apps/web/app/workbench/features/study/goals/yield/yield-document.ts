import { numberIn } from '../../../../kit/study/typed-values.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { SpreadNumber } from '../../../../kit/study/spread-number.ts';
import type { YieldDraft } from './yield-draft.ts';

const PERCENT = /\s*%\s*$/;

const spreadOf = ({ path, label, plusMinus, distribution }: SpreadNumber): object => ({
  ...{ name: label, path, distribution },
  ...(PERCENT.test(plusMinus)
    ? { percent: numberIn(plusMinus.replace(PERCENT, '')) }
    : { plusMinus: numberIn(plusMinus) }),
});

/** The document of `lumenloom yield` that a draft means, or what is missing, in one sentence. */
export function checkDraft(
  { name, spread, groups, figure, goal, limit, isRefocused, runs, wanted }: YieldDraft,
  recipe: Recipe,
): { readonly document: object } | { readonly missing: string } {
  if (spread.length === 0) return { missing: 'Add a field that the factory spreads.' };
  const untyped = spread.find(
    ({ plusMinus }) => !(Number(plusMinus.replace(PERCENT, '') || NaN) > 0),
  );
  if (untyped) return { missing: `${untyped.label}: a tolerance above 0, or one in %.` };
  if (figure === '') return { missing: 'Choose the figure that counts.' };
  if (typeof numberIn(limit) !== 'number') return { missing: 'Type the limit, a number.' };
  const share = numberIn(wanted);
  if (wanted.trim() !== '' && !(typeof share === 'number' && share > 0 && share < 100))
    return { missing: 'The yield that is wanted is between 0 and 100 %.' };
  return {
    document: {
      version: 1,
      name: name.trim() || 'Yield',
      recipe,
      ...(groups.length > 0 && { groups }),
      spread: spread.map(spreadOf),
      score: { figure, goal },
      limit: numberIn(limit),
      ...(isRefocused && { compensators: ['focus'] }),
      runs: numberIn(runs),
      ...(typeof share === 'number' && { loosen: { yield: share / 100 } }),
    },
  };
}

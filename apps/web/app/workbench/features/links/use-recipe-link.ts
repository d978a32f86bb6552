import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { choiceLists } from '../../model/choice-lists.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Whether the fragment of an address is a link to a recipe, of any version. */
const isRecipeLink = (fragment: string): boolean => /^#r\d+=/.test(fragment);

/** Whether a deployment has links to recipes. */
export const hasRecipeLinks = (features: readonly WorkbenchFeature[]): boolean =>
  features.includes('save') || features.includes('history');

/**
 * Opens the recipe of a link: when the page is opened by such a link, or when one is put into the
 * address bar. The recipe is then removed from the address, so that a reload keeps later changes.
 *
 * @returns a sentence where the link has no recipe; '' else.
 */
export function useRecipeLink(
  features: readonly WorkbenchFeature[],
  onRecipe: (recipe: Recipe) => void,
): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [failed, setFailed] = useState({ hash: '', problem: '' });
  const isOn = hasRecipeLinks(features);
  const read = async () =>
    (await import('../../model/permalink.ts')).readFragment(hash, choiceLists(features));
  const onRead = useEffectEvent((link: Awaited<ReturnType<typeof read>>) => {
    if ('problem' in link) {
      setFailed({ hash, problem: link.problem });
      return;
    }
    onRecipe(link.recipe);
    void navigate({ hash: '' }, { replace: true });
  });
  const begin = useEffectEvent(read);
  useEffect(() => {
    if (isOn && isRecipeLink(hash)) void begin().then(onRead);
  }, [isOn, hash]);
  return failed.hash === hash ? failed.problem : '';
}

import marks from '../../../../../../../../examples/marks.json';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { emptyDraft, MARKS, type ScoreDraft } from './score-draft.ts';

/** Pictures of the example, which make a result in about half a minute. */
const PICTURES = 20;

/**
 * The example of `lumenloom evaluate`, which needs no files: its first camera as the recipe, its
 * second one as B.
 *
 * @param scene of the workbench, which stays.
 */
export function exampleScore({ scene }: Pick<Recipe, 'scene'>) {
  const { hfov, luminance, illuminant } = marks.scene;
  const [[a, first], [b, second]] = Object.entries(marks.cameras) as [
    [string, object],
    [string, object],
  ];
  const recipeOf = (camera: object): Recipe =>
    readRecipe({ ...camera, scene, illuminant, sceneLuminance: luminance });
  const draft: ScoreDraft = {
    ...emptyDraft,
    network: MARKS,
    dataset: MARKS,
    images: String(PICTURES),
    hfov: String(hfov),
    luminance: String(luminance),
    cameras: [{ name: b, recipe: recipeOf(second) }],
  };
  return { draft, recipe: recipeOf(first), name: `Example: marks, ${a}` };
}

import { cameraRecipe, toPlan, type OwnParts } from '@lumenloom/contract';
import { cameraLight } from '@lumenloom/engine';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { CameraLightAnswer } from '../no-light.ts';

/** What the engine of the page answers about light and sensor of a recipe, without its worker. */
export function lightOf(recipe: Recipe, own: OwnParts = {}): CameraLightAnswer {
  const read = toPlan(cameraRecipe({ ...recipe }), undefined, undefined, own);
  if (!read.ok) return { kind: 'refused', problems: read.problems };
  const { plan } = read.value;
  return plan ? { kind: 'camera light', ...cameraLight(plan) } : { kind: 'nothing' };
}

/** A warm LED: a blue peak, and a phosphor around it, as a light of the user's own. */
export const warmLed: OwnParts = {
  illuminant: {
    label: 'warm-led.csv',
    energy: Float64Array.from({ length: 31 }, (_, band) => {
      const nm = 400 + 10 * band;
      const bell = (centre: number, width: number): number =>
        Math.exp(-0.5 * ((nm - centre) / width) ** 2);
      return 0.28 * bell(450, 9) + bell(605, 62);
    }),
    absolute: false,
  },
};

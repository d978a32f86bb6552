import { PHOTON_UNIT, member } from '@lumenloom/contract';
import {
  QUANTUM_EFFICIENCY,
  energyToPhotons,
  illuminants,
  nativeLight,
  neutralGains,
  scenes,
} from '@lumenloom/engine/catalogue';
import { isFromFile } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { TypedValues } from './parameter-form.ts';

/** The note of a section about the typed values, and values that would correct it. */
export interface SectionNote {
  readonly sentence: string;
  readonly remedy?: TypedValues;
}

/**
 * Photons per band of the light of a recipe, on any scale, and its name; undefined while neither
 * light nor scene is chosen, and where light or sensor are files or published parts, whose spectra
 * the page does not have.
 */
export function lightOf(
  recipe: Recipe,
): { readonly label: string; readonly photons: Float64Array } | undefined {
  if ([recipe.illuminant, recipe.sensor].some(isFromFile)) return undefined;
  const [, illuminant] = member(illuminants, recipe.illuminant) ?? [];
  if (illuminant && 'energy' in illuminant)
    return { label: illuminant.label, photons: energyToPhotons(illuminant.energy) };
  if (illuminant)
    return {
      label: 'the custom spectrum',
      photons: Float64Array.from(recipe.illuminantCustomPhotons, (value) => value * PHOTON_UNIT),
    };
  const [, scene] = member(scenes, recipe.scene) ?? [];
  if (!scene) return undefined;
  const { label, energy } = nativeLight(scene.nativeIlluminant);
  return { label, photons: energyToPhotons(energy) };
}

/** Differences from neutral below this, in per cent, are not visible. */
const LEAST_PERCENT = 0.5;

/**
 * The white balance in the units of the dialog: how far a white surface in the light of the recipe
 * is from neutral, and the gains that would make it neutral.
 *
 * @returns undefined without a light, or where a colour gets nothing of it.
 */
export function whiteBalanceNote(recipe: Recipe, typed: TypedValues): SectionNote | undefined {
  const light = lightOf(recipe);
  if (!light) return undefined;
  const neutral = neutralGains(light.photons, QUANTUM_EFFICIENCY);
  const [red, greenRed, greenBlue, blue] = ['awbR', 'awbGr', 'awbGb', 'awbB'].map((key) =>
    Number(typed[key]),
  ) as [number, number, number, number];
  const green = (greenRed + greenBlue) / 2;
  const wanted = [neutral.red * green, neutral.blue * green].map(Math.round) as [number, number];
  if (!wanted.every((gain) => Number.isFinite(gain) && gain > 0)) return undefined;
  const would = `neutral would be r_gain ${wanted[0]}, b_gain ${wanted[1]}.`;
  if (typed['awbEnabled'] === false)
    return { sentence: `AWB is off. For ${light.label}, ${would}` };
  const [byRed, byBlue] = [red / wanted[0] - 1, blue / wanted[1] - 1].map(
    (share) => 100 * share,
  ) as [number, number];
  const isBlue = Math.abs(byBlue) >= Math.abs(byRed);
  const most = isBlue ? byBlue : byRed;
  if (!Number.isFinite(byRed + byBlue)) return undefined;
  if (Math.abs(most) < LEAST_PERCENT) return { sentence: `Neutral for ${light.label}.` };
  return {
    sentence: `${isBlue ? 'Blue' : 'Red'} ${Math.max(1, Math.round(Math.abs(most)))}\u00a0% ${most > 0 ? 'above' : 'below'} neutral for ${light.label}; ${would}`,
    remedy: { awbR: String(wanted[0]), awbB: String(wanted[1]) },
  };
}

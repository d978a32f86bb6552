import { pageMessages } from '@lumenloom/contract';
import { getIlluminant } from '../../../api/get-illuminant.ts';
import { shownChoice } from '../../model/own-names.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { spectrumAddress, WINDOW_FEATURES } from '../../model/spectrum-address.ts';

/** The body of POST /get_illuminant. */
export const illuminantBody = ({
  illuminant,
  illuminantLuminance,
  illuminantCustomPhotons,
}: Recipe) => ({ illuminant, illuminantLuminance, photonValues: illuminantCustomPhotons });

/**
 * Opens a window with the spectrum of the chosen light, in the press itself: WebKit blocks a window
 * that comes after an answer. The console has the reason of what is not shown.
 *
 * @returns that reason; '' when the spectrum is shown, or another press has taken its place.
 */
export async function showSpectrum(recipe: Recipe, signal: AbortSignal): Promise<string> {
  const popup = window.open('', '_blank', WINDOW_FEATURES);
  if (!popup) {
    console.warn('spectrum: the browser blocked the window.');
    return pageMessages.spectrumBlocked;
  }
  let reason = '';
  try {
    const spectrum = await getIlluminant(illuminantBody(recipe), signal);
    if (spectrum && !signal.aborted) {
      const label = shownChoice(recipe.illuminant);
      const luminance = recipe.illuminantLuminance;
      popup.location.replace(spectrumAddress({ label, luminance, ...spectrum }));
      return '';
    }
    if (!spectrum) {
      console.warn('spectrum: the answer has no wave or no energy.');
      reason = pageMessages.noSpectrum;
    }
  } catch (error) {
    if (!signal.aborted) {
      console.error('spectrum:', error);
      reason = (error as Error).message;
    }
  }
  popup.close();
  return reason;
}

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

/** Opens a window with the spectrum of the chosen light. Errors go to the console only. */
export async function showSpectrum(recipe: Recipe, signal: AbortSignal): Promise<void> {
  try {
    const spectrum = await getIlluminant(illuminantBody(recipe), signal);
    if (signal.aborted) return;
    if (!spectrum) {
      console.warn('spectrum: the answer has no wave or no energy.');
      return;
    }
    // After the answer, so that no empty window opens. Browsers allow a window for some seconds
    // after the click.
    const popup = window.open(
      spectrumAddress({
        label: shownChoice(recipe.illuminant),
        luminance: recipe.illuminantLuminance,
        ...spectrum,
      }),
      '_blank',
      WINDOW_FEATURES,
    );
    if (!popup) console.warn('spectrum: the browser blocked the window.');
  } catch (error) {
    if (!signal.aborted) console.error('spectrum:', error);
  }
}

import type { PatchReference } from '../../analysis/colour/colour-errors.ts';
import { fitWhiteKeepingMatrix, type ColourMatrix } from '../../analysis/colour/colour-matrix.ts';
import { neutralGains } from '../../analysis/colour/neutral-gains.ts';
import { adaptation, D65_WHITE, multiply } from '../../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB } from '../../colour/srgb.ts';
import { eachOf, xyzOf, type Triple } from '../../colour/xyz.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import table from './reflectances.json' with { type: 'json' };

/** Rows and columns of the chart. */
export const CHART = { rows: 4, columns: 6 } as const;
/** Reflectance of the patches per band. */
export const MACBETH_REFLECTANCES: readonly (readonly number[])[] = table.patches.map(
  ({ reflectance }) => reflectance,
);
/** The last row is grey, and begins with white. */
export const FIRST_GREY = 18;

/**
 * Colours of the chart under a light, adapted to D65 (Bradford): XYZ with 1 for a white diffuser.
 * @param energy per band, on any scale.
 */
export function macbethReferences(energy: Spectrum): readonly PatchReference[] {
  const white = xyzOf(energy);
  const share = (xyz: Triple): Triple => eachOf(xyz, (value) => value / white[1]);
  const toD65 = adaptation(share(white), D65_WHITE);
  return table.patches.map(({ name, reflectance }, i) => ({
    name,
    xyz: multiply(toD65, share(xyzOf(energy.map((value, band) => value * reflectance[band]!)))),
    isGrey: i >= FIRST_GREY,
  }));
}

/** White balance and colour matrix that suit a light. */
export interface SuitedColour {
  readonly gains: { readonly red: number; readonly blue: number };
  /** From balanced red, green, blue to linear sRGB; rows sum to 1. */
  readonly matrix: ColourMatrix;
}

/**
 * The white balance that makes white neutral under a light, and the matrix, white kept, that brings
 * the patches of the chart nearest to their colours by least squares in linear sRGB. From spectra:
 * no picture is needed.
 *
 * @param responses electrons per photon and band, red, green, blue.
 */
export function suitLight(energy: Spectrum, responses: readonly Spectrum[]): SuitedColour {
  const light = energyToPhotons(energy);
  const { red, blue } = neutralGains(light, responses);
  const signal = (photons: Spectrum): Triple =>
    responses.map((response) =>
      photons.reduce((sum, value, band) => sum + value * response[band]!, 0),
    ) as unknown as Triple;
  const white = signal(light)[1];
  const balanced = table.patches.map(({ reflectance }): Triple => {
    const [r, g, b] = signal(light.map((value, band) => value * reflectance[band]!));
    return [(r * red) / white, g / white, (b * blue) / white];
  });
  return {
    gains: { red, blue },
    matrix: fitWhiteKeepingMatrix(
      balanced,
      macbethReferences(energy).map(({ xyz }) => multiply(XYZ_TO_LINEAR_SRGB, xyz)),
    ),
  };
}

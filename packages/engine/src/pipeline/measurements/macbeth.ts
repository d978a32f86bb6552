import {
  colourErrors,
  type ColourErrors,
  type PatchReference,
} from '../../analysis/colour/colour-errors.ts';
import {
  fitMatrix,
  fitWhiteKeepingMatrix,
  applyMatrix,
  type ColourMatrix,
} from '../../analysis/colour/colour-matrix.ts';
import { neutralGains } from '../../analysis/colour/neutral-gains.ts';
import { patchColours, type PatchColour, type PatchGrid } from '../../analysis/colour/patches.ts';
import type { MeasuredPicture } from '../../analysis/measured-picture.ts';
import { adaptation, D65_WHITE, multiply } from '../../colour/adaptation.ts';
import { D50_WHITE, xyzOfLab } from '../../colour/lab.ts';
import { XYZ_TO_LINEAR_SRGB } from '../../colour/srgb.ts';
import { xyzOf, type Triple } from '../../colour/xyz.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { SimulationError } from '../../simulation-error.ts';
import published from '../../scenes/macbeth/published-lab.json' with { type: 'json' };
import table from '../../scenes/macbeth/reflectances.json' with { type: 'json' };

/** Rows and columns of the chart. */
export const CHART = { rows: 4, columns: 6 } as const;
/** Reflectance of the patches per band. */
export const MACBETH_REFLECTANCES: readonly (readonly number[])[] = table.patches.map(
  ({ reflectance }) => reflectance,
);
/** The last row is grey, and begins with white. */
const FIRST_GREY = 18;
export const WHITE_PATCH = FIRST_GREY;

/**
 * Colours of the chart under a light, adapted to D65 (Bradford): XYZ with 1 for a white diffuser.
 * @param energy per band, on any scale.
 */
export function macbethReferences(energy: Spectrum): readonly PatchReference[] {
  const white = xyzOf(energy);
  const share = (xyz: Triple): Triple => xyz.map((value) => value / white[1]) as unknown as Triple;
  const toD65 = adaptation(share(white), D65_WHITE);
  return table.patches.map(({ name, reflectance }, i) => ({
    name,
    xyz: multiply(toD65, share(xyzOf(energy.map((value, band) => value * reflectance[band]!)))),
    isGrey: i >= FIRST_GREY,
  }));
}

/** Editions of the chart whose colours its maker has published. */
const EDITIONS = {
  '2005': 'published 2005',
  '2014': 'published for charts made after November 2014',
} as const;

/**
 * The differences from colours that the maker of the chart has published, beside those from the
 * spectra of the scene.
 */
export interface PublishedErrors extends Omit<ColourErrors, 'patches'> {
  readonly edition: keyof typeof EDITIONS;
  readonly label: string;
  readonly patches: readonly Pick<
    ColourErrors['patches'][number],
    'reference' | 'deltaE2000' | 'deltaE76'
  >[];
}

/** Colour errors of the chart by its spectra and by what its maker has published. */
export interface ChartErrors extends ColourErrors {
  readonly published: readonly PublishedErrors[];
}

/** Published colours, which are those under D50, adapted to D65. */
function publishedReferences(edition: keyof typeof EDITIONS): readonly PatchReference[] {
  const toD65 = adaptation(D50_WHITE, D65_WHITE);
  return table.patches.map(({ name }, i) => ({
    name,
    xyz: multiply(toD65, xyzOfLab(published.editions[edition][i] as unknown as Triple, D50_WHITE)),
    isGrey: i >= FIRST_GREY,
  }));
}

function chartErrors(
  patches: readonly PatchColour[],
  references: readonly PatchReference[],
): ChartErrors {
  return {
    ...colourErrors(patches, references),
    published: (Object.keys(EDITIONS) as (keyof typeof EDITIONS)[]).map((edition) => {
      const errors = colourErrors(patches, publishedReferences(edition));
      return {
        edition,
        label: EDITIONS[edition],
        ...errors,
        patches: errors.patches.map(({ reference, deltaE2000, deltaE76 }) => ({
          reference,
          deltaE2000,
          deltaE76,
        })),
      };
    }),
  };
}

/**
 * Colour errors of a picture of the chart, in sRGB.
 *
 * @param map where places of the chart lie in the picture.
 * @param energy of the light that the chart was under.
 * @throws SimulationError (field `corners`) when a patch lies outside the picture or has too few
 * pixels.
 */
export const measureChart = (
  picture: MeasuredPicture,
  map: PatchGrid['map'],
  energy: Spectrum,
): ChartErrors => chartErrors(patchColours(picture, { ...CHART, map }), macbethReferences(energy));

/**
 * The same for a mosaic: its colours go through the matrix that fits best, so the errors are what
 * no matrix can take away.
 */
export function measureRawChart(
  mosaic: MeasuredPicture,
  map: PatchGrid['map'],
  energy: Spectrum,
  pattern: string,
): ChartErrors & { readonly matrix: ColourMatrix } {
  const patches = patchColours(mosaic, { ...CHART, map }, pattern);
  const references = macbethReferences(energy);
  const matrix = fitMatrix(
    patches.map(({ linear }) => linear),
    references.map(({ xyz }) => multiply(XYZ_TO_LINEAR_SRGB, xyz)),
  );
  if (!matrix.flat().every(Number.isFinite))
    throw new SimulationError(
      'bad-parameter',
      'no matrix brings the raw colours of the patches to what they should be: they are too much alike, as where the sensor saturates.',
      'corners',
    );
  return {
    matrix,
    ...chartErrors(
      patches.map(({ linear, snrDb }) => ({ linear: applyMatrix(matrix, linear), snrDb })),
      references,
    ),
  };
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

import {
  colourErrors,
  type ColourErrors,
  type PatchReference,
} from '../../analysis/colour/colour-errors.ts';
import { fitMatrix, applyMatrix, type ColourMatrix } from '../../analysis/colour/colour-matrix.ts';
import { patchColours, type PatchColour, type PatchGrid } from '../../analysis/colour/patches.ts';
import type { MeasuredPicture } from '../../analysis/measured-picture.ts';
import { adaptation, D65_WHITE, multiply } from '../../colour/adaptation.ts';
import { D50_WHITE, xyzOfLab } from '../../colour/lab.ts';
import { XYZ_TO_LINEAR_SRGB } from '../../colour/srgb.ts';
import type { Triple } from '../../colour/xyz.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { SimulationError } from '../../simulation-error.ts';
import { CHART, FIRST_GREY, macbethReferences } from '../../scenes/macbeth/chart-colours.ts';
import published from '../../scenes/macbeth/published-lab.json' with { type: 'json' };
import table from '../../scenes/macbeth/reflectances.json' with { type: 'json' };

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
      patches.map((patch) => ({ ...patch, linear: applyMatrix(matrix, patch.linear) })),
      references,
    ),
  };
}

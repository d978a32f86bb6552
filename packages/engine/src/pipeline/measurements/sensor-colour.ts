import { colourErrors } from '../../analysis/colour/colour-errors.ts';
import { solveLinear } from '../../analysis/linear-algebra.ts';
import { multiply } from '../../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB, linearToSrgb } from '../../colour/srgb.ts';
import { AXES, eachOf, type Triple } from '../../colour/xyz.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { MACBETH_REFLECTANCES, macbethReferences } from '../../scenes/macbeth/chart-colours.ts';

/** What no white balance and no matrix can take away of the colour errors of a sensor. */
export interface SensorColour {
  /** From the channels, each 1 for a white diffuser, to linear sRGB; rows sum to 1. */
  readonly matrix: readonly (readonly number[])[];
  /** CIEDE2000 over the 24 patches of the Macbeth chart. */
  readonly mean: number;
  readonly worst: number;
  readonly patches: readonly {
    readonly name: string;
    readonly deltaE2000: number;
    /** sRGB codes, 0 to 255, clipped: of the sensor, and what it should be. */
    readonly shown: Triple;
    readonly reference: Triple;
  }[];
}

/** Fewer channels make no colours. */
const FEWEST_CHANNELS = 3;

/**
 * The colours of the Macbeth chart under a light through a sensor, by spectra: white balance, then
 * the matrix that keeps white and brings the patches nearest to their colours by least squares in
 * linear sRGB.
 *
 * @param energy of the light per band, on any scale.
 * @param responses electrons per photon and band, a list per channel.
 * @returns undefined where there are fewer than three channels, or they do not tell colours apart.
 */
export function sensorColour(
  energy: Spectrum,
  responses: readonly Spectrum[],
): SensorColour | undefined {
  if (responses.length < FEWEST_CHANNELS) return undefined;
  const light = energyToPhotons(energy);
  const signals = (reflectance: readonly number[] | undefined): number[] =>
    responses.map((response) =>
      light.reduce(
        (sum, photons, band) => sum + photons * (reflectance?.[band] ?? 1) * response[band]!,
        0,
      ),
    );
  const white = signals(undefined);
  const balanced = MACBETH_REFLECTANCES.map((reflectance) =>
    signals(reflectance).map((signal, channel) => signal / white[channel]!),
  );
  const references = macbethReferences(energy);
  const wanted = references.map(({ xyz }) => multiply(XYZ_TO_LINEAR_SRGB, xyz));
  const matrix = eachOf(AXES, (row) =>
    fitRow(
      balanced,
      wanted.map((colour) => colour[row]),
    ),
  );
  if (!matrix.flat().every(Number.isFinite)) return undefined;
  const linear = balanced.map((patch) =>
    eachOf(matrix, (row) => row.reduce((sum, factor, i) => sum + factor * patch[i]!, 0)),
  );
  const errors = colourErrors(
    linear.map((colour) => ({ linear: colour, snrDb: null })),
    references,
  );
  return {
    matrix,
    mean: errors.mean,
    worst: errors.max,
    patches: errors.patches.map(({ name, deltaE2000 }, i) => ({
      name,
      deltaE2000,
      shown: shownColour(linear[i]!),
      reference: shownColour(wanted[i]!),
    })),
  };
}

const shownColour = (linear: Triple): Triple => eachOf(linear, (value) => linearToSrgb(value));

/** The factors of the channels that sum to 1 and come nearest to values, by least squares. */
function fitRow(patches: readonly (readonly number[])[], values: readonly number[]): number[] {
  // The last factor is 1 minus the others, which multiply the differences from its channel.
  const differences = patches.map((patch) =>
    patch.slice(0, -1).map((signal) => signal - patch.at(-1)!),
  );
  const rest = values.map((value, i) => value - patches[i]!.at(-1)!);
  const factors = solveLinear(
    differences[0]!.map((_, i) =>
      Float64Array.of(
        ...differences[0]!.map((__, j) =>
          differences.reduce((sum, difference) => sum + difference[i]! * difference[j]!, 0),
        ),
        differences.reduce((sum, difference, patch) => sum + difference[i]! * rest[patch]!, 0),
      ),
    ),
  );
  return [...factors, 1 - factors.reduce((sum, factor) => sum + factor, 0)];
}

import { D65_WHITE } from '../../colour/adaptation.ts';
import { colourTemperatureOf } from '../../colour/colour-temperature.ts';
import { deltaE2000 } from '../../colour/delta-e-2000.ts';
import { deltaE76, labOf } from '../../colour/lab.ts';
import { linearSrgbToXyz } from '../../colour/srgb.ts';
import { AXES, eachOf, type Triple } from '../../colour/xyz.ts';
import type { PatchColour } from './patches.ts';
import { meanOf, medianOf } from '../../quantities/statistics.ts';

/** The reference of a patch: its name, and its XYZ under D65 with 1 for white. */
export interface PatchReference {
  readonly name: string;
  readonly xyz: Triple;
  /** Whether it is one of the greys that white balance and exposure are measured on. */
  readonly isGrey: boolean;
}

/** Colour errors of a chart: CIEDE2000 unless its name says otherwise. */
export interface ColourErrors {
  readonly patches: readonly {
    readonly name: string;
    /** L*, a*, b* under D65. */
    readonly lab: Triple;
    readonly reference: Triple;
    readonly deltaE2000: number;
    readonly deltaE76: number;
    readonly snrDb: number | null;
    /** Too many of its pixels are clipped for an SNR. */
    readonly clipped?: true;
  }[];
  readonly mean: number;
  readonly median: number;
  readonly max: number;
  /** Mean distance of the grey patches from their references in a*, b*. */
  readonly whiteBalanceErrorC: number;
  /**
   * Correlated colour temperature of the grey patches together minus the temperature of their
   * references; null where they are too coloured to have one.
   */
  readonly whiteBalanceErrorK: number | null;
  /**
   * Mean of log2(luminance / luminance of the reference) over the grey patches; null where one is
   * black.
   */
  readonly exposureErrorStops: number | null;
}

/**
 * Compares patches, linear sRGB with 1 for white, with what they should be.
 * @see docs/reference/measuring.md#colour
 */
export function colourErrors(
  measured: readonly PatchColour[],
  references: readonly PatchReference[],
): ColourErrors {
  const xyzs = measured.map(({ linear }) => linearSrgbToXyz(linear));
  const patches = references.map(({ name, xyz }, i) => {
    const [lab, reference] = [labOf(xyzs[i]!, D65_WHITE), labOf(xyz, D65_WHITE)];
    return {
      name,
      lab,
      reference,
      deltaE2000: deltaE2000(reference, lab),
      deltaE76: deltaE76(reference, lab),
      snrDb: measured[i]!.snrDb,
      ...(measured[i]!.clipped && { clipped: true as const }),
    };
  });
  const sorted = patches.map((patch) => patch.deltaE2000).sort((a, b) => a - b);
  const greys = [...references.keys()].filter((i) => references[i]!.isGrey);
  /** Colour of the light that the greys reflect together. */
  const kelvinOf = (colours: readonly Triple[]): number | undefined =>
    colourTemperatureOf(eachOf(AXES, (axis) => meanOf(greys.map((i) => colours[i]![axis]))));
  const [kelvin, wanted] = [kelvinOf(xyzs), kelvinOf(references.map(({ xyz }) => xyz))];
  const stops = meanOf(greys.map((i) => Math.log2(xyzs[i]![1] / references[i]!.xyz[1])));
  return {
    patches,
    mean: meanOf(sorted),
    median: medianOf(sorted),
    max: sorted.at(-1)!,
    whiteBalanceErrorC: meanOf(
      greys.map((i) => {
        const { lab, reference } = patches[i]!;
        return Math.hypot(lab[1] - reference[1], lab[2] - reference[2]);
      }),
    ),
    whiteBalanceErrorK: kelvin === undefined || wanted === undefined ? null : kelvin - wanted,
    exposureErrorStops: Number.isFinite(stops) ? stops : null,
  };
}

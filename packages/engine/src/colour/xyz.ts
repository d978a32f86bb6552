import { LUMINOUS_EFFICACY } from '../quantities/constants.ts';
import { BAND_WIDTH, type Spectrum } from '../quantities/wavelengths.ts';
import table from './cie-1931-2-degree.json' with { type: 'json' };

export type Triple = readonly [number, number, number];

export const AXES = [0, 1, 2] as const;

/** Three values from three others, by one rule. */
export const eachOf = <From, To>(
  [a, b, c]: readonly [From, From, From],
  to: (value: From) => To,
): readonly [To, To, To] => [to(a), to(b), to(c)];

/** CIE 1931 2 degree colour-matching functions at the engine's bands. */
export const COLOUR_MATCHING: readonly [Spectrum, Spectrum, Spectrum] = [
  Float64Array.from(table.x),
  Float64Array.from(table.y),
  Float64Array.from(table.z),
];

const integrate = (energy: ArrayLike<number>, weights: Spectrum): number =>
  weights.reduce((sum, weight, band) => sum + weight * energy[band]!, 0) *
  BAND_WIDTH *
  LUMINOUS_EFFICACY;

/**
 * Tristimulus values of a spectrum, with Y the luminance (or illuminance).
 *
 * @param energy W/(sr·m²·nm) per band gives cd/m²; W/(m²·nm) gives lux.
 * @see CIE 015, section 7.1.
 */
export function xyzOf(energy: ArrayLike<number>): Triple {
  return [
    integrate(energy, COLOUR_MATCHING[0]),
    integrate(energy, COLOUR_MATCHING[1]),
    integrate(energy, COLOUR_MATCHING[2]),
  ];
}

/** Luminance of a spectrum, cd/m²: 683·Σ E·ȳ·Δλ. */
export const luminanceOf = (energy: ArrayLike<number>): number =>
  integrate(energy, COLOUR_MATCHING[1]);

/** Chromaticity x, y. */
export const chromaticityOf = ([x, y, z]: Triple): readonly [number, number] => [
  x / (x + y + z),
  y / (x + y + z),
];

/** CIE 1960 u, v, in which the distance to the Planckian locus is measured. */
export const uvOf = ([x, y, z]: Triple): readonly [number, number] => [
  (4 * x) / (x + 15 * y + 3 * z),
  (6 * y) / (x + 15 * y + 3 * z),
];

import catalogue from './catalogue.json' with { type: 'json' };

/** Sellmeier coefficients of a glass: n² − 1 = Σ B·L²/(L² − C), L in µm, C in µm², relative to air. */
export interface Glass {
  readonly B: readonly number[];
  readonly C: readonly number[];
}

/** Glasses by their catalogue name; the source is in the file. */
export const GLASSES: Readonly<Record<string, Glass>> = catalogue.glasses;

/**
 * Refractive index relative to air.
 *
 * @param wavelength nanometres.
 * @returns NaN where the formula has no value: at and beyond a resonance of the glass.
 * @see Schott technical information TIE-29.
 */
export function refractiveIndex({ B, C }: Glass, wavelength: number): number {
  const squared = (wavelength * 1e-3) ** 2;
  return Math.sqrt(B.reduce((sum, b, term) => sum + (b * squared) / (squared - C[term]!), 1));
}

import catalogue from './catalogue.json' with { type: 'json' };

/** Sellmeier coefficients of a glass: n² − 1 = Σ B·λ²/(λ² − C), λ in µm, C in µm², n relative to air. */
export interface Glass {
  readonly B: readonly number[];
  readonly C: readonly number[];
}

/** Glasses by their catalogue name; catalogue.json names the source. */
export const GLASSES: Readonly<Record<string, Glass>> = catalogue.glasses;

/**
 * Refractive index of a glass relative to air.
 *
 * @param wavelength nanometres.
 * @returns NaN where the formula gives none: at and beyond a resonance of the glass.
 * @see Schott technical information TIE-29.
 */
export function refractiveIndex({ B, C }: Glass, wavelength: number): number {
  const squared = (wavelength * 1e-3) ** 2;
  return Math.sqrt(B.reduce((sum, b, term) => sum + (b * squared) / (squared - C[term]!), 1));
}

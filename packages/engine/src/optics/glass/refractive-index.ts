import catalogue from './catalogue.json' with { type: 'json' };

/**
 * Sellmeier coefficients of a glass: n² − 1 = Σ B·λ²/(λ² − C), λ in µm, C in µm², n relative to
 * air.
 */
export interface SellmeierGlass {
  readonly B: readonly number[];
  readonly C: readonly number[];
}

/** Coefficient a, exponent e, pole C and order k of a·λ^e/(λ² − C)^k. */
export type DispersionTerm = readonly [a: number, e: number, C: number, k: number];

/**
 * Any other dispersion formula: n^power = constant + Σ a·λ^e/(λ² − C)^k, λ in µm, n relative to
 * air.
 */
export interface SeriesGlass {
  readonly power: 1 | 2;
  readonly constant: number;
  readonly terms: readonly DispersionTerm[];
}

export type Glass = SellmeierGlass | SeriesGlass;

/** The glasses of our own lenses by their catalogue name; catalogue.json names the source. */
export const GLASSES: Readonly<Record<string, SellmeierGlass>> = catalogue.glasses;

/**
 * Refractive index of a glass relative to air.
 *
 * @param wavelength nanometres.
 * @returns NaN where the formula gives none: at and beyond a resonance of the glass.
 * @see Schott technical information TIE-29.
 */
export function refractiveIndex(glass: Glass, wavelength: number): number {
  const micrometres = wavelength * 1e-3;
  const squared = micrometres ** 2;
  if ('terms' in glass) {
    const sum = glass.terms.reduce(
      (total, [a, e, C, k]) => total + (a * micrometres ** e) / (squared - C) ** k,
      glass.constant,
    );
    return glass.power === 1 ? sum : Math.sqrt(sum);
  }
  const { B, C } = glass;
  return Math.sqrt(B.reduce((sum, b, term) => sum + (b * squared) / (squared - C[term]!), 1));
}

/** The Fraunhofer lines F, d and C, nm. */
const [F, D, C] = [486.1327, 587.5618, 656.2725];

/** Index at the d line and Abbe number (n_d − 1)/(n_F − n_C); infinite without dispersion. */
export function abbeFigures(glass: Glass): { readonly index: number; readonly abbe: number } {
  const index = refractiveIndex(glass, D);
  return { index, abbe: (index - 1) / (refractiveIndex(glass, F) - refractiveIndex(glass, C)) };
}

/** The glass with n² − 1 (n − 1 where its formula gives n) times a factor at all wavelengths. */
export const scaledGlass = (glass: Glass, factor: number): Glass =>
  'terms' in glass
    ? {
        ...glass,
        constant: 1 + (glass.constant - 1) * factor,
        terms: glass.terms.map(([a, e, C, k]) => [a * factor, e, C, k] as const),
      }
    : { ...glass, B: glass.B.map((b) => b * factor) };

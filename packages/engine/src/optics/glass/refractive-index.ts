import catalogue from './catalogue.json' with { type: 'json' };
import { heatedIndex, type Surroundings, type ThermalRecord } from './heated-glass.ts';

/** Of a glass that is refused at wavelengths far from those at which it was measured. */
interface KnownRange {
  /** From where to where it was measured, µm. */
  readonly rangeUm?: readonly [from: number, to: number];
  /** What heat does to it; nothing is computed from it at 20 degrees. */
  readonly thermal?: ThermalRecord;
}

/**
 * Sellmeier coefficients of a glass: n² − 1 = Σ B·λ²/(λ² − C), λ in µm, C in µm², n relative to
 * air.
 */
export interface SellmeierGlass extends KnownRange {
  readonly B: readonly number[];
  readonly C: readonly number[];
}

/** Coefficient a, exponent e, pole C and order k of a·λ^e/(λ² − C)^k. */
export type DispersionTerm = readonly [a: number, e: number, C: number, k: number];

/**
 * Any other dispersion formula: n^power = constant + Σ a·λ^e/(λ² − C)^k, λ in µm, n relative to
 * air.
 */
export interface SeriesGlass extends KnownRange {
  readonly power: 1 | 2;
  readonly constant: number;
  readonly terms: readonly DispersionTerm[];
}

/** Measured indices: n is a polynomial in 1/λ² through the nearest wavelengths. */
export interface MeasuredGlass extends KnownRange {
  /** Wavelengths, µm, rising. */
  readonly um: readonly number[];
  readonly n: readonly number[];
  /** Of the polynomial. */
  readonly degree: 1 | 2;
}

export type Glass = SellmeierGlass | SeriesGlass | MeasuredGlass;

/** A glass at another temperature, in air of that temperature. */
export interface HeatedGlass {
  readonly cold: Glass;
  readonly thermal: ThermalRecord;
  readonly at: Surroundings;
}

/** How far a formula goes on beyond the wavelengths at which its glass was measured, µm. */
export const BEYOND_RANGE_UM = 0.05;

/** The glasses of our own lenses by their catalogue name; catalogue.json names the source. */
export const GLASSES: Readonly<Record<string, SellmeierGlass>> = catalogue.glasses;

/**
 * Refractive index of a glass relative to air.
 *
 * @param wavelength nanometres.
 * @returns NaN where the formula gives none, at and beyond a resonance of the glass, and far from
 * its range.
 * @see Schott technical information TIE-29.
 */
export function refractiveIndex(glass: Glass | HeatedGlass, wavelength: number): number {
  if ('cold' in glass)
    return heatedIndex(
      refractiveIndex(glass.cold, wavelength),
      wavelength,
      glass.thermal,
      glass.at,
    );
  const micrometres = wavelength * 1e-3;
  const { rangeUm } = glass;
  if (
    rangeUm &&
    (micrometres < rangeUm[0] - BEYOND_RANGE_UM || micrometres > rangeUm[1] + BEYOND_RANGE_UM)
  )
    return NaN;
  if ('um' in glass) return measuredIndex(glass, micrometres);
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

/** Lagrange's polynomial in 1/λ² through the nearest wavelengths of the table. */
function measuredIndex({ um, n, degree }: MeasuredGlass, micrometres: number): number {
  const count = Math.min(degree + 1, um.length);
  const next = um.findIndex((wavelength) => wavelength > micrometres);
  const behind = next < 0 ? um.length : next;
  let first = Math.min(Math.max(0, behind - 1), um.length - count);
  if (count === 3 && first > 0 && isNearer(um[first - 1]!, um[first + 2], micrometres)) first -= 1;
  const places = Array.from({ length: count }, (_, i) => um[first + i]! ** -2);
  const at = micrometres ** -2;
  return places.reduce(
    (sum, place, i) =>
      sum +
      n[first + i]! *
        places.reduce(
          (product, other, j) => (j === i ? product : (product * (at - other)) / (place - other)),
          1,
        ),
    0,
  );
}

const isNearer = (one: number, other: number | undefined, to: number): boolean =>
  other === undefined || Math.abs(one - to) < Math.abs(other - to);

/** The Fraunhofer lines F, d and C, nm. */
const [F, D, C] = [486.1327, 587.5618, 656.2725];

/** Index at the d line and Abbe number (n_d − 1)/(n_F − n_C); infinite without dispersion. */
export function abbeFigures(glass: Glass): { readonly index: number; readonly abbe: number } {
  const index = refractiveIndex(glass, D);
  return { index, abbe: (index - 1) / (refractiveIndex(glass, F) - refractiveIndex(glass, C)) };
}

/** Whether the formula of a glass gives n or n². */
export const powerOf = (glass: Glass): 1 | 2 =>
  'terms' in glass ? glass.power : 'um' in glass ? 1 : 2;

/** The glass with n² − 1 (n − 1 where its formula gives n) times a factor at all wavelengths. */
export const scaledGlass = (glass: Glass, factor: number): Glass =>
  'um' in glass
    ? { ...glass, n: glass.n.map((index) => 1 + (index - 1) * factor) }
    : 'terms' in glass
      ? {
          ...glass,
          constant: 1 + (glass.constant - 1) * factor,
          terms: glass.terms.map(([a, e, C, k]) => [a * factor, e, C, k] as const),
        }
      : { ...glass, B: glass.B.map((b) => b * factor) };

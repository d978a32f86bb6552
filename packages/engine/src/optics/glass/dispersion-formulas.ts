import type { DispersionTerm, Glass } from './refractive-index.ts';

/** A glass of a catalogue: its name, and who makes it or which catalogue has it. */
export interface CataloguedGlass {
  readonly name: string;
  readonly maker: string;
  readonly glass: Glass;
  /** Why it cannot be used, as a sentence without its full stop: told where a lens uses it. */
  readonly problem?: string;
}

const power = (a: number, e: number): DispersionTerm => [a, e, 0, 0];
const pole = (a: number, C: number): DispersionTerm => [a, 2, C, 1];

/** n² = c₀ + Σ cᵢ·λ^eᵢ. */
const powers =
  (...exponents: readonly number[]) =>
  (c: readonly number[]): Glass => ({
    power: 2,
    constant: c[0]!,
    terms: exponents.map((exponent, i) => power(c[i + 1]!, exponent)),
  });

/** n² − 1 = Σ B·λ²/(λ² − C), from B₁, C₁, B₂, C₂, …. */
const sellmeier =
  (poles: number) =>
  (c: readonly number[]): Glass => ({
    B: Array.from({ length: poles }, (_, i) => c[2 * i]!),
    C: Array.from({ length: poles }, (_, i) => c[2 * i + 1]!),
  });

/** A formula of a glass catalogue: how many coefficients it has, and the glass of them. */
export interface DispersionFormula {
  readonly count: number;
  readonly of: (coefficients: readonly number[]) => Glass;
}

/** λ² of the absolute resonance in Herzberger's formula, µm². */
const HERZBERGER = 0.028;

/**
 * Formulas of .agf files by their number there.
 *
 * @see Ansys Zemax OpticStudio user manual, 'Using Glass Catalogs', 'The ... formula'.
 */
export const AGF_FORMULAS: readonly (DispersionFormula | undefined)[] = [
  undefined,
  // Schott
  { count: 6, of: powers(2, -2, -4, -6, -8) },
  // Sellmeier 1
  { count: 6, of: sellmeier(3) },
  // Herzberger
  {
    count: 6,
    of: ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => ({
      power: 1,
      constant: a,
      terms: [[b, 0, HERZBERGER, 1], [c, 0, HERZBERGER, 2], power(d, 2), power(e, 4), power(f, 6)],
    }),
  },
  // Sellmeier 2
  {
    count: 5,
    of: ([a = 0, b1 = 0, l1 = 0, b2 = 0, l2 = 0]) => ({
      power: 2,
      constant: 1 + a,
      terms: [pole(b1, l1 * l1), [b2, 0, l2 * l2, 1]],
    }),
  },
  // Conrady
  {
    count: 3,
    of: ([n = 0, a = 0, b = 0]) => ({
      power: 1,
      constant: n,
      terms: [power(a, -1), power(b, -3.5)],
    }),
  },
  // Sellmeier 3
  { count: 8, of: sellmeier(4) },
  // Handbook 1
  {
    count: 4,
    of: ([a = 0, b = 0, c = 0, d = 0]) => ({
      power: 2,
      constant: a,
      terms: [[b, 0, c, 1], power(-d, 2)],
    }),
  },
  // Handbook 2
  {
    count: 4,
    of: ([a = 0, b = 0, c = 0, d = 0]) => ({
      power: 2,
      constant: a,
      terms: [pole(b, c), power(-d, 2)],
    }),
  },
  // Sellmeier 4
  {
    count: 5,
    of: ([a = 0, b = 0, c = 0, d = 0, e = 0]) => ({
      power: 2,
      constant: a,
      terms: [pole(b, c), pole(d, e)],
    }),
  },
  // Extended
  { count: 8, of: powers(2, -2, -4, -6, -8, -10, -12) },
  // Sellmeier 5
  { count: 10, of: sellmeier(5) },
  // Extended 2
  { count: 8, of: powers(2, -2, -4, -6, -8, 4, 6) },
  // Extended 3
  { count: 9, of: powers(2, 4, -2, -4, -6, -8, -10, -12) },
];

/**
 * A glass of makers.json.
 *
 * @param formula 1: n² − 1 = c₀ + Σ cᵢ·λ²/(λ² − cᵢ₊₁²); 2: the same with cᵢ₊₁ not squared; 3: n² =
 * c₀ + Σ cᵢ·λ^cᵢ₊₁.
 */
export function tabulatedGlass(formula: number, coefficients: readonly number[]): Glass {
  const [first = 0, ...rest] = coefficients;
  const pairs = Array.from(
    { length: rest.length / 2 },
    (_, i) => [rest[2 * i]!, rest[2 * i + 1]!] as const,
  );
  if (formula === 3)
    return { power: 2, constant: first, terms: pairs.map(([a, e]) => power(a, e)) };
  const poles = pairs.map(([b, c]) => [b, formula === 1 ? c * c : c] as const);
  if (first === 0) return { B: poles.map(([b]) => b), C: poles.map(([, c]) => c) };
  return { power: 2, constant: 1 + first, terms: poles.map(([b, c]) => pole(b, c)) };
}

import type { SeriesGlass } from './refractive-index.ts';

/** The Fraunhofer lines g, F, d and C, µm. */
const [g, F, d, C] = [0.4358343, 0.4861327, 0.5875618, 0.6562725];
/**
 * Partial dispersion P(g,F) of the normal line through K7 and F2: Schott technical information
 * TIE-29.
 */
const normalPartialDispersion = (abbe: number): number => 0.6438 - 0.001682 * abbe;

/**
 * A glass of which index and Abbe number are known: Conrady's formula n = n₀ + A/λ + B/λ^3.5
 * through the index at d, the dispersion F − C, and the partial dispersion g − F of the normal
 * line.
 *
 * @param index at the d line.
 * @param abbe (n_d − 1)/(n_F − n_C); 0 or infinite is a glass without dispersion.
 * @param deviation of the partial dispersion P(g,F) from the normal line.
 */
export function modelGlass(index: number, abbe: number, deviation = 0): SeriesGlass {
  if (abbe === 0 || !Number.isFinite(abbe)) return { power: 1, constant: index, terms: [] };
  const dispersion = (index - 1) / abbe;
  const between = (from: number, to: number): readonly [number, number] => [
    1 / from - 1 / to,
    from ** -3.5 - to ** -3.5,
  ];
  const [a, b] = between(F, C);
  const [p, q] = between(g, F);
  const partial = (normalPartialDispersion(abbe) + deviation) * dispersion;
  const determinant = a * q - b * p;
  const A = (dispersion * q - b * partial) / determinant;
  const B = (a * partial - dispersion * p) / determinant;
  return {
    power: 1,
    constant: index - A / d - B * d ** -3.5,
    terms: [
      [A, -1, 0, 0],
      [B, -3.5, 0, 0],
    ],
  };
}

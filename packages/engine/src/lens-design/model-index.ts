import { modelGlass } from '../optics/glass/model-glass.ts';
import { refractiveIndex } from '../optics/glass/refractive-index.ts';
import type { Dual } from './dual.ts';

/**
 * Index of a glass of which index at d and Abbe number are varied, by `modelGlass`: that is
 * 1 + (n − 1)(1 + (p + q V)/V) with p and q of the wavelength alone, so two glasses give them.
 *
 * @param wavelength nanometres.
 */
export function modelIndex(
  { index, abbe }: { readonly index: Dual; readonly abbe: Dual },
  wavelength: number,
): Dual {
  const [n, v] = [index.value, abbe.value];
  /** (n(λ) − n)/(n − 1) times V for a glass of index 2, which is p + q V. */
  const dispersionAt = (at: number): number =>
    at * (refractiveIndex(modelGlass(2, at), wavelength) - 2);
  const [low, high] = [dispersionAt(30), dispersionAt(60)];
  const q = (high - low) / 30;
  const p = low - 30 * q;
  const share = 1 + p / v + q;
  const value = 1 + (n - 1) * share;
  const count = index.slopes?.length ?? abbe.slopes?.length ?? 0;
  if (count === 0) return { value };
  return {
    value,
    slopes: Float64Array.from(
      { length: count },
      (_, i) =>
        share * (index.slopes?.[i] ?? 0) - (((n - 1) * p) / (v * v)) * (abbe.slopes?.[i] ?? 0),
    ),
  };
}

import { D65_WHITE, adaptation, multiply } from './adaptation.ts';
import { XYZ_TO_LINEAR_SRGB } from './srgb.ts';
import type { Triple } from './xyz.ts';

type Pair = readonly [x: number, y: number];

/** Primaries and white of a display by their chromaticities. */
export interface Primaries {
  readonly red: Pair;
  readonly green: Pair;
  readonly blue: Pair;
  readonly white: Pair;
}

/** Of sRGB and ITU-R BT.709. @see IEC 61966-2-1. */
export const SRGB_PRIMARIES: Primaries = {
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
  white: [0.3127, 0.329],
};
/** Chromaticities that differ by less are the same. */
const SAME = 1e-4;

const xyzOf = ([x, y]: Pair): Triple => [x / y, 1, (1 - x - y) / y];
const determinant = ([a, b, c]: readonly [Triple, Triple, Triple]): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  b[0] * (a[1] * c[2] - a[2] * c[1]) +
  c[0] * (a[1] * b[2] - a[2] * b[1]);

export const arePrimariesOfSrgb = (primaries: Primaries): boolean =>
  (['red', 'green', 'blue', 'white'] as const).every((key) =>
    primaries[key].every((value, i) => Math.abs(value - SRGB_PRIMARIES[key][i]!) < SAME),
  );

/** Red, green and blue as XYZ, from columns of XYZ under a white. */
export function linearSrgbFrom(
  columns: readonly [Triple, Triple, Triple],
  white: Triple,
): (colour: Triple) => Triple {
  const adapt = adaptation(white, D65_WHITE);
  const [r, g, b] = columns.map((column) => multiply(XYZ_TO_LINEAR_SRGB, multiply(adapt, column)));
  return ([red, green, blue]) => [
    r![0] * red + g![0] * green + b![0] * blue,
    r![1] * red + g![1] * green + b![1] * blue,
    r![2] * red + g![2] * green + b![2] * blue,
  ];
}

/**
 * Takes linear colours of other primaries to linear sRGB, their white to its white (Bradford).
 *
 * @returns undefined for the primaries of sRGB themselves, or for ones that make no colours.
 */
export function toLinearSrgb(primaries: Primaries): ((colour: Triple) => Triple) | undefined {
  if (arePrimariesOfSrgb(primaries)) return undefined;
  const [red, green, blue, white] = [
    primaries.red,
    primaries.green,
    primaries.blue,
    primaries.white,
  ].map(xyzOf) as [Triple, Triple, Triple, Triple];
  // Cramer's rule: how much of each primary makes the white.
  const whole = determinant([red, green, blue]);
  const amounts = [
    determinant([white, green, blue]) / whole,
    determinant([red, white, blue]) / whole,
    determinant([red, green, white]) / whole,
  ];
  if (!amounts.every((amount) => amount > 0 && Number.isFinite(amount))) return undefined;
  const scaled = (colour: Triple, by: number): Triple => [
    colour[0] * by,
    colour[1] * by,
    colour[2] * by,
  ];
  return linearSrgbFrom(
    [scaled(red, amounts[0]!), scaled(green, amounts[1]!), scaled(blue, amounts[2]!)],
    white,
  );
}

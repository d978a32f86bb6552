import { XYZ_TO_LINEAR_SRGB, linearToSrgb } from '../../colour/srgb.ts';
import { D65_WHITE, multiply } from '../../colour/adaptation.ts';
import type { Triple } from '../../colour/xyz.ts';
import type { Colour } from './canvas.ts';

/**
 * From far to near: lightness L*, and hue angle in the a*, b* plane, degrees, from violet over blue
 * and green to yellow.
 */
const LIGHTNESS = [14, 93] as const;
const HUE = [312, 98] as const;
const STEPS = 256;
const STRONGEST = 75;
/** Steps to either side over which the chroma is smoothed. */
const WINDOW = 28;

const at = (step: number): { readonly lightness: number; readonly hue: number } => {
  const share = step / (STEPS - 1);
  return {
    lightness: LIGHTNESS[0] + share * (LIGHTNESS[1] - LIGHTNESS[0]),
    hue: ((HUE[0] + share * (HUE[1] - HUE[0])) * Math.PI) / 180,
  };
};

/** Largest chroma of each step that sRGB can show. */
const LIMITS = Array.from({ length: STEPS }, (_, step) => {
  const { lightness, hue } = at(step);
  let [weak, strong] = [0, STRONGEST];
  for (let round = 0; round < 16; round += 1) {
    const chroma = (weak + strong) / 2;
    if (linearOf(lightness, chroma, hue).every((value) => value >= 0 && value <= 1)) weak = chroma;
    else strong = chroma;
  }
  return weak;
});

/**
 * A moving minimum, then a moving mean: nowhere above the limits, and without their kinks, which
 * would look like contours.
 */
const near = (values: readonly number[], step: number): readonly number[] =>
  values.slice(Math.max(0, step - WINDOW), step + WINDOW + 1);
const LEAST = LIMITS.map((_, step) => Math.min(...near(LIMITS, step)));
const CHROMA = LEAST.map((_, step) =>
  near(LEAST, step).reduce((sum, value, __, { length }) => sum + value / length, 0),
);

/**
 * Colour map from far to near. Lightness rises evenly, so that equal steps look equal, also in grey
 * and with colour blindness; the hue changes, so that levels can be told apart. Our own design on
 * the principle of viridis (van der Walt and Smith 2015).
 *
 * @see CIE 015, section 8.2.1 for L*a*b*.
 */
export const DEPTH_COLOURS: readonly Colour[] = CHROMA.map(
  (chroma, step) =>
    linearOf(at(step).lightness, chroma, at(step).hue).map(linearToSrgb) as unknown as Colour,
);

/** Linear sRGB of a colour given by lightness, chroma and hue. */
function linearOf(lightness: number, chroma: number, hue: number): Triple {
  const y = (lightness + 16) / 116;
  const [x, z] = [y + (chroma * Math.cos(hue)) / 500, y - (chroma * Math.sin(hue)) / 200];
  const xyz = [x, y, z].map(
    (value, axis) =>
      D65_WHITE[axis]! * (value > 6 / 29 ? value ** 3 : (value - 4 / 29) * (108 / 841)),
  ) as unknown as Triple;
  return multiply(XYZ_TO_LINEAR_SRGB, xyz);
}

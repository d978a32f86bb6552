/**
 * White of CIE L*a*b* as the report has it: D65, 2 degrees (docs/reference/measuring.md#colour).
 */
const D65 = [0.95047, 1, 1.08883] as const;
/** Below this the cube of L*a*b* is a straight line. Source: CIE 15:2018, section 8.2.1. */
const LINEAR_BELOW = 6 / 29;

/**
 * A colour of L*a*b* under D65 as the browser takes it, which clips what the screen cannot show.
 */
export function colourOfLab([lightness, a, b]: readonly [number, number, number]): string {
  const y = (lightness + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((t, i) => {
    const share = t > LINEAR_BELOW ? t ** 3 : 3 * LINEAR_BELOW ** 2 * (t - 4 / 29);
    return Math.max(0, D65[i]! * share).toFixed(4);
  });
  return `color(xyz-d65 ${xyz.join(' ')})`;
}

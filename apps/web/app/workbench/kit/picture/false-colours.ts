import { linearToSrgb } from '@lumenloom/engine/measuring';

/**
 * Lightness and the two colour axes of Oklab at equal steps from 0 to full: dark blue, purple, red,
 * orange, pale yellow. Lightness rises evenly, so that equal differences look equal and a grey
 * print keeps the order, which a rainbow does not.
 */
const ANCHORS = [
  [0.15, 0, -0.08],
  [0.35, 0.08, -0.13],
  [0.55, 0.17, -0.01],
  [0.75, 0.1, 0.13],
  [0.95, -0.02, 0.12],
] as const;

/**
 * Oklab to linear sRGB. Source: B. Ottosson, A perceptual color space for image processing, 2020.
 */
function linearOf(lightness: number, a: number, b: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The colours of `steps + 1` values from 0 to full: 8-bit red, green and blue in turn. */
export function falseColours(steps: number): Uint8Array {
  const colours = new Uint8Array(3 * (steps + 1));
  for (let step = 0; step <= steps; step += 1) {
    const place = (step / steps) * (ANCHORS.length - 1);
    const from = Math.min(ANCHORS.length - 2, Math.floor(place));
    const [before, after] = [ANCHORS[from]!, ANCHORS[from + 1]!];
    const [lightness, a, b] = [0, 1, 2].map(
      (axis) => before[axis]! + (place - from) * (after[axis]! - before[axis]!),
    ) as [number, number, number];
    colours.set(linearOf(lightness, a, b).map(linearToSrgb), 3 * step);
  }
  return colours;
}

import type { Triple } from './xyz.ts';

const RADIANS = Math.PI / 180;
const seventh = (chroma: number): number => {
  const power = chroma ** 7;
  return Math.sqrt(power / (power + 25 ** 7));
};

/** Hue angle of a*, b*, 0 to 360 degrees; 0 for grey. */
function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  const degrees = Math.atan2(b, a) / RADIANS;
  return degrees < 0 ? degrees + 360 : degrees;
}

/**
 * CIEDE2000 colour difference of two L*a*b* colours with kL = kC = kH = 1.
 *
 * @see CIE 142-2001; G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula", Color
 * Research and Application 30 (2005), equations 2 to 22
 */
export function deltaE2000(one: Triple, other: Triple): number {
  const meanChroma = (Math.hypot(one[1], one[2]) + Math.hypot(other[1], other[2])) / 2;
  // a* is stretched near the grey axis.
  const stretch = 1 + 0.5 * (1 - seventh(meanChroma));
  const [a1, a2] = [one[1] * stretch, other[1] * stretch];
  const [chroma1, chroma2] = [Math.hypot(a1, one[2]), Math.hypot(a2, other[2])];
  const [hue1, hue2] = [hueOf(a1, one[2]), hueOf(a2, other[2])];
  const isGrey = chroma1 * chroma2 === 0;

  let hueStep = isGrey ? 0 : hue2 - hue1;
  if (hueStep > 180) hueStep -= 360;
  else if (hueStep < -180) hueStep += 360;
  let hue = hue1 + hue2;
  if (!isGrey) {
    if (Math.abs(hue1 - hue2) > 180) hue += hue < 360 ? 360 : -360;
    hue /= 2;
  }
  const lightness = (one[0] + other[0]) / 2;
  const chroma = (chroma1 + chroma2) / 2;
  const weight =
    1 -
    0.17 * Math.cos((hue - 30) * RADIANS) +
    0.24 * Math.cos(2 * hue * RADIANS) +
    0.32 * Math.cos((3 * hue + 6) * RADIANS) -
    0.2 * Math.cos((4 * hue - 63) * RADIANS);
  const fromMiddle = (lightness - 50) ** 2;
  const dL = (other[0] - one[0]) / (1 + (0.015 * fromMiddle) / Math.sqrt(20 + fromMiddle));
  const dC = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const dH =
    (2 * Math.sqrt(chroma1 * chroma2) * Math.sin((hueStep / 2) * RADIANS)) /
    (1 + 0.015 * chroma * weight);
  const turn = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const rotation = -Math.sin(2 * turn * RADIANS) * 2 * seventh(chroma);
  return Math.sqrt(dL ** 2 + dC ** 2 + dH ** 2 + rotation * dC * dH);
}

/** Visible range of the product, nanometres. */
const SHORTEST = 400;
const LONGEST = 700;

/** A lobe with its own width on either side of its peak. */
function lobe(wavelength: number, peak: number, below: number, above: number): number {
  const distance = (wavelength - peak) * (wavelength < peak ? below : above);
  return Math.exp(-0.5 * distance * distance);
}

/**
 * Tristimulus values of one wavelength, for ornaments only: the engine computes with the CIE
 * tables.
 *
 * @param wavelength nanometres.
 * @see Wyman, Sloan and Shirley, 'Simple Analytic Approximations to the CIE XYZ Color Matching
 * Functions', JCGT 2(2), 2013, section 2.2.
 */
function tristimulus(wavelength: number): readonly [number, number, number] {
  return [
    0.362 * lobe(wavelength, 442, 0.0624, 0.0374) +
      1.056 * lobe(wavelength, 599.8, 0.0264, 0.0323) -
      0.065 * lobe(wavelength, 501.1, 0.049, 0.0382),
    0.821 * lobe(wavelength, 568.8, 0.0213, 0.0247) +
      0.286 * lobe(wavelength, 530.9, 0.0613, 0.0322),
    1.217 * lobe(wavelength, 437, 0.0845, 0.0278) + 0.681 * lobe(wavelength, 459, 0.0385, 0.0725),
  ];
}

/** sRGB transfer function, IEC 61966-2-1, as two hexadecimal digits. */
function encode(linear: number): string {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * value)
    .toString(16)
    .padStart(2, '0');
}

/**
 * Wavelengths beyond these limits take the hue at the limit: there the error of the fit is as large
 * as its values.
 */
const HUE_RANGE = [425, 645] as const;
/** Share of white in every colour: saturated primaries on black are unpleasant to look at. */
const SOFTENING = 0.12;

/** Lowest brightness, so that both ends of the range remain visible on black. */
const brightness = (wavelength: number): number =>
  Math.min(1, 0.45 + (wavelength - 390) / 80, 0.45 + (710 - wavelength) / 100);

/**
 * A wavelength as an sRGB colour. Spectral colours lie outside sRGB: negative channels are set to
 * 0, and the others are scaled so that the largest is 1.
 *
 * @param wavelength nanometres, 400 to 700.
 * @returns '#rrggbb'.
 */
export function wavelengthColour(wavelength: number): string {
  const [x, y, z] = tristimulus(Math.min(Math.max(wavelength, HUE_RANGE[0]), HUE_RANGE[1]));
  // XYZ to linear sRGB, IEC 61966-2-1.
  const linear = [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ].map((value) => Math.max(value, 0));
  const highest = Math.max(...linear);
  return `#${linear.map((value) => encode(brightness(wavelength) * (SOFTENING + (1 - SOFTENING) * (value / highest)))).join('')}`;
}

/** `count` colours, evenly from 400 to 700 nm. */
export const spectrumColours = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    wavelengthColour(SHORTEST + ((LONGEST - SHORTEST) * index) / (count - 1)),
  );

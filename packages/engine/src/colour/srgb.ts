import { multiply } from './adaptation.ts';
import type { Triple } from './xyz.ts';

/**
 * sRGB transfer curve and primaries. Source: IEC 61966-2-1:1999. Powers come from `Math`, whose
 * last bits differ between JavaScript engines; this is harmless, because results are rounded to 8
 * bits or to single precision. Pages of the site load this file, but not the elementary functions.
 */

/** Encoded value 0..1 to linear light 0..1. */
const linearFromSrgb = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Code value 0..255 to linear light 0..1. */
export const SRGB_TO_LINEAR: Float64Array = Float64Array.from({ length: 256 }, (_, code) =>
  linearFromSrgb(code / 255),
);

/**
 * The function from a code to linear light 0..1, for codes up to `largest`. Codes of 8 bits are
 * looked up, which is faster than a power.
 */
export const srgbDecoder = (largest: number): ((code: number) => number) =>
  largest === 255 ? (code) => SRGB_TO_LINEAR[code]! : (code) => linearFromSrgb(code / largest);

const encode = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

/**
 * Linear light at which the code value increases by one. Codes are found by bisection, which is
 * faster than a power function per pixel.
 */
const THRESHOLDS = Float64Array.from({ length: 255 }, (_, code) =>
  linearFromSrgb((code + 0.5) / 255),
);
const FIRST_GUESS = Uint8Array.from({ length: 4097 }, (_, step) =>
  Math.floor(encode(step / 4096) * 255),
);

/** Linear light to code value 0..255, rounded to nearest; out of range is clipped. */
export function linearToSrgb(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 255;
  let code = FIRST_GUESS[Math.floor(linear * 4096)]!;
  while (code < 255 && linear >= THRESHOLDS[code]!) code += 1;
  return code;
}

/** Steps of the first guesses of pictures: no step has two thresholds in it. */
const FINE = 65536;
let fineGuess: Uint8Array | undefined;

/** Linear light to code values, as `linearToSrgb`, of a whole picture. */
export function encodedSrgb(linear: Float32Array): Uint8Array<ArrayBuffer> {
  const guess = (fineGuess ??= Uint8Array.from({ length: FINE }, (_, step) =>
    linearToSrgb(step / FINE),
  ));
  const out = new Uint8Array(linear.length);
  for (let i = 0; i < out.length; i += 1) {
    const value = linear[i]!;
    if (!(value > 0)) continue;
    if (value >= 1) {
      out[i] = 255;
      continue;
    }
    const code = guess[(value * FINE) | 0]!;
    out[i] = value >= THRESHOLDS[code]! ? code + 1 : code;
  }
  return out;
}

/** CIE XYZ (D65 white, Y = 1) to linear sRGB, row by row. */
export const XYZ_TO_LINEAR_SRGB = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
] as const;

/**
 * Linear sRGB to CIE XYZ with Y = 1 for white, row by row. Source: IEC 61966-2-1:1999, equation 7.
 */
const LINEAR_SRGB_TO_XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
] as const;

/** CIE XYZ (D65 white, Y = 1) of a linear sRGB colour. */
export const linearSrgbToXyz = (linear: Triple): Triple => multiply(LINEAR_SRGB_TO_XYZ, linear);

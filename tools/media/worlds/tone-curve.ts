import { hashUnit } from './random.ts';
import { CHANNELS, type Film } from './film.ts';

/** Linear values above this are rolled off, so that highlights keep their drawing. */
const SHOULDER = 0.62;

/**
 * Exposed linear value (0 and up) to display-linear 0..1: straight in the shadows and mid-tones,
 * with an exponential shoulder that joins without a kink and never reaches 1.
 */
function rollOff(value: number): number {
  if (value <= SHOULDER) return Math.max(value, 0);
  const room = 1 - SHOULDER;
  return SHOULDER + room * (1 - Math.exp(-(value - SHOULDER) / room));
}

/** Display-linear 0..1 to the sRGB signal 0..1 (IEC 61966-2-1). */
function encodeSrgb(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * Math.pow(value, 1 / 2.4) - 0.055;
}

/** Develops a film, 1 for white, into 8-bit sRGB with half a step of seeded dither. */
export function develop(film: Film): Uint8Array {
  const bytes = new Uint8Array(film.width * film.height * 3);
  for (let i = 0; i < bytes.length; i++) {
    const linear = film.data[Math.floor(i / 3) * CHANNELS + (i % 3)]!;
    const signal = 255 * encodeSrgb(rollOff(linear));
    bytes[i] = Math.min(255, Math.max(0, Math.floor(signal + hashUnit(i, 99))));
  }
  return bytes;
}

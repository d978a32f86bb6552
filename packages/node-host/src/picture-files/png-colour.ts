import type { Primaries } from '@lumenloom/engine';
import { failScene } from '../scene-files/spectral-file.ts';

/** What a PNG says of its codes besides a profile. */
export interface PngColour {
  /** Light is value^exponent; absent: the curve of sRGB. */
  readonly exponent?: number;
  /** Absent: those of sRGB. */
  readonly primaries?: Primaries;
  /** Whether a profile counts, which the file has too. */
  readonly isProfiled: boolean;
}

const SIGNATURE_BYTES = 8;
const MOST_CHUNKS = 10_000;
/** 100,000 times 1/2.2, by which encoders mean the curve of sRGB. */
const GAMMA_OF_SRGB = 45455;
/** Primaries by their numbers. @see ITU-T H.273, table 2. */
const CODED: Readonly<Record<number, Primaries>> = {
  9: {
    red: [0.708, 0.292],
    green: [0.17, 0.797],
    blue: [0.131, 0.046],
    white: [0.3127, 0.329],
  },
  12: {
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    white: [0.3127, 0.329],
  },
};
const [BT_709, SRGB, LINEAR] = [1, 13, 8];

/**
 * The colour of a PNG: cICP counts before iCCP, that before sRGB, that before gAMA and cHRM.
 *
 * @throws SimulationError for a transfer function that is not read.
 * @see W3C, Portable Network Graphics, third edition, 4.3.
 */
export function pngColour(bytes: Uint8Array): PngColour {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, number>();
  for (let [at, i] = [SIGNATURE_BYTES, 0]; at + 12 <= bytes.length && i < MOST_CHUNKS; i += 1) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'IDAT' || at + 12 + length > bytes.length) break;
    if (!chunks.has(name)) chunks.set(name, at + 8);
    at += 12 + length;
  }
  const coded = chunks.get('cICP');
  if (coded !== undefined) return codedColour(bytes[coded]!, bytes[coded + 1]!);
  if (chunks.has('iCCP')) return { isProfiled: true };
  if (chunks.has('sRGB')) return { isProfiled: false };
  const gamma = chunks.get('gAMA');
  const chromaticities = chunks.get('cHRM');
  const value = gamma === undefined ? GAMMA_OF_SRGB : view.getUint32(gamma);
  if (value === 0) failScene('The gamma of the PNG (gAMA) is 0');
  return {
    isProfiled: false,
    ...(value !== GAMMA_OF_SRGB && { exponent: 100_000 / value }),
    ...(chromaticities !== undefined && { primaries: primariesAt(view, chromaticities) }),
  };
}

function primariesAt(view: DataView, at: number): Primaries {
  const pair = (i: number) =>
    [view.getUint32(at + 8 * i) / 1e5, view.getUint32(at + 8 * i + 4) / 1e5] as const;
  return { white: pair(0), red: pair(1), green: pair(2), blue: pair(3) };
}

function codedColour(primaries: number, transfer: number): PngColour {
  const known = CODED[primaries];
  if (!known && primaries !== BT_709)
    failScene(`The PNG has primaries number ${primaries} (cICP), which are not read`);
  if (transfer !== SRGB && transfer !== BT_709 && transfer !== LINEAR)
    failScene(
      `The PNG has transfer function ${transfer} (cICP), which is not read: save it as sRGB or linear light`,
    );
  return {
    isProfiled: false,
    ...(transfer === LINEAR && { exponent: 1 }),
    ...(known && { primaries: known }),
  };
}

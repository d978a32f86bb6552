import type { Rows } from '../../rows.ts';

/** Some rows to encode. */
export interface GacPart extends Rows {
  /** Interleaved channels, codes. */
  readonly source: Uint16Array;
  readonly target: Uint8Array;
  /** x 256, whole. */
  readonly gain: number;
  /** Of codes 0..saturation. */
  readonly curve: Uint8Array;
}

/** The curve of 8-bit values over codes 0..saturation. */
export const gammaCurve = (saturation: number, gamma: number): Uint8Array =>
  Uint8Array.from({ length: saturation + 1 }, (_, code) =>
    Math.trunc((code / saturation) ** gamma * 255),
  );

/** Applies gain and gamma, to 8 bit. @see isp.md module 8. */
export function encodeGamma({ source, target, columns, from, to, gain, curve }: GacPart): void {
  const saturation = curve.length - 1;
  for (let at = from * columns * 3; at < to * columns * 3; at += 1)
    target[at] = curve[Math.min(Math.imul(gain, source[at]!) >>> 8, saturation)]!;
}

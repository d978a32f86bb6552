import { inflateSync } from 'node:zlib';
import { SimulationError } from '@lumenloom/engine';

/** The codes of a PNG of one channel as they are written: places in a palette, not its colours. */
export interface PngCodes {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns]. */
  readonly codes: Uint8Array | Uint16Array;
  /** Bits of a code: 1, 2, 4, 8 or 16. */
  readonly bits: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [GREY, PALETTE] = [0, 3];
const MOST_PIXELS = 2 ** 28;

/**
 * Reads class numbers or depths from a grey PNG, or one with a palette. Other readers spread the
 * codes of fewer than 8 bits over 8, and put colours in place of those of a palette.
 *
 * @throws SimulationError when the bytes are no such picture.
 * @see ISO/IEC 15948 (PNG), sections 5, 7 and 9.
 */
export function readPngCodes(bytes: Uint8Array): PngCodes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || SIGNATURE.some((byte, i) => bytes[i] !== byte))
    return fail('This is not a PNG');
  const [columns, rows] = [view.getUint32(16), view.getUint32(20)];
  const [bits, colour, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if ((colour !== GREY && colour !== PALETTE) || ![1, 2, 4, 8, 16].includes(bits))
    fail('This PNG has colours; it must be grey or have a palette, one number per pixel');
  if (interlace !== 0) fail('This PNG is interlaced; write it without');
  if (rows === 0 || columns === 0 || rows * columns > MOST_PIXELS)
    fail(`This PNG has ${columns} x ${rows} pixels, which is nothing or too many`);
  const rowBytes = Math.ceil((columns * bits) / 8);
  const lines = inflated(bytes, view, rows * (rowBytes + 1));
  unfilter(lines, rowBytes, Math.max(1, bits / 8));
  const codes = new (bits === 16 ? Uint16Array : Uint8Array)(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const start = row * (rowBytes + 1) + 1;
    for (let column = 0; column < columns; column += 1) {
      const at = column * bits;
      const byte = start + (at >> 3);
      codes[row * columns + column] =
        bits === 16
          ? (lines[byte]! << 8) | lines[byte + 1]!
          : (lines[byte]! >> (8 - bits - (at & 7))) & (2 ** bits - 1);
    }
  }
  return { rows, columns, codes, bits };
}

/** The lines of the picture, each behind the byte of its filter. */
function inflated(bytes: Uint8Array, view: DataView, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + size));
    if (type === 'IEND') break;
    at += 12 + size;
  }
  try {
    const lines = inflateSync(Buffer.concat(parts), { maxOutputLength: length });
    if (lines.length === length) return lines;
  } catch {
    // Said below: no data, damaged data and too much of it are the same to the user.
  }
  return fail('This PNG is damaged or ends early');
}

/** Undoes the filters of the lines in place; `step` is the bytes from a pixel to the next. */
function unfilter(lines: Uint8Array, rowBytes: number, step: number): void {
  const stride = rowBytes + 1;
  for (let start = 0; start < lines.length; start += stride) {
    const filter = lines[start]!;
    if (filter > 4) fail('This PNG is damaged: a line has an unknown filter');
    for (let i = 1; i <= rowBytes; i += 1) {
      const left = i > step ? lines[start + i - step]! : 0;
      const up = start > 0 ? lines[start + i - stride]! : 0;
      const corner = i > step && start > 0 ? lines[start + i - stride - step]! : 0;
      if (filter === 1) lines[start + i]! += left;
      else if (filter === 2) lines[start + i]! += up;
      else if (filter === 3) lines[start + i]! += (left + up) >> 1;
      else if (filter === 4) lines[start + i]! += paeth(left, up, corner);
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const a = Math.abs(estimate - left);
  const b = Math.abs(estimate - up);
  const c = Math.abs(estimate - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function fail(problem: string): never {
  throw new SimulationError('bad-parameter', `${problem}.`);
}

import { deflateSync } from 'node:zlib';
import type { DeepImage } from '@lumenloom/engine';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [GREY, RGB] = [0, 2];
/** Each byte minus that above it. */
const FILTER_UP = 2;

/**
 * Writes a PNG of 16 bits per sample with texts. What sharp writes goes through its colour
 * conversions; here the samples stay as they are.
 *
 * @param texts by their keywords, Latin-1 without NUL, 1 to 79 characters.
 * @see W3C, Portable Network Graphics (PNG) Specification, third edition.
 */
export function writePng16(
  { rows, columns, channels, data }: DeepImage,
  texts: Readonly<Record<string, string>>,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([16, channels === 1 ? GREY : RGB, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(channels === 3 ? [chunk('sRGB', Buffer.from([1]))] : []),
    ...Object.entries(texts).map(([keyword, text]) =>
      chunk(
        'iTXt',
        Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]),
      ),
    ),
    chunk('IDAT', deflateSync(filtered(data, columns * channels, rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Lines in big-endian order, each with the number of its filter before it. */
function filtered(data: Uint16Array, samples: number, rows: number): Buffer {
  const line = 2 * samples;
  const lines = Buffer.alloc(rows * (1 + line));
  let above = Buffer.alloc(line);
  for (let row = 0; row < rows; row += 1) {
    const own = Buffer.alloc(line);
    for (let i = 0; i < samples; i += 1) own.writeUInt16BE(data[row * samples + i]!, 2 * i);
    const at = row * (1 + line);
    lines[at] = FILTER_UP;
    for (let i = 0; i < line; i += 1) lines[at + 1 + i] = own[i]! - above[i]!;
    above = own;
  }
  return lines;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Remainders of the bytes by the polynomial of ISO 3309. Node has this function from 22.2 on. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  return remainder;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = REMAINDERS[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng } from '../image-files.ts';
import { readPngCodes } from './read-png-codes.ts';

/** A PNG of lines that have the byte of their filter in front; check sums are not read. */
function png(columns: number, rows: number, bits: number, colour: number, lines: Uint8Array) {
  const chunk = (type: string, data: Uint8Array) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([bits, colour], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('codes of few bits and of a palette stay as they are written', () => {
  const bits1 = png(3, 2, 1, 0, Uint8Array.of(0, 0b10100000, 0, 0b01000000));
  expect([...readPngCodes(bits1).codes]).toEqual([1, 0, 1, 0, 1, 0]);
  const palette4 = png(3, 1, 4, 3, Uint8Array.of(0, 0x1f, 0x20));
  expect(readPngCodes(palette4)).toMatchObject({ bits: 4, codes: Uint8Array.of(1, 15, 2) });
  const grey16 = png(2, 1, 16, 0, Uint8Array.of(0, 0x12, 0x34, 0xff, 0xfe));
  expect(readPngCodes(grey16).codes).toEqual(Uint16Array.of(0x1234, 0xfffe));
});

test('every filter is undone', () => {
  const lines = Uint8Array.of(
    ...[1, 10, 5, 250],
    ...[2, 1, 2, 3],
    ...[3, 7, 7, 7],
    ...[4, 1, 255, 9],
    ...[0, 4, 5, 6],
  );
  // Worked out by hand with PNG's rules for sub, up, average and Paeth.
  expect([...readPngCodes(png(3, 5, 8, 0, lines)).codes]).toEqual([
    ...[10, 15, 9],
    ...[11, 17, 12],
    ...[12, 21, 23],
    ...[13, 20, 32],
    ...[4, 5, 6],
  ]);
});

test('what another writer wrote', async () => {
  const data = Uint8Array.from({ length: 40 * 30 }, (_, i) => (i * i) >> 3);
  const file = await encodePng({ rows: 30, columns: 40, channels: 1, data });
  expect(readPngCodes(file)).toMatchObject({ rows: 30, columns: 40, codes: data, bits: 8 });
});

test.each([
  [png(1, 1, 8, 2, Uint8Array.of(0, 1, 2, 3)), 'This PNG has colours; it must be grey'],
  [png(2, 2, 8, 0, Uint8Array.of(0, 1, 2)), 'This PNG is damaged or ends early.'],
  [png(1, 1, 8, 0, Uint8Array.of(9, 1)), 'a line has an unknown filter.'],
  [Buffer.from('no picture, but as long as the header of one'), 'This is not a PNG.'],
])('refused', (bytes, sentence) => {
  expect(() => readPngCodes(bytes)).toThrow(sentence);
});

import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isPng, readPng } from './read-png.ts';

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

/** Lines with their filters, as they stand in the file. */
function png(
  [rows, columns, depth, colour]: readonly [number, number, number, number],
  lines: readonly (readonly number[])[],
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(columns, 0);
  head.writeUInt32BE(rows, 4);
  head.set([depth, colour], 8);
  return Uint8Array.from(
    Buffer.concat([
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(Uint8Array.from(lines.flat()))),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

test('grey of 16 bits keeps all of them, through each filter', async () => {
  // Two codes a line: 258, 772 and, by filters of the bytes before and above, more of them.
  const bytes = png(
    [5, 2, 16, 0],
    [
      [0, 1, 2, 3, 4],
      [1, 1, 2, 3, 4],
      [2, 1, 0, 0, 1],
      [3, 1, 1, 1, 1],
      [4, 0, 1, 0, 1],
    ],
  );
  expect(isPng(bytes)).toBe(true);
  expect(await readPng(bytes)).toEqual({
    ...{ rows: 5, columns: 2, channels: 1, largest: 65535 },
    // By hand, after section 9 of the standard.
    data: Uint16Array.from([258, 772, 258, 1030, 514, 1031, 514, 1029, 515, 1030]),
  });
});

test('transparency of colours is left out', async () => {
  const { channels, data } = await readPng(png([1, 2, 8, 6], [[0, 1, 2, 3, 255, 4, 5, 6, 0]]));
  expect([channels, ...Array.from(data)]).toEqual([3, 1, 2, 3, 4, 5, 6]);
});

test.each([
  ['a palette', png([1, 1, 8, 3], [[0, 0]])],
  ['it ends early', png([9, 9, 8, 0], [[0, 0]])],
  ['damaged', png([1, 1, 8, 0], [[7, 0]])],
])('a PNG with %s is refused', async (why, bytes) => {
  await expect(readPng(bytes)).rejects.toThrow(why);
});

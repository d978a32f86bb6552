import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readTiff } from './read-tiff.ts';

const inflate = (data: Uint8Array): Promise<Uint8Array> =>
  Promise.resolve().then(() => new Uint8Array(inflateSync(data)));

/** A little-endian TIFF of one directory, its strips behind it. */
function tiff(
  fields: Readonly<Record<number, number>>,
  strips: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries({ ...fields, 273: 0, 279: 0 }).map(([tag]) => Number(tag));
  const count = entries.length;
  const lists = 8 + 2 + 12 * count + 4;
  const data = lists + 8 * strips.length;
  const bytes = new Uint8Array(data + strips.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  view.setUint16(8, count, true);
  let offset = data;
  for (const [at, strip] of strips.entries()) {
    view.setUint32(lists + 4 * at, offset, true);
    view.setUint32(lists + 4 * strips.length + 4 * at, strip.length, true);
    bytes.set(strip, offset);
    offset += strip.length;
  }
  for (const [at, tag] of entries.sort((a, b) => a - b).entries()) {
    const place = 10 + 12 * at;
    const isList = tag === 273 || tag === 279;
    const list = lists + (tag === 279 ? 4 * strips.length : 0);
    view.setUint16(place, tag, true);
    view.setUint16(place + 2, 4, true);
    view.setUint32(place + 4, isList ? strips.length : 1, true);
    const one = strips.length === 1 ? view.getUint32(list, true) : list;
    view.setUint32(place + 8, isList ? one : fields[tag]!, true);
  }
  return bytes;
}

const GREY = { 256: 3, 257: 2, 258: 16, 259: 1, 262: 1, 277: 1, 278: 2 };
const codes = Uint16Array.of(1, 256, 65_535, 4, 5, 6);

describe('a TIFF', () => {
  test('of grey codes of 16 bits, in strips', async () => {
    const rows = [0, 1].map((row) => new Uint8Array(codes.slice(3 * row, 3 * row + 3).buffer));
    const read = await readTiff(tiff({ ...GREY, 278: 1 }, rows), inflate);
    expect(read).toEqual({ rows: 2, columns: 3, channels: 1, data: codes, largest: 65_535 });
  });

  test('of colours that are packed as differences', async () => {
    const differences = Uint8Array.of(10, 20, 30, 1, 255, 2, 7, 8, 9, 0, 0, 1);
    const file = tiff({ 256: 2, 257: 2, 258: 8, 259: 8, 262: 2, 277: 3, 278: 2, 317: 2 }, [
      deflateSync(differences),
    ]);
    const read = await readTiff(file, inflate);
    expect([read.channels, read.largest]).toEqual([3, 255]);
    expect([...read.data]).toEqual([10, 20, 30, 11, 19, 32, 7, 8, 9, 7, 8, 10]);
  });

  test.each([
    [tiff({ ...GREY, 259: 5 }, [new Uint8Array(12)]), 'its compression 5 is not read here'],
    [tiff({ ...GREY, 258: 12 }, [new Uint8Array(12)]), 'it has 12 bits'],
    [tiff({ ...GREY, 262: 3 }, [new Uint8Array(12)]), 'it is neither grey nor red'],
    [tiff({ ...GREY, 257: 2e9 }, [new Uint8Array(12)]), 'its size is not one'],
    [tiff(GREY, [new Uint8Array(11)]), 'it ends early'],
    [tiff({ ...GREY, 259: 8 }, [new Uint8Array(12)]), 'its data are damaged'],
    [Uint8Array.of(0x49, 0x49, 42, 0, 255, 0, 0, 0), 'it ends early'],
  ])('that is wrong is refused', async (bytes, why) => {
    await expect(readTiff(bytes, inflate)).rejects.toThrow(`This TIFF cannot be read: ${why}`);
  });
});

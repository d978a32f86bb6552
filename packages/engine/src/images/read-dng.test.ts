import { expect, test } from 'vitest';
import { readLosslessJpeg } from './lossless-jpeg.ts';
import { readDng } from './read-dng.ts';

/** Codes that jump by up to some thousands. */
const codesOf = (count: number): Uint16Array =>
  Uint16Array.from({ length: count }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 18) % 4096);

/** A lossless JPEG of two components, predictor 1, with a code of 5 bits for each size. */
function encoded(codes: Uint16Array, rows: number, columns: number): Uint8Array {
  const bytes: number[] = [0xff, 0xd8];
  const counts = new Array<number>(16).fill(0);
  counts[4] = 17;
  const sizes = Array.from({ length: 17 }, (_, size) => size);
  bytes.push(0xff, 0xc4, 0, 2 + 17 + 17, 0, ...counts, ...sizes);
  const width = columns / 2;
  bytes.push(0xff, 0xc3, 0, 14, 12, rows >> 8, rows & 255, width >> 8, width & 255, 2);
  bytes.push(0, 0x11, 0, 1, 0x11, 0);
  bytes.push(0xff, 0xda, 0, 10, 2, 0, 0, 1, 0, 1, 0, 0);
  let [held, count] = [0, 0];
  const put = (value: number, size: number): void => {
    for (let bit = size - 1; bit >= 0; bit -= 1) {
      held = (held << 1) | ((value >> bit) & 1);
      count += 1;
      if (count < 8) continue;
      bytes.push(held & 255, ...((held & 255) === 255 ? [0] : []));
      [held, count] = [0, 0];
    }
  };
  for (let i = 0; i < codes.length; i += 1) {
    const column = i % columns;
    const left = column >= 2 ? codes[i - 2]! : i < columns ? 2048 : codes[i - columns]!;
    const difference = codes[i]! - left;
    const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
    put(size, 5);
    put(difference < 0 ? difference + 2 ** size - 1 : difference, size);
  }
  put(0x7f, 7);
  return Uint8Array.from([...bytes, 0xff, 0xd9]);
}

type Entry = readonly [tag: number, type: number, values: readonly number[]];

/** A TIFF of one directory and pieces of data, whose places stand in a tag. */
function tiff(entries: readonly Entry[], pieces: readonly Uint8Array[], isLittle: boolean) {
  const begin = 2000;
  const size = begin + pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, entries.length, isLittle);
  let free = 1000;
  const write = (type: number, value: number, at: number): number => {
    if (type === 1) view.setUint8(at, value);
    else if (type === 3) view.setUint16(at, value, isLittle);
    else if (type === 5) {
      view.setUint32(at, Math.round(value * 1e6), isLittle);
      view.setUint32(at + 4, 1e6, isLittle);
    } else view.setUint32(at, value, isLittle);
    return { 1: 1, 3: 2, 4: 4, 5: 8 }[type]!;
  };
  entries.forEach(([tag, type, values], i) => {
    const at = 10 + 12 * i;
    view.setUint16(at, tag, isLittle);
    view.setUint16(at + 2, type, isLittle);
    view.setUint32(at + 4, values.length, isLittle);
    const isInside = values.length * { 1: 1, 3: 2, 4: 4, 5: 8 }[type]! <= 4;
    let place = isInside ? at + 8 : free;
    if (!isInside) view.setUint32(at + 8, free, isLittle);
    for (const value of values) place += write(type, value, place);
    if (!isInside) free = place;
  });
  let at = begin;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const placesOf = (pieces: readonly Uint8Array[]): number[] =>
  pieces.map((_, i) => 2000 + pieces.slice(0, i).reduce((sum, { length }) => sum + length, 0));

const common = (rows: number, columns: number, bits: number): Entry[] => [
  [254, 4, [0]],
  [256, 4, [columns]],
  [257, 4, [rows]],
  [258, 3, [bits]],
  [262, 3, [32803]],
  [277, 3, [1]],
  [33421, 3, [2, 2]],
  [33422, 1, [1, 0, 2, 1]],
  [33434, 5, [0.02]],
  [50706, 1, [1, 4, 0, 0]],
  [50714, 5, [64, 64, 66, 66]],
  [50717, 4, [4095]],
];

test('tiles of lossless JPEG are put together, and what the file says is read', () => {
  const [rows, columns, size] = [20, 40, 16];
  const codes = codesOf(rows * columns);
  const tiles = [0, 1].flatMap((down) =>
    [0, 1, 2].map((across) =>
      encoded(
        Uint16Array.from({ length: size * size }, (_, i) => {
          const row = Math.min(down * size + Math.floor(i / size), rows - 1);
          return codes[row * columns + Math.min(across * size + (i % size), columns - 1)]!;
        }),
        size,
        size,
      ),
    ),
  );
  for (const isLittle of [true, false]) {
    const file = tiff(
      [
        ...common(rows, columns, 12),
        [259, 3, [7]],
        [322, 3, [size]],
        [323, 3, [size]],
        [324, 4, placesOf(tiles)],
        [325, 4, tiles.map(({ length }) => length)],
      ],
      tiles,
      isLittle,
    );
    const { codes: read, ...facts } = readDng(file)!;
    expect(facts).toEqual({ rows, columns, pattern: 'grbg', bits: 12, black: 65, exposure: 0.02 });
    expect(Array.from(read)).toEqual(Array.from(codes));
  }
});

test('strips of packed codes are read, the last one shorter', () => {
  const [rows, columns] = [10, 12];
  const codes = codesOf(rows * columns);
  const strip = (from: number, to: number): Uint8Array => {
    const packed: number[] = [];
    for (let i = from * columns; i < to * columns; i += 2) {
      const [a, b] = [codes[i]!, codes[i + 1]!];
      packed.push(a >> 4, ((a & 15) << 4) | (b >> 8), b & 255);
    }
    return Uint8Array.from(packed);
  };
  const strips = [strip(0, 4), strip(4, 8), strip(8, 10)];
  const entries: Entry[] = [
    ...common(rows, columns, 12),
    [259, 3, [1]],
    [273, 4, placesOf(strips)],
    [278, 3, [4]],
    [279, 4, strips.map(({ length }) => length)],
  ];
  expect(Array.from(readDng(tiff(entries, strips, true))!.codes)).toEqual(Array.from(codes));
  const whole = tiff(entries, strips, true);
  expect(() => readDng(whole.subarray(0, whole.length - 1))).toThrow('it ends early');
  expect(() => readDng(tiff([...entries, [50712, 3, [1]]], strips, true))).toThrow(
    'its codes are companded',
  );
  expect(
    readDng(
      tiff(
        entries.filter(([tag]) => tag !== 50706),
        strips,
        true,
      ),
    ),
  ).toBeUndefined();
});

test('a JPEG with losses, or that ends early, is refused', () => {
  const bytes = encoded(codesOf(64), 8, 8);
  expect(Array.from(readLosslessJpeg(bytes).samples)).toEqual(Array.from(codesOf(64)));
  const lossy = bytes.slice();
  lossy[lossy.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === 0xc3) + 1] = 0xc0;
  expect(() => readLosslessJpeg(lossy)).toThrow('it is a JPEG with losses');
  expect(() => readLosslessJpeg(bytes.subarray(0, 20))).toThrow('it ends early');
});

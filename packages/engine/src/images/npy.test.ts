import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SimulationError } from '../simulation-error.ts';
import { NPY_TYPES, npyHeader, readNpy, readRealNpy, type NpyType } from './npy.ts';

/**
 * np.save of NumPy 2.4.6: np.array([[1.5, -2.25, 3]], '<f4') and np.arange(6,
 * dtype='<u2').reshape(1, 2, 3).
 */
const FLOATS = `\x93NUMPY\x01\x00v\x00${"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }".padEnd(117)}\n\x00\x00\xc0?\x00\x00\x10\xc0\x00\x00@@`;
const WORDS = `\x93NUMPY\x01\x00v\x00${"{'descr': '<u2', 'fortran_order': False, 'shape': (1, 2, 3), }".padEnd(117)}\n\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00`;

const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint8: Uint8Array,
} as const satisfies Record<NpyType, unknown>;

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
const concatenate = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));
const file = (dictionary: string, data = new Uint8Array(64)): Uint8Array =>
  concatenate(
    bytesOf(
      `\x93NUMPY\x01\x00${String.fromCharCode(dictionary.length & 255, dictionary.length >> 8)}${dictionary}`,
    ),
    data,
  );

describe('the header', () => {
  test('is byte for byte what NumPy writes', () => {
    expect(npyHeader('float32', [1, 3])).toEqual(bytesOf(FLOATS).subarray(0, 128));
    expect(npyHeader('uint16', [1, 2, 3])).toEqual(bytesOf(WORDS).subarray(0, 128));
  });
  test.each([
    [[5], '(5,)'],
    [[], '()'],
    [[31, 450, 650], '(31, 450, 650)'],
  ])('writes the shape %j as %s', (shape, written) => {
    expect(new TextDecoder('latin1').decode(npyHeader('float64', shape))).toContain(
      `'shape': ${written}, }`,
    );
  });
  test('ends on a multiple of 64 whatever the shape, so that the data can be mapped', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 8 }), (shape) => {
        expect(npyHeader('float32', shape).length % 64).toBe(0);
      }),
      { seed: 5 },
    );
  });
});

describe('reading', () => {
  test('what NumPy wrote', () => {
    expect(readNpy(bytesOf(FLOATS))).toEqual({
      type: 'float32',
      shape: [1, 3],
      data: Float32Array.of(1.5, -2.25, 3),
    });
    expect(readNpy(bytesOf(WORDS))).toEqual({
      type: 'uint16',
      shape: [1, 2, 3],
      data: Uint16Array.of(0, 1, 2, 3, 4, 5),
    });
  });
  test('what Node read from disc: a Buffer somewhere inside a larger piece of memory', () => {
    const memory = Buffer.alloc(4096, 0x55);
    const bytes = Buffer.from(FLOATS, 'latin1');
    bytes.copy(memory, 1001);
    expect(readNpy(memory.subarray(1001, 1001 + bytes.length)).data).toEqual(
      Float32Array.of(1.5, -2.25, 3),
    );
    expect(readNpy(bytes).data).toEqual(Float32Array.of(1.5, -2.25, 3));
  });
  test('what we wrote, any type and shape', () => {
    const types = Object.keys(NPY_TYPES) as NpyType[];
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
        fc.integer(),
        (type, shape, start) => {
          const count = shape.reduce((product, size) => product * size, 1);
          const data = new ARRAYS[type](
            Array.from({ length: count }, (_, i) => Math.abs(start + 7 * i) % 251),
          );
          expect(readNpy(concatenate(npyHeader(type, shape), new Uint8Array(data.buffer)))).toEqual(
            { type, shape, data },
          );
        },
      ),
      { seed: 6 },
    );
  });
  test('the longer header of format version 2', () => {
    const dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n";
    const bytes = concatenate(
      bytesOf(
        `\x93NUMPY\x02\x00${String.fromCharCode(dictionary.length)}\x00\x00\x00${dictionary}`,
      ),
      new Uint8Array(Float64Array.of(2.5).buffer),
    );
    expect(readNpy(bytes)).toEqual({ type: 'float64', shape: [1], data: Float64Array.of(2.5) });
  });
});

describe('a file that cannot be read is said to be one', () => {
  const good = bytesOf(FLOATS);
  test.each([
    ['nothing', new Uint8Array(0), /first bytes/],
    ['a picture', bytesOf('\x89PNG\r\n\x1a\n and more bytes than twelve'), /first bytes/],
    ['a file cut in its header', good.subarray(0, 40), /shape is missing|type is missing/],
    ['a file cut in its data', good.subarray(0, 138), /ends early/],
    [
      'whole numbers',
      file("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }"),
      /type is <i4/,
    ],
    [
      'big-endian floats',
      file("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }"),
      /type is >f4/,
    ],
    [
      'a record array',
      file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }"),
      /type is missing/,
    ],
    [
      'Fortran order',
      file("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }"),
      /Fortran order/,
    ],
    ['no shape', file("{'descr': '<f4', 'fortran_order': False, }"), /shape is missing/],
    [
      'more values than any memory holds',
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (999999999, 999999999), }"),
      /ends early/,
    ],
    [
      'a negative size',
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 3), }"),
      /shape/,
    ],
    [
      'a size that is no number',
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (two,), }"),
      /shape/,
    ],
    [
      'a size that is not whole',
      file("{'descr': '<f4', 'fortran_order': False, 'shape': (1.5, 2), }"),
      /shape/,
    ],
  ])('%s', (_, bytes, why) => {
    let thrown: unknown;
    try {
      readNpy(bytes);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SimulationError);
    expect((thrown as SimulationError).code).toBe('bad-parameter');
    expect((thrown as SimulationError).message).toMatch(
      /^This is not an \.npy file that can be read: .*\.$/,
    );
    expect((thrown as SimulationError).message).toMatch(why);
  });
  test('whatever the bytes, nothing else is thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: good.length }), (noise, at) => {
        const bytes = concatenate(good.subarray(0, at), noise);
        try {
          readNpy(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(SimulationError);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('any real type', () => {
  const dictionary = (descr: string, shape: string): string =>
    `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`;
  test.each([
    // Bytes as np.array([...]).astype(type).tobytes() gives them.
    ['|b1', [1, 0], [1, 0], 1],
    ['|i1', [0x80, 0x7f], [-128, 127], 127],
    ['<u2', [0x01, 0x02, 0xff, 0xff], [513, 65535], 65535],
    ['>u2', [0x01, 0x02, 0xff, 0xff], [258, 65535], 65535],
    ['<i4', [0xfe, 0xff, 0xff, 0xff, 1, 0, 0, 0], [-2, 1], 2 ** 31 - 1],
    ['>u4', [0, 0, 1, 0, 0xff, 0xff, 0xff, 0xff], [256, 2 ** 32 - 1], 2 ** 32 - 1],
    ['<i8', [1, 0, 0, 0, 0, 0, 0, 0, ...Array<number>(8).fill(0xff)], [1, -1], 2 ** 63 - 1],
    ['<f2', [0x00, 0x3e, 0x01, 0x80], [1.5, -(2 ** -24)], undefined],
    ['>f4', [0x3f, 0xc0, 0, 0, 0xbf, 0x80, 0, 0], [1.5, -1], undefined],
    [
      '<f8',
      [0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f],
      [1.5, Infinity],
      undefined,
    ],
  ])('%s', (descr, bytes, values, largest) => {
    const read = readRealNpy(file(dictionary(descr, '(2,)'), Uint8Array.from(bytes)));
    expect([...read.values]).toEqual(values);
    expect(read).toMatchObject({ shape: [2], largest });
  });
  test.each([
    ['<c8', '(2,)', /its type is <c8/],
    ['<U3', '(2,)', /its type is <U3/],
    ['<f8', '(20,)', /it ends early: 20 values/],
  ])('refuses %s %s', (descr, shape, sentence) => {
    expect(() => readRealNpy(file(dictionary(descr, shape)))).toThrow(sentence);
  });
});

import { SimulationError } from '../simulation-error.ts';

/** What an .npy file of ours may hold. */
export const NPY_TYPES = {
  float32: '<f4',
  float64: '<f8',
  uint16: '<u2',
  int16: '<i2',
  uint8: '|u1',
} as const;
export type NpyType = keyof typeof NPY_TYPES;

/** An array as NumPy knows it, C order. */
export interface NpyArray {
  readonly type: NpyType;
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array | Uint16Array | Int16Array | Uint8Array;
}

/** A file, wherever it lies, of which parts are read. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Some of its bytes, in memory of their own; fewer where it ends. */
  readonly bytes: (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** More than the header of any .npy file has. */
export const NPY_HEAD_BYTES = 65536;

const MAGIC = '\x93NUMPY';

/**
 * The header of an .npy file, version 1.0; the data follows it, little-endian, C order.
 * @see NumPy Enhancement Proposal 1.
 */
export function npyHeader(type: NpyType, shape: readonly number[]): Uint8Array {
  const dictionary = `{'descr': '${NPY_TYPES[type]}', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const padded = `${dictionary.padEnd(Math.ceil((dictionary.length + 11) / 64) * 64 - 11)}\n`;
  const header = `${MAGIC}\x01\x00${String.fromCharCode(padded.length & 255, padded.length >> 8)}${padded}`;
  return Uint8Array.from(header, (character) => character.charCodeAt(0));
}

function fail(why: string): never {
  throw new SimulationError('bad-parameter', `This is not an .npy file that can be read: ${why}.`);
}

/**
 * Sizes, type and place of the data of an .npy file, from its first bytes.
 *
 * @throws SimulationError when they are no such file.
 */
export function npyLayout(head: Uint8Array) {
  const { descr, shape, begin } = readHeader(head);
  return { descr, shape, begin };
}

/** The header of an .npy file, and the place where its data begin. */
function readHeader(bytes: Uint8Array) {
  if (bytes.length < 12 || String.fromCharCode(...bytes.subarray(0, 6)) !== MAGIC)
    fail('its first bytes are not those of NumPy');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirstVersion = bytes[6] === 1;
  const start = isFirstVersion ? 10 : 12;
  const length = isFirstVersion ? view.getUint16(8, true) : view.getUint32(8, true);
  const header = new TextDecoder('latin1').decode(bytes.subarray(start, start + length));
  if (/'fortran_order':\s*True/.test(header))
    fail('it is in Fortran order; save it with numpy.ascontiguousarray');
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? fail('its shape is missing'))
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0))
    fail(`its shape (${shape.join(', ')}) is not one of whole numbers`);
  const count = shape.reduce((product, size) => product * size, 1);
  const checkLength = (bytesPerValue: number): void => {
    if (bytes.length - start - length < count * bytesPerValue)
      fail(`it ends early: ${count} values of shape (${shape.join(', ')}) were announced`);
  };
  return {
    descr: /'descr':\s*'([^']*)'/.exec(header)?.[1],
    shape,
    count,
    begin: start + length,
    checkLength,
  };
}

/**
 * @throws SimulationError when the bytes are no .npy file, or one of a type or order that is not
 * read here.
 */
export function readNpy(bytes: Uint8Array): NpyArray {
  const { descr, shape, count, begin, checkLength } = readHeader(bytes);
  const type =
    (Object.keys(NPY_TYPES) as NpyType[]).find((candidate) => NPY_TYPES[candidate] === descr) ??
    fail(`its type is ${descr ?? 'missing'}; float32, float64, uint16, int16 and uint8 are read`);
  const Type = {
    float32: Float32Array,
    float64: Float64Array,
    uint16: Uint16Array,
    int16: Int16Array,
    uint8: Uint8Array,
  }[type];
  checkLength(Type.BYTES_PER_ELEMENT);
  // A copy, for alignment; a Buffer's own slice would be a view.
  const data = Uint8Array.prototype.slice.call(bytes, begin);
  return { type, shape, data: new Type(data.buffer, 0, count) };
}

/** An array of any real type, as numbers. */
export interface RealArray {
  readonly shape: readonly number[];
  /** C order. */
  readonly values: Float64Array;
  /** Largest value of an integer type; undefined for floating point. */
  readonly largest: number | undefined;
}

type Reader = (view: DataView, at: number, isLittle: boolean) => number;
/** Every real type of NumPy but the long double, by its letter and bytes. */
const REAL_TYPES: Readonly<Record<string, { readonly read: Reader; readonly largest?: number }>> = {
  b1: { read: (view, at) => view.getUint8(at), largest: 1 },
  u1: { read: (view, at) => view.getUint8(at), largest: 2 ** 8 - 1 },
  u2: { read: (view, at, little) => view.getUint16(at, little), largest: 2 ** 16 - 1 },
  u4: { read: (view, at, little) => view.getUint32(at, little), largest: 2 ** 32 - 1 },
  u8: { read: (view, at, little) => Number(view.getBigUint64(at, little)), largest: 2 ** 64 - 1 },
  i1: { read: (view, at) => view.getInt8(at), largest: 2 ** 7 - 1 },
  i2: { read: (view, at, little) => view.getInt16(at, little), largest: 2 ** 15 - 1 },
  i4: { read: (view, at, little) => view.getInt32(at, little), largest: 2 ** 31 - 1 },
  i8: { read: (view, at, little) => Number(view.getBigInt64(at, little)), largest: 2 ** 63 - 1 },
  f2: { read: (view, at, little) => halfPrecision(view.getUint16(at, little)) },
  f4: { read: (view, at, little) => view.getFloat32(at, little) },
  f8: { read: (view, at, little) => view.getFloat64(at, little) },
};

/** The value of a number of half precision. @see IEEE 754-2019, binary16 */
export function halfPrecision(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction);
}

/**
 * Reads an .npy file of any real type: booleans, whole numbers of 8 to 64 bits, floating point of
 * 16 to 64; either byte order.
 *
 * @throws SimulationError when the bytes are no such file.
 */
export function readRealNpy(bytes: Uint8Array): RealArray {
  const { descr, shape, count, begin, checkLength } = readHeader(bytes);
  const [, order, code = ''] = /^([<>|=])(\w+)$/.exec(descr ?? '') ?? [];
  const type = Object.hasOwn(REAL_TYPES, code)
    ? REAL_TYPES[code]!
    : fail(
        `its type is ${descr ?? 'a record'}; whole numbers and floating point up to 64 bits are read`,
      );
  const size = Number(code[1]);
  checkLength(size);
  const view = new DataView(bytes.buffer, bytes.byteOffset + begin);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i += 1) values[i] = type.read(view, i * size, order !== '>');
  return { shape, values, largest: type.largest };
}

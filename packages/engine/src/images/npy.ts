import { SimulationError } from '../simulation-error.ts';

/** The element types that are written and read. */
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

const MAGIC = '\x93NUMPY';

/** The header of an .npy file, version 1.0; the data follows it, little-endian, C order. @see NumPy Enhancement Proposal 1. */
export function npyHeader(type: NpyType, shape: readonly number[]): Uint8Array {
  const dictionary = `{'descr': '${NPY_TYPES[type]}', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const padded = `${dictionary.padEnd(Math.ceil((dictionary.length + 11) / 64) * 64 - 11)}\n`;
  const header = `${MAGIC}\x01\x00${String.fromCharCode(padded.length & 255, padded.length >> 8)}${padded}`;
  return Uint8Array.from(header, (character) => character.charCodeAt(0));
}

/** Reads an .npy file. @throws SimulationError when the bytes are none, or its type or order is not supported. */
export function readNpy(bytes: Uint8Array): NpyArray {
  const fail = (why: string): never => {
    throw new SimulationError(
      'bad-parameter',
      `This is not an .npy file that can be read: ${why}.`,
    );
  };
  if (bytes.length < 12 || String.fromCharCode(...bytes.subarray(0, 6)) !== MAGIC)
    fail('its first bytes are not those of NumPy');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirstVersion = bytes[6] === 1;
  const start = isFirstVersion ? 10 : 12;
  const length = isFirstVersion ? view.getUint16(8, true) : view.getUint32(8, true);
  const header = new TextDecoder('latin1').decode(bytes.subarray(start, start + length));
  const descr = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  const type =
    (Object.keys(NPY_TYPES) as NpyType[]).find((candidate) => NPY_TYPES[candidate] === descr) ??
    fail(`its type is ${descr ?? 'missing'}; float32, float64, uint16, int16 and uint8 are read`);
  if (/'fortran_order':\s*True/.test(header))
    fail('it is in Fortran order; save it with numpy.ascontiguousarray');
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? fail('its shape is missing'))
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0))
    fail(`its shape (${shape.join(', ')}) is not one of whole numbers`);
  const count = shape.reduce((product, size) => product * size, 1);
  const Type = {
    float32: Float32Array,
    float64: Float64Array,
    uint16: Uint16Array,
    int16: Int16Array,
    uint8: Uint8Array,
  }[type];
  // Copied, because views need aligned data. `slice` of a Buffer would not copy.
  const data = Uint8Array.prototype.slice.call(bytes, start + length);
  if (data.byteLength < count * Type.BYTES_PER_ELEMENT)
    fail(`it ends early: ${count} values of shape (${shape.join(', ')}) were announced`);
  return { type, shape, data: new Type(data.buffer, 0, count) };
}

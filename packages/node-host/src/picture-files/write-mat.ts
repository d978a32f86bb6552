import { VERSION } from '@lumenloom/engine';

/** An array of rows x columns, or of rows x columns x planes. */
export interface MatPlanes {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly planes: readonly (Float32Array | Uint16Array | Uint8Array)[];
}

/** Types of data elements, and classes of arrays (MAT-File Format, tables 1-1 and 1-3). */
const [INT8, UINT8, UINT16, INT32, UINT32, SINGLE, MATRIX, UTF16] = [1, 2, 4, 5, 6, 7, 14, 17];
const CLASSES = { char: 4, single: 7, uint8: 9, uint16: 11 } as const;

/** Bytes of an element; its length is a 32-bit number, which MATLAB reads as a signed one. */
const LARGEST = 2 ** 31 - 1024;
/** The first line of the file, padded with spaces. */
const HEADER_TEXT = 116;

/**
 * Writes a MATLAB file of version 5, little-endian and uncompressed, which MATLAB, Octave and SciPy
 * read.
 *
 * @param variables by their names: arrays keep their type, texts become rows of characters.
 * @throws RangeError for an array of 2 GiB or more, which the format cannot hold.
 * @see MathWorks, "MAT-File Format", level 5.
 */
export function writeMat(variables: ReadonlyMap<string, MatPlanes | string>): Uint8Array {
  const header = new Uint8Array(128);
  const text = `MATLAB 5.0 MAT-file, written by Lumenloom ${VERSION}`.padEnd(HEADER_TEXT);
  header.set(new TextEncoder().encode(text));
  // The version, and the mark by which a reader knows the order of bytes.
  header.set([0, 1, 0x49, 0x4d], 124);
  return Buffer.concat([header, ...[...variables].map((entry) => matrix(...entry))]);
}

function matrix(name: string, value: MatPlanes | string): Uint8Array {
  const { type, kind, dimensions, data } =
    typeof value === 'string' ? characters(value) : numbers(value);
  const content = [
    element(UINT32, Uint32Array.of(kind, 0)),
    element(INT32, Int32Array.from(dimensions)),
    element(INT8, new TextEncoder().encode(name)),
    element(type, data),
  ];
  const bytes = content.reduce((sum, part) => sum + part.length, 0);
  if (bytes > LARGEST) throw new RangeError(`${name} has more than 2 GiB, which no .mat file has.`);
  return Buffer.concat([tag(MATRIX, bytes), ...content]);
}

function characters(text: string) {
  const data = Uint16Array.from(text, (_, i) => text.charCodeAt(i));
  return { type: UTF16, kind: CLASSES.char, dimensions: [1, data.length], data };
}

/** MATLAB's order: the row varies fastest, then the column, then the plane. */
function numbers({ rows, columns, planes }: MatPlanes) {
  const [first] = planes;
  const [type, kind] =
    first instanceof Float32Array
      ? [SINGLE, CLASSES.single]
      : first instanceof Uint16Array
        ? [UINT16, CLASSES.uint16]
        : [UINT8, CLASSES.uint8];
  const length = rows * columns * planes.length;
  const data =
    first instanceof Float32Array
      ? new Float32Array(length)
      : first instanceof Uint16Array
        ? new Uint16Array(length)
        : new Uint8Array(length);
  let at = 0;
  for (const plane of planes)
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1) data[at++] = plane[row * columns + column]!;
  const dimensions = planes.length === 1 ? [rows, columns] : [rows, columns, planes.length];
  return { type, kind, dimensions, data };
}

function tag(type: number, bytes: number): Uint8Array {
  const pair = Buffer.alloc(8);
  pair.writeUInt32LE(type);
  pair.writeUInt32LE(bytes, 4);
  return pair;
}

/** A data element; the next one begins at a multiple of 8 bytes. */
function element(
  type: number,
  data: Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array,
): Uint8Array {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return Buffer.concat([tag(type, bytes.length), bytes, new Uint8Array(-bytes.length & 7)]);
}

/** Value of a TIFF field; rationals are pairs of whole numbers made of fractions. */
export type TiffValue =
  | { readonly type: 'byte'; readonly values: readonly number[] | Uint8Array }
  | { readonly type: 'ascii'; readonly text: string }
  | {
      readonly type: 'short' | 'long' | 'rational' | 'signed rational';
      readonly values: readonly number[];
    };

const TYPES = {
  byte: { code: 1, bytes: 1 },
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  rational: { code: 5, bytes: 8 },
  'signed rational': { code: 10, bytes: 8 },
} as const;

/** Denominator of rationals: a power of ten, so that they read well. */
const DENOMINATOR = 1e6;

/** One picture of a TIFF file: its fields by their numbers, and its samples in one strip. */
export interface TiffDirectory {
  readonly fields: ReadonlyMap<number, TiffValue>;
  /** Little-endian. */
  readonly strip: Uint8Array;
  /** Pictures that field 330 points at. */
  readonly inside?: readonly TiffDirectory[];
}

const [STRIP_OFFSETS, STRIP_BYTE_COUNTS, SUB_DIRECTORIES] = [273, 279, 330];

/**
 * Writes a little-endian TIFF file of one picture, uncompressed, with others inside it.
 * @see Adobe, TIFF Revision 6.0.
 */
export function writeTiff(directory: TiffDirectory): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  append(directory, 8, parts);
  return Buffer.concat(parts);
}

/**
 * Appends a directory, its long values, its strip and the directories inside it; returns where the
 * next part begins.
 */
function append(directory: TiffDirectory, at: number, parts: Buffer[]): number {
  const { strip, inside = [] } = directory;
  const fields = new Map(directory.fields);
  const long = (values: readonly number[]): TiffValue => ({ type: 'long', values });
  fields.set(STRIP_OFFSETS, long([0]));
  fields.set(STRIP_BYTE_COUNTS, long([strip.length]));
  if (inside.length > 0) fields.set(SUB_DIRECTORIES, long(inside.map(() => 0)));
  const size = 2 + 12 * fields.size + 4;
  const longBytes = [...fields.values()].reduce((sum, value) => {
    const { length } = encoded(value).bytes;
    return sum + (length > 4 ? length + (length & 1) : 0);
  }, 0);
  const stripAt = at + size + longBytes;
  fields.set(STRIP_OFFSETS, long([stripAt]));
  // Directories begin at even places.
  let next = stripAt + strip.length + (strip.length & 1);
  const inner: Buffer[] = [];
  const places = inside.map((sub) => {
    const place = next;
    next = append(sub, place, inner);
    return place;
  });
  if (inside.length > 0) fields.set(SUB_DIRECTORIES, long(places));
  parts.push(
    directoryBytes(fields, at + size),
    Buffer.from(strip),
    Buffer.alloc(strip.length & 1),
    ...inner,
  );
  return next;
}

/**
 * The entries of a directory in the order of their numbers, and the values that are longer than
 * four bytes.
 */
function directoryBytes(fields: ReadonlyMap<number, TiffValue>, valuesAt: number): Buffer {
  const entries = Buffer.alloc(2 + 12 * fields.size + 4);
  entries.writeUInt16LE(fields.size, 0);
  const values: Buffer[] = [];
  let at = valuesAt;
  for (const [i, [tag, value]] of [...fields].toSorted(([one], [other]) => one - other).entries()) {
    const entry = 2 + 12 * i;
    const { code, count, bytes } = encoded(value);
    entries.writeUInt16LE(tag, entry);
    entries.writeUInt16LE(code, entry + 2);
    entries.writeUInt32LE(count, entry + 4);
    if (bytes.length <= 4) bytes.copy(entries, entry + 8);
    else {
      entries.writeUInt32LE(at, entry + 8);
      values.push(bytes, Buffer.alloc(bytes.length & 1));
      at += bytes.length + (bytes.length & 1);
    }
  }
  return Buffer.concat([entries, ...values]);
}

function encoded(value: TiffValue): {
  readonly code: number;
  readonly count: number;
  readonly bytes: Buffer;
} {
  const { code, bytes: size } = TYPES[value.type];
  if (value.type === 'ascii') {
    const bytes = Buffer.from(`${value.text}\0`, 'latin1');
    return { code, count: bytes.length, bytes };
  }
  if (value.type === 'byte') {
    const bytes = Buffer.from(value.values);
    return { code, count: bytes.length, bytes };
  }
  const bytes = Buffer.alloc(size * value.values.length);
  for (const [i, number] of value.values.entries()) {
    const at = size * i;
    if (value.type === 'short') bytes.writeUInt16LE(number, at);
    else if (value.type === 'long') bytes.writeUInt32LE(number, at);
    else {
      const numerator = Math.round(number * DENOMINATOR);
      if (value.type === 'rational') bytes.writeUInt32LE(numerator, at);
      else bytes.writeInt32LE(numerator, at);
      bytes.writeUInt32LE(DENOMINATOR, at + 4);
    }
  }
  return { code, count: value.values.length, bytes };
}

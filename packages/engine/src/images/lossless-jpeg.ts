import { SimulationError } from '../simulation-error.ts';

/** Samples of a lossless JPEG, components beside each other. */
export interface LosslessJpeg {
  readonly rows: number;
  /** Samples of a row: pixels times components. */
  readonly columns: number;
  readonly samples: Uint16Array;
}

interface Frame {
  readonly bits: number;
  readonly rows: number;
  readonly width: number;
  readonly components: number;
}

const MOST_SAMPLES = 2 ** 29;
const [START_OF_FRAME_3, HUFFMAN, START_OF_SCAN, START, RESTART_INTERVAL] = [
  0xc3, 0xc4, 0xda, 0xd8, 0xdd,
];

/**
 * Decodes a lossless JPEG: Huffman coding of what predictors 1 to 7 leave.
 *
 * @throws SimulationError when the bytes are no such picture.
 * @see ITU-T T.81 (ISO/IEC 10918-1), annex H.
 */
export function readLosslessJpeg(bytes: Uint8Array): LosslessJpeg {
  const tables = new Map<number, HuffmanTable>();
  let frame: Frame | undefined;
  let at = 0;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) fail('a marker is missing');
    const marker = bytes[at + 1]!;
    at += 2;
    if (marker === START || marker === 0xff) {
      at -= marker === 0xff ? 1 : 0;
      continue;
    }
    const length = (bytes[at]! << 8) | bytes[at + 1]!;
    const part = bytes.subarray(at + 2, at + length);
    if (length < 2 || part.length !== length - 2) fail('it ends early');
    at += length;
    if (marker === START_OF_FRAME_3) frame = frameOf(part);
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== HUFFMAN)
      fail('it is a JPEG with losses');
    else if (marker === HUFFMAN) addTables(part, tables);
    else if (marker === RESTART_INTERVAL && ((part[0]! << 8) | part[1]!) > 0)
      fail('it has restart intervals, which are not read');
    else if (marker === START_OF_SCAN) {
      if (!frame) fail('its frame is missing');
      return decode(bytes.subarray(at), part, frame, tables);
    }
  }
  return fail('it has no scan');
}

function frameOf(part: Uint8Array): Frame {
  const [bits, components] = [part[0]!, part[5]!];
  const [rows, width] = [(part[1]! << 8) | part[2]!, (part[3]! << 8) | part[4]!];
  if (bits < 2 || bits > 16 || components < 1 || components > 4 || rows * width === 0)
    fail('its frame is not one of raw codes');
  if (rows * width * components > MOST_SAMPLES) fail('it is too large');
  for (let i = 0; i < components; i += 1)
    if (part[7 + 3 * i] !== 0x11) fail('its components have several sizes');
  return { bits, rows, width, components };
}

/** Codes by their first bits: length in the upper byte, value in the lower one; 0 where longer. */
interface HuffmanTable {
  readonly short: Uint16Array;
  readonly largest: Int32Array;
  readonly offset: Int32Array;
  readonly values: Uint8Array;
}

const SHORT_BITS = 9;

function addTables(part: Uint8Array, tables: Map<number, HuffmanTable>): void {
  let at = 0;
  while (at + 17 <= part.length) {
    const id = part[at]! & 15;
    const counts = part.subarray(at + 1, at + 17);
    const count = counts.reduce((sum, one) => sum + one, 0);
    const values = part.slice(at + 17, at + 17 + count);
    if (values.length < count) fail('a table of codes ends early');
    at += 17 + count;
    const short = new Uint16Array(2 ** SHORT_BITS);
    const [largest, offset] = [new Int32Array(18).fill(-1), new Int32Array(18)];
    let [code, next] = [0, 0];
    for (let length = 1; length <= 16; length += 1) {
      offset[length] = next - code;
      for (let i = 0; i < counts[length - 1]!; i += 1) {
        if (length <= SHORT_BITS)
          short.fill(
            (length << 8) | values[next]!,
            code << (SHORT_BITS - length),
            (code + 1) << (SHORT_BITS - length),
          );
        code += 1;
        next += 1;
      }
      largest[length] = counts[length - 1]! > 0 ? code - 1 : -1;
      code <<= 1;
    }
    tables.set(id, { short, largest, offset, values });
  }
}

/** Bits of a scan; 0xff is followed by a 0 that is left out, and a marker gives zeros. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next bits, at most 16, without taking them. */
  peek(count: number): number {
    while (this.#count < count) {
      let byte = this.#bytes[this.#at] ?? 0;
      if (byte === 0xff) {
        if (this.#bytes[this.#at + 1] === 0) this.#at += 2;
        else byte = 0;
      } else this.#at += 1;
      this.#held = ((this.#held << 8) | byte) & 0xffffff;
      this.#count += 8;
    }
    return (this.#held >> (this.#count - count)) & (2 ** count - 1);
  }

  skip(count: number): void {
    this.#count -= count;
  }

  take(count: number): number {
    if (count === 0) return 0;
    const value = this.peek(count);
    this.#count -= count;
    return value;
  }
}

/** The next difference. */
function difference(bits: BitReader, { short, largest, offset, values }: HuffmanTable): number {
  const entry = short[bits.peek(SHORT_BITS)]!;
  let size: number;
  if (entry > 0) {
    bits.skip(entry >> 8);
    size = entry & 255;
  } else {
    let length = SHORT_BITS + 1;
    while (length <= 16 && bits.peek(length) > largest[length]!) length += 1;
    if (length > 16) fail('a code is not in its table');
    const code = bits.take(length);
    size = values[code + offset[length]!]!;
  }
  if (size === 0) return 0;
  if (size === 16) return 32768;
  const value = bits.take(size);
  return value < 2 ** (size - 1) ? value - 2 ** size + 1 : value;
}

function decode(
  scan: Uint8Array,
  header: Uint8Array,
  { bits, rows, width, components }: Frame,
  tables: ReadonlyMap<number, HuffmanTable>,
): LosslessJpeg {
  if (header[0] !== components) fail('its components are in several scans');
  const chosen = Array.from({ length: components }, (_, i) => {
    return tables.get(header[2 + 2 * i]! >> 4) ?? fail('a table of codes is missing');
  });
  const [predictor, shift] = [header[1 + 2 * components]!, header[3 + 2 * components]! & 15];
  if (predictor < 1 || predictor > 7) fail('its predictor is not one of 1 to 7');
  const columns = width * components;
  const samples = new Uint16Array(rows * columns);
  const reader = new BitReader(scan);
  const first = 2 ** (bits - shift - 1);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const i = row * columns + column;
      const hasLeft = column >= components;
      const left = hasLeft ? samples[i - components]! : 0;
      const up = row > 0 ? samples[i - columns]! : 0;
      let expected: number;
      if (row === 0) expected = hasLeft ? left : first;
      else if (!hasLeft) expected = up;
      else expected = predicted(predictor, left, up, samples[i - columns - components]!);
      samples[i] = (expected + difference(reader, chosen[column % components]!)) & 0xffff;
    }
  if (shift > 0) for (let i = 0; i < samples.length; i += 1) samples[i]! <<= shift;
  return { rows, columns, samples };
}

function predicted(predictor: number, left: number, up: number, corner: number): number {
  switch (predictor) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return corner;
    case 4:
      return left + up - corner;
    case 5:
      return left + ((up - corner) >> 1);
    case 6:
      return up + ((left - corner) >> 1);
    default:
      return (left + up) >> 1;
  }
}

function fail(why: string): never {
  throw new SimulationError('bad-parameter', `This lossless JPEG cannot be read: ${why}.`);
}

import { ByteCursor } from './byte-cursor.ts';

/** Values of 16 bits, and the mark of a run. */
const SYMBOLS = 65537;
/** Lengths of codes have six bits; from this one on they are runs of symbols without code. */
const FIRST_RUN = 59;
const LONG_RUN = 63;
/** Bits that the table of short codes looks at. */
const LOOK = 13;

/**
 * Undoes the Huffman code of PIZ. A symbol of its own says that the value before it is repeated.
 *
 * @param count of the values.
 * @throws RangeError where the data are damaged, or are more or fewer values.
 * @see OpenEXR project, Technical introduction to OpenEXR, data compression.
 */
export function decodeHuffman(stored: Uint8Array, count: number): Uint16Array {
  const head = new ByteCursor(stored);
  const [least, run] = [head.uint32(), head.uint32()];
  head.skip(4);
  const bits = head.uint32();
  head.skip(4);
  if (least >= SYMBOLS || run >= SYMBOLS) throw new RangeError();
  const input = new BitReader(stored, head.at);
  const code = codeOf(readLengths(input, least, run));
  // Codes begin at a byte.
  const codes = new BitReader(stored, input.nextByte());
  if (bits > 8 * (stored.length - codes.start)) throw new RangeError();
  const values = new Uint16Array(count);
  let at = 0;
  while (codes.used < bits) {
    const symbol = nextSymbol(codes, code);
    if (symbol === run) {
      const times = codes.take(8);
      if (at === 0 || at + times > count) throw new RangeError();
      values.fill(values[at - 1]!, at, at + times);
      at += times;
    } else {
      if (at >= count) throw new RangeError();
      values[at] = symbol;
      at += 1;
    }
  }
  if (at !== count || codes.used !== bits) throw new RangeError();
  return values;
}

/** Reads bits, the highest of a byte first; zeros behind the end. */
class BitReader {
  readonly start: number;
  readonly #bytes: Uint8Array;
  #next: number;
  #held = 0;
  #bits = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.start = start;
    this.#next = start;
  }

  /** Bits that were taken. */
  get used(): number {
    return 8 * (this.#next - this.start) - this.#bits;
  }

  /** The next bits without taking them, at most 16. */
  look(count: number): number {
    while (this.#bits < count) {
      this.#held = ((this.#held << 8) | (this.#bytes[this.#next] ?? 0)) & 0xffffff;
      this.#next += 1;
      this.#bits += 8;
    }
    return (this.#held >> (this.#bits - count)) & ((1 << count) - 1);
  }

  /** @throws RangeError behind the end. */
  take(count: number): number {
    const value = this.look(count);
    this.#bits -= count;
    if (this.used > 8 * (this.#bytes.length - this.start)) throw new RangeError();
    return value;
  }

  /** Where the byte begins behind the last one of which a bit was taken. */
  nextByte(): number {
    return this.start + Math.ceil(this.used / 8);
  }
}

/** Lengths of the codes by symbol; 0 where there is none. */
function readLengths(input: BitReader, least: number, last: number): Uint8Array {
  const lengths = new Uint8Array(SYMBOLS);
  for (let symbol = least; symbol <= last; symbol += 1) {
    const length = input.take(6);
    if (length < FIRST_RUN) lengths[symbol] = length;
    else {
      const zeros =
        length === LONG_RUN ? input.take(8) + LONG_RUN - FIRST_RUN + 2 : length - FIRST_RUN + 2;
      symbol += zeros - 1;
      if (symbol > last) throw new RangeError();
    }
  }
  return lengths;
}

interface Code {
  /** First code of each length, and how many there are. */
  readonly first: Float64Array;
  readonly counts: Uint32Array;
  /** Where the symbols of a length begin in `symbols`. */
  readonly starts: Uint32Array;
  /** By length, then by symbol. */
  readonly symbols: Uint32Array;
  /** By the next bits: symbol * 64 + length for short codes, else 0. */
  readonly short: Uint32Array;
}

/** The canonical code of these lengths: codes of one length ascend with their symbols. */
function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint32Array(FIRST_RUN);
  for (const length of lengths) if (length > 0) counts[length]! += 1;
  const first = new Float64Array(FIRST_RUN);
  const starts = new Uint32Array(FIRST_RUN);
  for (let length = FIRST_RUN - 1, code = 0; length > 0; length -= 1) {
    first[length] = code;
    code = Math.floor((code + counts[length]!) / 2);
  }
  for (let length = 1; length < FIRST_RUN - 1; length += 1)
    starts[length + 1] = starts[length]! + counts[length]!;
  const symbols = new Uint32Array(starts[FIRST_RUN - 1]! + counts[FIRST_RUN - 1]!);
  const short = new Uint32Array(1 << LOOK);
  const next = starts.slice();
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const code = first[length]! + next[length]! - starts[length]!;
    symbols[next[length]!] = symbol;
    next[length]! += 1;
    if (length <= LOOK) {
      const spread = 1 << (LOOK - length);
      short.fill(symbol * 64 + length, code * spread, (code + 1) * spread);
    }
  }
  return { first, counts, starts, symbols, short };
}

function nextSymbol(input: BitReader, { first, counts, starts, symbols, short }: Code): number {
  const known = short[input.look(LOOK)]!;
  if (known > 0) {
    input.take(known % 64);
    return Math.floor(known / 64);
  }
  for (let length = 1, code = 0; length < FIRST_RUN; length += 1) {
    code = 2 * code + input.take(1);
    const place = code - first[length]!;
    if (place >= 0 && place < counts[length]!) return symbols[starts[length]! + place]!;
  }
  throw new RangeError();
}

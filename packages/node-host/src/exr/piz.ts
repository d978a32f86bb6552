import { ByteCursor } from './byte-cursor.ts';
import { SAMPLE_BYTES, type BlockShape } from './exr-header.ts';
import { decodeHuffman } from './piz-huffman.ts';

/** Bytes that say which of the 65,536 values of 16 bits occur. */
const BITMAP_BYTES = 8192;

/**
 * Undoes PIZ: values numbered in the order of their size, a Haar wavelet of integers per channel,
 * and Huffman's code.
 *
 * @throws RangeError where the data are damaged.
 * @see OpenEXR project, Technical introduction to OpenEXR, data compression.
 */
export function unpackPiz(stored: Uint8Array, { rows, columns, channels }: BlockShape): Uint8Array {
  const input = new ByteCursor(stored);
  const values = readValues(input);
  const wordsOf = channels.map(({ type }) => SAMPLE_BYTES[type] / 2);
  const lineWords = columns * wordsOf.reduce((sum, words) => sum + words, 0);
  const words = decodeHuffman(input.bytes(input.int32()), rows * lineWords);
  let start = 0;
  for (const count of wordsOf) {
    for (let word = 0; word < count; word += 1)
      undoWavelet(words, {
        start: start + word,
        across: { count: columns, step: count },
        down: { count: rows, step: count * columns },
        isSmall: values.largest < 1 << 14,
      });
    start += count * columns * rows;
  }
  // Channels stand one behind the other here, and line by line in the result.
  const plain = new Uint8Array(2 * words.length);
  const view = new DataView(plain.buffer);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    let channelStart = 0;
    for (const count of wordsOf) {
      const from = channelStart + row * columns * count;
      for (let i = from; i < from + columns * count; i += 1, at += 2)
        view.setUint16(at, values.table[words[i]!]!, true);
      channelStart += rows * columns * count;
    }
  }
  return plain;
}

/** The values that occur, by their numbers. */
function readValues(input: ByteCursor): { readonly table: Uint16Array; readonly largest: number } {
  const [first, last] = [input.uint16(), input.uint16()];
  if (last >= BITMAP_BYTES) throw new RangeError();
  const bitmap = new Uint8Array(BITMAP_BYTES);
  if (first <= last) bitmap.set(input.bytes(last - first + 1), first);
  const table = new Uint16Array(65536);
  let count = 0;
  for (let value = 0; value < 65536; value += 1)
    // 0 always has a number.
    if (value === 0 || (bitmap[value >> 3]! >> (value & 7)) & 1) {
      table[count] = value;
      count += 1;
    }
  return { table, largest: count - 1 };
}

interface Plane {
  readonly start: number;
  readonly across: { readonly count: number; readonly step: number };
  readonly down: { readonly count: number; readonly step: number };
  /** Whether all values have at most 14 bits, so that sums fit into 16. */
  readonly isSmall: boolean;
}

/** Undoes the wavelet of a plane in place, from the coarsest level to the finest. */
function undoWavelet(words: Uint16Array, { start, across, down, isSmall }: Plane): void {
  const undo = isSmall ? undoSmallPair : undoPair;
  const least = Math.min(across.count, down.count);
  let reach = 1;
  while (2 * reach <= least) reach *= 2;
  for (let half = reach / 2; half >= 1; half /= 2) {
    const right = half * across.step;
    const below = half * down.step;
    let row = 0;
    for (; row + 2 * half <= down.count; row += 2 * half) {
      const line = start + row * down.step;
      let column = 0;
      for (; column + 2 * half <= across.count; column += 2 * half) {
        const at = line + column * across.step;
        undo(words, at, at + below);
        undo(words, at + right, at + right + below);
        undo(words, at, at + right);
        undo(words, at + below, at + below + right);
      }
      if (across.count & half) {
        const at = line + column * across.step;
        undo(words, at, at + below);
      }
    }
    if (down.count & half) {
      const line = start + row * down.step;
      for (let column = 0; column + 2 * half <= across.count; column += 2 * half) {
        const at = line + column * across.step;
        undo(words, at, at + right);
      }
    }
  }
}

/** A mean and a difference become two values again: both are signed. */
function undoSmallPair(words: Uint16Array, low: number, high: number): void {
  const mean = (words[low]! << 16) >> 16;
  const difference = (words[high]! << 16) >> 16;
  const first = mean + (difference & 1) + (difference >> 1);
  words[low] = first;
  words[high] = first - difference;
}

/** The same modulo 65,536, for values of all 16 bits. */
function undoPair(words: Uint16Array, low: number, high: number): void {
  const mean = words[low]!;
  const difference = words[high]!;
  const second = (mean - (difference >> 1)) & 0xffff;
  words[high] = second;
  words[low] = difference + second - 0x8000;
}

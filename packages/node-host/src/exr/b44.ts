import { halfBits, halfPrecision } from '@lumenloom/engine';
import { ByteCursor } from './byte-cursor.ts';
import { SAMPLE_BYTES, type BlockShape } from './exr-header.ts';

/** Bytes of 4 × 4 half floats: packed, and where they are all the same. */
const [PACKED, EVEN] = [14, 3];
/** Shifts from this one on mark 4 × 4 equal values. */
const FIRST_EVEN = 13;

/**
 * Undoes B44 and B44A: half floats in squares of 4 × 4, channel after channel; other types as they
 * are.
 *
 * @throws RangeError where the data end early.
 * @see OpenEXR project, Technical introduction to OpenEXR, data compression.
 */
export function unpackB44(
  stored: Uint8Array,
  size: number,
  { rows, columns, channels }: BlockShape,
): Uint8Array {
  const plain = new Uint8Array(size);
  const view = new DataView(plain.buffer);
  const input = new ByteCursor(stored);
  const lineBytes = size / rows;
  let start = 0;
  for (const { type, isPerceptual } of channels) {
    if (type !== 'half')
      for (let row = 0; row < rows; row += 1)
        plain.set(input.bytes(SAMPLE_BYTES[type] * columns), start + row * lineBytes);
    else {
      const values = isPerceptual ? (logarithms ??= makeLogarithms()) : undefined;
      for (let top = 0; top < rows; top += 4)
        for (let left = 0; left < columns; left += 4) {
          const square = readSquare(input);
          for (let i = 0; i < 16; i += 1) {
            const [row, column] = [top + (i >> 2), left + (i & 3)];
            if (row < rows && column < columns)
              view.setUint16(
                start + row * lineBytes + 2 * column,
                values ? values[square[i]!]! : square[i]!,
                true,
              );
          }
        }
    }
    start += SAMPLE_BYTES[type] * columns;
  }
  return plain;
}

const square = new Uint16Array(16);

/** The bits of 4 × 4 half floats. The array is used again by the next call. */
function readSquare(input: ByteCursor): Uint16Array {
  const head = input.bytes(EVEN);
  const shift = head[2]! >> 2;
  square[0] = (head[0]! << 8) | head[1]!;
  if (shift >= FIRST_EVEN) square.fill(square[0]);
  else {
    const tail = input.bytes(PACKED - EVEN);
    const byteAt = (i: number): number => (i < EVEN ? head[i]! : (tail[i - EVEN] ?? 0));
    // Steps of six bits behind 22: down the first column, then to the right in each row.
    const bias = 0x20 << shift;
    for (let step = 0; step < 15; step += 1) {
      const bit = 22 + 6 * step;
      const pair = (byteAt(bit >> 3) << 8) | byteAt((bit >> 3) + 1);
      const difference = (((pair >> (10 - (bit & 7))) & 0x3f) << shift) - bias;
      const to = step < 3 ? 4 * (step + 1) : 4 * ((step - 3) & 3) + ((step - 3) >> 2) + 1;
      square[to] = square[step < 3 ? to - 4 : to - 1]! + difference;
    }
  }
  // Stored in an order in which larger floats are larger numbers.
  for (let i = 0; i < 16; i += 1)
    square[i] = square[i]! & 0x8000 ? square[i]! & 0x7fff : ~square[i]!;
  return square;
}

let logarithms: Uint16Array | undefined;

/** 8 ln h of every half float h, as bits of half floats: such channels are stored as exp(h / 8). */
const makeLogarithms = (): Uint16Array =>
  Uint16Array.from({ length: 65536 }, (_, bits) => {
    const value = halfPrecision(bits);
    return Number.isFinite(value) && value >= 0 ? halfBits(8 * Math.log(value)) : 0;
  });

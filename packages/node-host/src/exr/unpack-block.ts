import { inflateSync } from 'node:zlib';
import { failScene } from '../scene-files/spectral-file.ts';
import { unpackB44 } from './b44.ts';
import { ByteCursor } from './byte-cursor.ts';
import { SAMPLE_BYTES, type BlockShape, type ExrCompression } from './exr-header.ts';
import { unpackPiz } from './piz.ts';

/**
 * Undoes the compression of a block: lines from the top, each with one channel behind the other,
 * little end first. Blocks that compression would make larger are stored as they are.
 *
 * @param size bytes of the block.
 * @throws SimulationError when it cannot be unpacked to that size.
 */
export function unpackBlock(
  stored: Uint8Array,
  size: number,
  compression: ExrCompression,
  shape: BlockShape,
): Uint8Array {
  if (stored.length === size) return stored;
  try {
    const plain = stored.length < size ? unpacked(stored, size, compression, shape) : undefined;
    if (plain?.length === size) return plain;
  } catch {
    // Said below: whatever is wrong inside a block, the file is damaged.
  }
  return failScene(
    'A block of the OpenEXR file cannot be unpacked: the file is damaged or ends early',
  );
}

function unpacked(
  stored: Uint8Array,
  size: number,
  compression: ExrCompression,
  shape: BlockShape,
): Uint8Array | undefined {
  switch (compression) {
    case 'RLE':
      return reordered(unpackRuns(stored, size));
    case 'ZIPS':
    case 'ZIP':
      return reordered(inflateSync(stored, { maxOutputLength: size }));
    case 'PIZ':
      return unpackPiz(stored, shape);
    case 'PXR24':
      return unpackPxr24(stored, size, shape);
    case 'B44':
    case 'B44A':
      return unpackB44(stored, size, shape);
    default:
      return undefined;
  }
}

function unpackRuns(stored: Uint8Array, size: number): Uint8Array {
  const plain = new Uint8Array(size);
  const runs = new ByteCursor(stored);
  let to = 0;
  while (runs.left > 0) {
    const length = runs.int8();
    if (length < 0) plain.set(runs.bytes(-length), to);
    else plain.fill(runs.uint8(), to, to + length + 1);
    to += length < 0 ? -length : length + 1;
  }
  if (to !== size) throw new RangeError();
  return plain;
}

/** Adds up the differences of bytes, and puts the even bytes between the odd ones again. */
function reordered(packed: Uint8Array): Uint8Array {
  const size = packed.length;
  for (let i = 1; i < size; i += 1) packed[i] = packed[i - 1]! + packed[i]! - 128;
  const plain = new Uint8Array(size);
  const half = Math.ceil(size / 2);
  for (let i = 0; i < size; i += 1) plain[i] = packed[(i >> 1) + (i & 1) * half]!;
  return plain;
}

/**
 * Of each sample the difference from the one before it in its line; all first bytes of a line and
 * channel, then all second ones. Floats have lost their last byte.
 */
function unpackPxr24(
  stored: Uint8Array,
  size: number,
  { rows, columns, channels }: BlockShape,
): Uint8Array {
  const packed = inflateSync(stored, { maxOutputLength: size });
  const plain = new Uint8Array(size);
  const view = new DataView(plain.buffer);
  let [from, to] = [0, 0];
  for (let row = 0; row < rows; row += 1)
    for (const { type } of channels) {
      const kept = type === 'float' ? 3 : SAMPLE_BYTES[type];
      if (from + kept * columns > packed.length) throw new RangeError();
      let value = 0;
      for (let column = 0; column < columns; column += 1) {
        let step = 0;
        for (let byte = 0; byte < kept; byte += 1)
          step = (step << 8) | packed[from + byte * columns + column]!;
        value = (value + step) | 0;
        if (type === 'half') view.setUint16(to, value & 0xffff, true);
        else view.setInt32(to, type === 'float' ? value << 8 : value, true);
        to += SAMPLE_BYTES[type];
      }
      from += kept * columns;
    }
  return plain;
}

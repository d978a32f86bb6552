import type { ShownImage } from '@lumenloom/engine';

/** Sizes of the two headers of a BMP file, bytes. */
const [FILE_HEADER, INFO_HEADER] = [14, 40];

/**
 * A picture as a BMP file of 24 bits: nothing is compressed, so browsers decode it at once and to
 * the same values.
 */
export function bitmapOf({ rows, columns, channels, data }: ShownImage): ArrayBuffer {
  // Rows are padded to multiples of four bytes.
  const stride = (columns * 3 + 3) & ~3;
  const start = FILE_HEADER + INFO_HEADER;
  const file = new ArrayBuffer(start + stride * rows);
  const header = new DataView(file);
  header.setUint16(0, 0x424d);
  header.setUint32(2, file.byteLength, true);
  header.setUint32(10, start, true);
  header.setUint32(14, INFO_HEADER, true);
  header.setInt32(18, columns, true);
  // Negative: the first row is the uppermost.
  header.setInt32(22, -rows, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 24, true);
  const bytes = new Uint8Array(file);
  const [red, green, blue] = channels === 3 ? [0, 1, 2] : [0, 0, 0];
  for (let row = 0, from = 0; row < rows; row += 1) {
    let at = start + row * stride;
    for (let column = 0; column < columns; column += 1, at += 3, from += channels) {
      bytes[at] = data[from + blue]!;
      bytes[at + 1] = data[from + green]!;
      bytes[at + 2] = data[from + red]!;
    }
  }
  return file;
}

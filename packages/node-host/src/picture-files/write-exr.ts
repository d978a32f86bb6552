import { deflateSync } from 'node:zlib';

/** An array of floats as OpenEXR has it. */
export interface ExrChannels {
  readonly rows: number;
  readonly columns: number;
  /** By name; data[row * columns + column]. */
  readonly channels: ReadonlyMap<string, Float32Array>;
  /** Text attributes of the header. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const LINES = 16;
const FLOAT = 2;
const ZIP = 3;

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};
const single = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const attribute = (name: string, type: string, value: Buffer): Buffer =>
  Buffer.concat([text(`${name}\0${type}\0`), word(value.length), value]);

/**
 * Writes an OpenEXR file of 32-bit floats in lines, with ZIP compression, which loses nothing.
 *
 * @see OpenEXR project, OpenEXR file layout.
 */
export function writeExr({ rows, columns, channels, attributes = {} }: ExrChannels): Uint8Array {
  // The format wants channels in the order of their names.
  const sorted = [...channels].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const box = Buffer.concat([word(0), word(0), word(columns - 1), word(rows - 1)]);
  const header = Buffer.concat([
    word(20000630),
    word(2),
    attribute(
      'channels',
      'chlist',
      Buffer.concat([
        ...sorted.flatMap(([name]) => [text(`${name}\0`), word(FLOAT), word(0), word(1), word(1)]),
        Buffer.alloc(1),
      ]),
    ),
    attribute('compression', 'compression', Buffer.from([ZIP])),
    attribute('dataWindow', 'box2i', box),
    attribute('displayWindow', 'box2i', box),
    attribute('lineOrder', 'lineOrder', Buffer.alloc(1)),
    attribute('pixelAspectRatio', 'float', single(1)),
    attribute('screenWindowCenter', 'v2f', Buffer.alloc(8)),
    attribute('screenWindowWidth', 'float', single(1)),
    ...Object.entries(attributes).map(([name, value]) =>
      attribute(name, 'string', Buffer.from(value, 'utf8')),
    ),
    Buffer.alloc(1),
  ]);
  const blocks = Array.from({ length: Math.ceil(rows / LINES) }, (_, block) =>
    packedBlock(block * LINES, Math.min(rows, (block + 1) * LINES), columns, sorted),
  );
  const table = Buffer.alloc(8 * blocks.length);
  let at = header.length + table.length;
  for (const [i, block] of blocks.entries()) {
    table.writeBigUInt64LE(BigInt(at), 8 * i);
    at += block.length;
  }
  return Buffer.concat([header, table, ...blocks]);
}

function packedBlock(
  from: number,
  to: number,
  columns: number,
  channels: readonly (readonly [string, Float32Array])[],
): Buffer {
  const plain = Buffer.alloc((to - from) * columns * channels.length * 4);
  let at = 0;
  for (let row = from; row < to; row += 1)
    for (const [, values] of channels)
      for (let pixel = row * columns; pixel < (row + 1) * columns; pixel += 1) {
        plain.writeFloatLE(values[pixel]!, at);
        at += 4;
      }
  // The even bytes before the odd ones, then differences of bytes: deflate packs these best.
  const sorted = Buffer.alloc(plain.length);
  const half = Math.ceil(plain.length / 2);
  for (let i = 0; i < plain.length; i += 1) sorted[(i >> 1) + (i & 1) * half] = plain[i]!;
  for (let i = sorted.length - 1; i > 0; i -= 1) sorted[i] = sorted[i]! - sorted[i - 1]! + 128;
  const packed = deflateSync(sorted);
  // A block that grows is stored as it is.
  const stored = packed.length < plain.length ? packed : plain;
  return Buffer.concat([word(from), word(stored.length), stored]);
}

/**
 * The part of the protocol buffer wire format that an ONNX file needs.
 * @see https://protobuf.dev/programming-guides/encoding/
 */

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** A whole number in a field. */
export const integer = (field: number, value: number): Buffer =>
  Buffer.concat([varint(BigInt(field << 3)), varint(BigInt(value))]);

/** A 32-bit number in a field. */
export function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(BigInt((field << 3) | 5)), bytes]);
}

/** Text, bytes or a message in a field. */
export function bytes(field: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(content.length)), content]);
}

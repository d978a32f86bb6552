/** Reads one value after the other, little end first. @throws RangeError at the end. */
export class ByteCursor {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.at = at;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** @returns where the bytes begin that are passed over. */
  skip(count: number): number {
    this.at += count;
    return this.at - count;
  }

  readonly uint8 = (): number => this.#view.getUint8(this.skip(1));
  readonly int8 = (): number => this.#view.getInt8(this.skip(1));
  readonly uint16 = (): number => this.#view.getUint16(this.skip(2), true);
  readonly int32 = (): number => this.#view.getInt32(this.skip(4), true);
  readonly uint32 = (): number => this.#view.getUint32(this.skip(4), true);
  readonly uint64 = (): number => Number(this.#view.getBigUint64(this.skip(8), true));

  bytes(count: number): Uint8Array {
    if (count < 0 || !(count <= this.left)) throw new RangeError();
    const from = this.skip(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** Text up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    if (end < 0) throw new RangeError();
    const text = new TextDecoder('latin1').decode(this.bytes(end - this.at));
    this.skip(1);
    return text;
  }
}

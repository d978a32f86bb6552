/** The exports of every kernel with memory of any size. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  /** First byte that the kernel does not use itself. */
  readonly heapBase: () => number;
}

/** An address for each of some blocks. */
export type AddressesOf<Blocks extends readonly unknown[]> = {
  -readonly [At in keyof Blocks]: number;
};

const PAGE = 65536;
const ALIGNMENT = 64;

/**
 * Places blocks one after another in a kernel's memory, which grows as needed; each call starts
 * anew.
 *
 * @param bytes of each block.
 * @returns their addresses; views on the memory must be made after this.
 */
export function placeBlocks<const Bytes extends readonly number[]>(
  { memory, heapBase }: KernelExports,
  bytes: Bytes,
): AddressesOf<Bytes> {
  let next = Math.ceil(heapBase() / ALIGNMENT) * ALIGNMENT;
  const addresses = bytes.map((size) => {
    const address = next;
    next += Math.ceil(size / ALIGNMENT) * ALIGNMENT;
    return address;
  });
  const missing = next - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return addresses as unknown as AddressesOf<Bytes>;
}

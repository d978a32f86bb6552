import { placeBlocks, type AddressesOf, type KernelExports } from '../../kernels/kernel-memory.ts';
import { PLANES, planeAt, type PlaneName } from './planes.ts';
import { fillPaddedRows, reflect } from './rows.ts';
import type { StepPart } from './step-code.ts';

/** Bytes after the last pixel of a block that vectors may read or write. */
const SLACK = 32;

/** What a kernel reads and writes. */
interface KernelWork<
  Reads extends PlaneName,
  Blocks extends readonly unknown[],
  Writes extends readonly PlaneName[],
> {
  /** The plane that is copied to the kernel. */
  readonly reads: Reads;
  /** So many pixels around its rows are filled by mirroring. */
  readonly margin: number;
  readonly mirror?: (index: number, size: number) => number;
  /** Arrays that are copied to the kernel, and numbers of bytes that it needs as scratch memory. */
  readonly blocks: Blocks;
  /** The planes that the kernel computes. */
  readonly writes: Writes;
}

/** Where a kernel finds what it needs: addresses in its memory. */
interface KernelRows<Blocks extends readonly unknown[], Writes extends readonly PlaneName[]> {
  /** The first pixel of the margin. */
  readonly band: number;
  /** From one row of the band to the next, bytes. */
  readonly stride: number;
  /** Rows to compute. */
  readonly count: number;
  readonly columns: number;
  readonly blocks: AddressesOf<Blocks>;
  /** Rows without a margin, one after another. */
  readonly results: AddressesOf<Writes>;
}

/**
 * Copies the rows of a part with a margin, and tables, to the memory of a kernel, calls `compute`,
 * and copies the rows that the kernel has computed back into the planes of the part.
 */
export function computeOnKernel<
  Reads extends 'bayer' | 'y',
  const Blocks extends readonly (number | ArrayBufferView)[],
  const Writes extends readonly PlaneName[],
>(
  kernel: KernelExports,
  part: StepPart<Reads, Writes[number]>,
  { reads, margin, mirror = reflect, blocks, writes }: KernelWork<Reads, Blocks, Writes>,
  compute: (rows: KernelRows<Blocks, Writes>) => void,
): void {
  const { columns, from, to } = part;
  const count = to - from;
  const stride = columns + 2 * margin;
  const samples = (count + 2 * margin) * stride;
  const source = part.source[reads];
  const sampleBytes = source.BYTES_PER_ELEMENT;
  const planes = writes.map((name: Writes[number]) => {
    const rowLength = columns * PLANES[name].channels;
    return { name, target: part.target[name], rowLength, length: count * rowLength };
  });
  const [band, ...addresses] = placeBlocks(kernel, [
    samples * sampleBytes + SLACK,
    ...blocks.map((block) => (typeof block === 'number' ? block : block.byteLength)),
    ...planes.map(({ target, length }) => length * target.BYTES_PER_ELEMENT + SLACK),
  ]);
  const results = addresses.splice(blocks.length);
  const { buffer } = kernel.memory;
  const padded = { data: planeAt(reads, buffer, band, samples), stride };
  fillPaddedRows(padded, source, part, margin, mirror);
  for (const [i, block] of blocks.entries())
    if (typeof block !== 'number')
      new Uint8Array(buffer, addresses[i], block.byteLength).set(
        new Uint8Array(block.buffer, block.byteOffset, block.byteLength),
      );
  compute({
    band,
    stride: stride * sampleBytes,
    count,
    columns,
    blocks: addresses as AddressesOf<Blocks>,
    results: results as AddressesOf<Writes>,
  });
  for (const [i, { name, target, rowLength, length }] of planes.entries())
    target.set(planeAt(name, buffer, results[i]!, length), from * rowLength);
}

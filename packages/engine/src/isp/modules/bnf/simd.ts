import type { BnfPart } from './apply.ts';
import { fillPaddedRows } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

/** @see assembly/bnf.ts */
export interface BnfExports extends KernelExports {
  readonly filter: (
    band: number,
    stride: number,
    count: number,
    columns: number,
    table: number,
    target: number,
  ) => void;
}

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 32;

/** The bilateral filter in SIMD. */
export const bnfKernel =
  (kernel: BnfExports) =>
  (part: BnfPart): void => {
    const {
      source: { y: source },
      target: { y: target },
      tables: { weights },
      columns,
      from,
      to,
    } = part;
    const count = to - from;
    const stride = columns + 4;
    const bytes = (count + 4) * stride;
    const [band, table, out] = placeBlocks(kernel, [
      bytes + SLACK,
      weights.byteLength,
      count * columns + SLACK,
    ]) as [number, number, number];
    const { buffer } = kernel.memory;
    fillPaddedRows({ data: new Uint8Array(buffer, band, bytes), stride }, source, part, 2);
    new Uint16Array(buffer, table, weights.length).set(weights);
    kernel.filter(band, stride, count, columns, table, out);
    target.set(new Uint8Array(buffer, out, count * columns), from * columns);
  };

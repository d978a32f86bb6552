import type { EehPart } from './apply.ts';
import { fillPaddedRows } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

/** @see assembly/eeh.ts */
export interface EehExports extends KernelExports {
  readonly enhance: (
    band: number,
    stride: number,
    count: number,
    columns: number,
    boosts: number,
    edges: number,
    target: number,
  ) => void;
}

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 16;

/** Edge enhancement in SIMD. */
export const eehKernel =
  (kernel: EehExports) =>
  (part: EehPart): void => {
    const {
      source: { y: source },
      target: { y: target, edges },
      tables: { boosts },
      columns,
      from,
      to,
    } = part;
    const count = to - from;
    const stride = columns + 4;
    const bytes = (count + 4) * stride;
    const [band, table, edgesOut, out] = placeBlocks(kernel, [
      bytes + SLACK,
      256,
      count * columns * 2 + SLACK,
      count * columns + SLACK,
    ]) as [number, number, number, number];
    const { buffer } = kernel.memory;
    fillPaddedRows({ data: new Uint8Array(buffer, band, bytes), stride }, source, part, 2);
    // Values above 255 act like 255, because luma is clipped to 255 afterwards.
    new Uint8Array(buffer, table, 256).set(boosts.map((boost) => Math.min(boost, 255)));
    kernel.enhance(band, stride, count, columns, table, edgesOut, out);
    edges.set(new Int16Array(buffer, edgesOut, count * columns), from * columns);
    target.set(new Uint8Array(buffer, out, count * columns), from * columns);
  };

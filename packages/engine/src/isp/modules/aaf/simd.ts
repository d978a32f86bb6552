import type { AafPart } from './apply.ts';
import { fillPaddedRows } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

/** @see assembly/aaf.ts */
export interface AafExports extends KernelExports {
  readonly smooth: (
    band: number,
    stride: number,
    count: number,
    columns: number,
    target: number,
  ) => void;
}

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 16;

/** The anti-aliasing filter in SIMD. */
export const aafKernel =
  (kernel: AafExports) =>
  (part: AafPart): void => {
    const {
      source: { bayer: source },
      target: { bayer: target },
      columns,
      from,
      to,
    } = part;
    const count = to - from;
    const stride = columns + 4;
    const codes = (count + 4) * stride;
    const [band, out] = placeBlocks(kernel, [codes * 2 + SLACK, count * columns * 2 + SLACK]) as [
      number,
      number,
    ];
    const { buffer } = kernel.memory;
    fillPaddedRows({ data: new Uint16Array(buffer, band, codes), stride }, source, part, 2);
    kernel.smooth(band, stride * 2, count, columns, out);
    target.set(new Uint16Array(buffer, out, count * columns), from * columns);
  };

import type { DpcPart } from './apply.ts';
import { fillPaddedRows } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

/** @see assembly/dpc.ts */
export interface DpcExports extends KernelExports {
  readonly correct: (
    band: number,
    stride: number,
    count: number,
    columns: number,
    threshold: number,
    target: number,
  ) => void;
  readonly replaced: () => number;
  readonly bright: () => number;
}

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 16;

/** Dead pixel correction in SIMD. */
export const dpcKernel =
  (kernel: DpcExports) =>
  (part: DpcPart): void => {
    const {
      source: { bayer: source },
      target: { bayer: target },
      tables: { threshold },
      columns,
      from,
      to,
      counts,
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
    // Differences are integers, so 'more than 30.5' means 'more than 30'.
    kernel.correct(band, stride * 2, count, columns, Math.floor(threshold), out);
    target.set(new Uint16Array(buffer, out, count * columns), from * columns);
    counts[0] = kernel.replaced();
    counts[1] = kernel.bright();
  };

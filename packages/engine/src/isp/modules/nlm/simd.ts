import { denoiseByPatches, type NlmPart } from './apply.ts';
import { fillPaddedRows, reflect } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

/** @see assembly/nlm.ts */
export interface NlmExports extends KernelExports {
  readonly tableOffset: () => number;
  readonly denoise: (
    band: number,
    stride: number,
    centres: number,
    first: number,
    count: number,
    rows: number,
    columns: number,
    radius: number,
    half: number,
    limit: number,
    target: number,
  ) => void;
}

const LARGEST_SUM = 65535;
/** Bytes after the last pixel that vectors may read. */
const SLACK = 32;

/**
 * Non-local means in SIMD. Where 16-bit sums do not suffice, and for pictures narrower than half a
 * patch, it calls the plain twin.
 */
export const nlmKernel =
  (kernel: NlmExports) =>
  (part: NlmPart): void => {
    const {
      source: { y: source },
      target: { y: target },
      tables: { window, patch, weights },
      rows,
      columns,
      from,
      to,
    } = part;
    const half = patch >> 1;
    const margin = (window >> 1) + half;
    const limit = weights.length * patch ** 2;
    if (limit > LARGEST_SUM || columns <= half) {
      denoiseByPatches(part);
      return;
    }
    const count = to - from;
    const stride = columns + 2 * margin;
    const lines = count + 2 * margin;
    const [band, centres, out] = placeBlocks(kernel, [
      lines * stride + SLACK,
      (count + 2 * half) * 4,
      count * columns,
    ]) as [number, number, number];
    const { buffer } = kernel.memory;
    const padded = { data: new Uint8Array(buffer, band, lines * stride), stride };
    fillPaddedRows(padded, source, part, margin);
    new Int32Array(buffer, centres, count + 2 * half).set(
      Array.from(
        { length: count + 2 * half },
        (_, line) => reflect(from - half + line, rows) - from + margin,
      ),
    );
    const bySum = new Uint16Array(buffer, kernel.tableOffset(), limit + 1);
    for (let sum = 0; sum < limit; sum += 1) bySum[sum] = weights[Math.trunc(sum / patch ** 2)]!;
    bySum[limit] = 0;
    kernel.denoise(
      band,
      stride,
      centres,
      from,
      count,
      rows,
      columns,
      window >> 1,
      half,
      limit,
      out,
    );
    target.set(new Uint8Array(buffer, out, count * columns), from * columns);
  };

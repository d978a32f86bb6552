import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import { reflect } from '../../rows.ts';
import { denoiseByPatches, type NlmPart } from './apply.ts';

export { code } from './apply.ts';

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

/**
 * Non-local means in SIMD. Where 16-bit sums do not suffice, and for pictures narrower than half a
 * patch, it calls the plain twin.
 */
export const simd = (kernel: NlmExports) => ({
  apply: (part: NlmPart): void => {
    const { window, patch, weights } = part.tables;
    const { rows, columns, from, to } = part;
    const [radius, half] = [window >> 1, patch >> 1];
    const margin = radius + half;
    const limit = weights.length * patch ** 2;
    if (limit > LARGEST_SUM || columns <= half) {
      denoiseByPatches(part);
      return;
    }
    const rowsOfCentres = Int32Array.from(
      { length: to - from + 2 * half },
      (_, line) => reflect(from - half + line, rows) - from + margin,
    );
    computeOnKernel(
      kernel,
      part,
      { reads: 'y', margin, blocks: [rowsOfCentres], writes: ['y'] },
      ({ band, stride, count, blocks: [centres], results: [y] }) => {
        const bySum = new Uint16Array(kernel.memory.buffer, kernel.tableOffset(), limit + 1);
        for (let sum = 0; sum < limit; sum += 1)
          bySum[sum] = weights[Math.trunc(sum / patch ** 2)]!;
        bySum[limit] = 0;
        kernel.denoise(band, stride, centres, from, count, rows, columns, radius, half, limit, y);
      },
    );
  },
});

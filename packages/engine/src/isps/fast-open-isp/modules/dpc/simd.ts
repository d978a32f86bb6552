import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import type { DpcPart } from './apply.ts';

export { code } from './apply.ts';

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

/** Dead pixel correction in SIMD. */
export const simd = (kernel: DpcExports) => ({
  apply: (part: DpcPart): void => {
    computeOnKernel(
      kernel,
      part,
      { reads: 'bayer', margin: 2, blocks: [], writes: ['bayer'] },
      ({ band, stride, count, columns, results: [bayer] }) => {
        // Differences are integers, so 'more than 30.5' means 'more than 30'.
        const threshold = Math.floor(part.tables.threshold);
        kernel.correct(band, stride, count, columns, threshold, bayer);
      },
    );
    part.counts.set([kernel.replaced(), kernel.bright()]);
  },
});

import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import type { AafPart } from './apply.ts';

export { code } from './apply.ts';

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

/** The anti-aliasing filter in SIMD. */
export const simd = (kernel: AafExports) => ({
  apply: (part: AafPart): void => {
    computeOnKernel(
      kernel,
      part,
      { reads: 'bayer', margin: 2, blocks: [], writes: ['bayer'] },
      ({ band, stride, count, columns, results: [bayer] }) => {
        kernel.smooth(band, stride, count, columns, bayer);
      },
    );
  },
});

import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import type { BnfPart } from './apply.ts';

export { code } from './apply.ts';

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

/** The bilateral filter in SIMD. */
export const simd = (kernel: BnfExports) => ({
  apply: (part: BnfPart): void => {
    computeOnKernel(
      kernel,
      part,
      { reads: 'y', margin: 2, blocks: [part.tables.weights], writes: ['y'] },
      ({ band, stride, count, columns, blocks: [weights], results: [y] }) => {
        kernel.filter(band, stride, count, columns, weights, y);
      },
    );
  },
});

import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import type { EehPart } from './apply.ts';

export { code } from './apply.ts';

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

/** Edge enhancement in SIMD. */
export const simd = (kernel: EehExports) => ({
  apply: (part: EehPart): void => {
    // Values above 255 act like 255, because luma is clipped to 255 afterwards.
    const table = new Uint8Array(part.tables.boosts.map((boost) => Math.min(boost, 255)));
    computeOnKernel(
      kernel,
      part,
      { reads: 'y', margin: 2, blocks: [table], writes: ['edges', 'y'] },
      ({ band, stride, count, columns, blocks: [boosts], results: [edges, y] }) => {
        kernel.enhance(band, stride, count, columns, boosts, edges, y);
      },
    );
  },
});

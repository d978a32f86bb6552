import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { RED, phaseOf } from '../../bayer-phases.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import { reflectInPlane } from '../../rows.ts';
import { dampingOf, type CnfPart } from './apply.ts';

export { code } from './apply.ts';

/** @see assembly/cnf.ts */
export interface CnfExports extends KernelExports {
  readonly filter: (
    band: number,
    stride: number,
    columns: number,
    scratch: number,
    redRow: number,
    redColumn: number,
    above: number,
    below: number,
    redDamping: number,
    blueDamping: number,
    saturation: number,
    target: number,
  ) => void;
}

/** The chroma noise filter in SIMD. */
export const simd = (kernel: CnfExports) => ({
  apply: (part: CnfPart): void => {
    const { phases, threshold, redGain, blueGain, saturation } = part.tables;
    const { columns, from, to } = part;
    const [source, target] = [part.source.bayer, part.target.bayer];
    const red = phaseOf(phases, RED);
    const blocks = [3 * (columns + 16) * 4, columns * 4] as const;
    computeOnKernel(
      kernel,
      part,
      { reads: 'bayer', margin: 4, mirror: reflectInPlane, blocks, writes: [] },
      ({ band, stride, blocks: [scratch, out] }) => {
        const pair = new Uint16Array(kernel.memory.buffer, out, 2 * columns);
        for (let row = from; row < to; row += 2) {
          pair.set(source.subarray(row * columns, (row + 2) * columns));
          // Differences are integers, so 'more than 2.5' means 'more than 2', and 'less than 2.5'
          // means 'less than 3'.
          kernel.filter(
            band + (row - from) * stride,
            stride,
            columns,
            scratch,
            red.row,
            red.column,
            Math.floor(threshold),
            Math.ceil(threshold),
            dampingOf(redGain),
            dampingOf(blueGain),
            saturation,
            out,
          );
          target.set(pair, row * columns);
        }
      },
    );
  },
});

import { placeBlocks, type KernelExports } from '../../../../kernels/kernel-memory.ts';
import { channelOf } from '../../bayer-phases.ts';
import type { AwbPart } from './apply.ts';

export { code } from './apply.ts';

/** @see assembly/awb.ts */
export interface AwbExports extends KernelExports {
  readonly balance: (
    row: number,
    columns: number,
    evenGain: number,
    oddGain: number,
    saturation: number,
  ) => void;
  readonly clippedEven: () => number;
  readonly clippedOdd: () => number;
}

/** White balance in SIMD. */
export const simd = (kernel: AwbExports) => ({
  apply: ({
    source: { bayer: source },
    target: { bayer: target },
    tables: { phases, gains, saturation },
    columns,
    from,
    to,
    counts,
  }: AwbPart): void => {
    const [line] = placeBlocks(kernel, [columns * 2 + 16]);
    const codes = new Uint16Array(kernel.memory.buffer, line, columns);
    const clipped = [0, 0, 0];
    for (let row = from; row < to; row += 1) {
      codes.set(source.subarray(row * columns, (row + 1) * columns));
      const [even, odd] = [phases[(row & 1) * 2]!, phases[(row & 1) * 2 + 1]!];
      kernel.balance(line, columns, gains[even]!, gains[odd]!, saturation);
      target.set(codes, row * columns);
      clipped[channelOf(even)]! += kernel.clippedEven();
      clipped[channelOf(odd)]! += kernel.clippedOdd();
    }
    counts.set(clipped);
  },
});

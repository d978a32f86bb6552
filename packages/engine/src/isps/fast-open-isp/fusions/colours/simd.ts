import type { KernelExports } from '../../../../kernels/kernel-memory.ts';
import { RED, phaseOf } from '../../bayer-phases.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import type { CcmTables } from '../../modules/ccm/apply.ts';
import type { CfaTables } from '../../modules/cfa/apply.ts';
import type { GacTables } from '../../modules/gac/apply.ts';
import { reflect, reflectInPlane } from '../../rows.ts';
import type { CountingPart, StepPart } from '../../step-code.ts';

/** @see assembly/colours.ts */
export interface ColoursExports extends KernelExports {
  readonly developRows: (
    band: number,
    stride: number,
    count: number,
    columns: number,
    isMalvar: boolean,
    redRow: number,
    redColumn: number,
    matrix: number,
    saturation: number,
    gain: number,
    curve: number,
    y: number,
    cbcr: number,
  ) => void;
  readonly clipped: (channel: number) => number;
}

/** Some rows from mosaic to luma and chroma; `from` is even. Its counts are those of CCM. */
type ColoursPart = CountingPart &
  StepPart<
    'bayer',
    'y' | 'cbcr',
    { readonly cfa: CfaTables; readonly ccm: CcmTables; readonly gac: GacTables }
  >;

/** CFA, CCM, GAC and CSC in one pass, in SIMD. */
export const simd = (kernel: ColoursExports) => ({
  apply: (part: ColoursPart): void => {
    const { cfa, ccm, gac } = part.tables;
    const isMalvar = cfa.type === 'malvar';
    const red = phaseOf(cfa.phases, RED);
    computeOnKernel(
      kernel,
      part,
      {
        reads: 'bayer',
        margin: 2,
        mirror: isMalvar ? reflect : reflectInPlane,
        blocks: [Int32Array.from(ccm.matrix.flat()), gac.curve],
        writes: ['y', 'cbcr'],
      },
      ({ band, stride, count, columns, blocks: [matrix, curve], results: [y, cbcr] }) => {
        kernel.developRows(
          band,
          stride,
          count,
          columns,
          isMalvar,
          red.row,
          red.column,
          matrix,
          cfa.saturation,
          gac.gain,
          curve,
          y,
          cbcr,
        );
      },
    );
    part.counts.set([0, 1, 2].map((channel) => kernel.clipped(channel)));
  },
});

import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';
import { RED, phaseOf } from '../../bayer-phases.ts';
import type { CcmTables } from '../../modules/ccm/apply.ts';
import type { CfaTables } from '../../modules/cfa/apply.ts';
import type { GacTables } from '../../modules/gac/apply.ts';
import { fillPaddedRows, reflect, reflectInPlane } from '../../rows.ts';
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

/** Bytes after the last pixel that vectors may read or write. */
const SLACK = 32;

/** CFA, CCM, GAC and CSC in one pass, in SIMD. */
export const coloursKernel =
  (kernel: ColoursExports) =>
  (part: ColoursPart): void => {
    const { source, target, columns, from, to, counts } = part;
    const { cfa, ccm, gac } = part.tables;
    const count = to - from;
    const stride = columns + 4;
    const codes = (count + 4) * stride;
    const [band, factors, table, yOut, cbcrOut] = placeBlocks(kernel, [
      codes * 2 + SLACK,
      48,
      gac.curve.length,
      count * columns + SLACK,
      count * columns * 2 + SLACK,
    ]) as [number, number, number, number, number];
    const { buffer } = kernel.memory;
    const isMalvar = cfa.type === 'malvar';
    const padded = { data: new Uint16Array(buffer, band, codes), stride };
    fillPaddedRows(padded, source.bayer, part, 2, isMalvar ? reflect : reflectInPlane);
    new Int32Array(buffer, factors, 12).set(ccm.matrix.flat());
    new Uint8Array(buffer, table, gac.curve.length).set(gac.curve);
    const red = phaseOf(cfa.phases, RED);
    kernel.developRows(
      band,
      stride * 2,
      count,
      columns,
      isMalvar,
      red.row,
      red.column,
      factors,
      cfa.saturation,
      gac.gain,
      table,
      yOut,
      cbcrOut,
    );
    target.y.set(new Uint8Array(buffer, yOut, count * columns), from * columns);
    target.cbcr.set(new Uint8Array(buffer, cbcrOut, count * columns * 2), from * columns * 2);
    counts.set([0, 1, 2].map((channel) => kernel.clipped(channel)));
  };

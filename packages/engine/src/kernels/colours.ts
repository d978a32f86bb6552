import { RED, phaseOf } from '../isp/bayer-phases.ts';
import { correctColours, type CcmPart } from '../isp/modules/ccm/apply.ts';
import { interpolateColours, type CfaPart } from '../isp/modules/cfa/apply.ts';
import { convertToLuma, type CscPart } from '../isp/modules/csc/apply.ts';
import { encodeGamma, type GacPart } from '../isp/modules/gac/apply.ts';
import { fillPaddedRows, reflect, reflectInPlane, type Rows } from '../isp/rows.ts';
import { placeBlocks, type KernelExports } from './kernel-memory.ts';

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

/** Some rows from mosaic to luma and chroma: what CFA, CCM, GAC and CSC need together. `from` is even. */
export type ColoursPart = Rows &
  Omit<CfaPart, 'target'> &
  Pick<CcmPart, 'matrix' | 'counts'> &
  Pick<GacPart, 'gain' | 'curve'> &
  Pick<CscPart, 'y' | 'cbcr'>;

/** Bytes that vectors may touch behind the last pixel. */
const SLACK = 32;

/** The plain twin: one after another. */
export function developColours(part: ColoursPart): void {
  const codes = new Uint16Array(part.rows * part.columns * 3);
  const rgb = new Uint8Array(codes.length);
  interpolateColours({ ...part, target: codes });
  correctColours({ ...part, source: codes, target: codes });
  encodeGamma({ ...part, source: codes, target: rgb });
  convertToLuma({ ...part, rgb });
}

/** CFA, CCM, GAC and CSC in one pass, in SIMD. */
export const coloursKernel =
  (kernel: ColoursExports) =>
  (part: ColoursPart): void => {
    const {
      source,
      columns,
      from,
      to,
      phases,
      type,
      matrix,
      saturation,
      gain,
      curve,
      y,
      cbcr,
      counts,
    } = part;
    const count = to - from;
    const stride = columns + 4;
    const codes = (count + 4) * stride;
    const [band, factors, table, yOut, cbcrOut] = placeBlocks(kernel, [
      codes * 2 + SLACK,
      48,
      curve.length,
      count * columns + SLACK,
      count * columns * 2 + SLACK,
    ]) as [number, number, number, number, number];
    const { buffer } = kernel.memory;
    fillPaddedRows(
      new Uint16Array(buffer, band, codes),
      stride,
      source,
      part,
      2,
      type === 'malvar' ? reflect : reflectInPlane,
    );
    new Int32Array(buffer, factors, 12).set(matrix.flat());
    new Uint8Array(buffer, table, curve.length).set(curve);
    const red = phaseOf(phases, RED);
    kernel.developRows(
      band,
      stride * 2,
      count,
      columns,
      type === 'malvar',
      red.row,
      red.column,
      factors,
      saturation,
      gain,
      table,
      yOut,
      cbcrOut,
    );
    y.set(new Uint8Array(buffer, yOut, count * columns), from * columns);
    cbcr.set(new Uint8Array(buffer, cbcrOut, count * columns * 2), from * columns * 2);
    counts.set([0, 1, 2].map((channel) => kernel.clipped(channel)));
  };

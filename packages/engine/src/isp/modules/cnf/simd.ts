import { RED, phaseOf } from '../../bayer-phases.ts';
import { dampingOf, type CnfPart } from './apply.ts';
import { fillPaddedRows, reflectInPlane } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

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

const MARGIN = 4;
/** Bytes after the last pixel that vectors may read. */
const SLACK = 32;

/** The chroma noise filter in SIMD. */
export const cnfKernel =
  (kernel: CnfExports) =>
  (part: CnfPart): void => {
    const {
      source: { bayer: source },
      target: { bayer: target },
      tables: { phases, threshold, redGain, blueGain, saturation },
      columns,
      from,
      to,
    } = part;
    const stride = columns + 2 * MARGIN;
    const codes = (to - from + 2 * MARGIN) * stride;
    const [band, scratch, out] = placeBlocks(kernel, [
      codes * 2 + SLACK,
      3 * (columns + 16) * 4,
      columns * 4,
    ]) as [number, number, number];
    const { buffer } = kernel.memory;
    const padded = { data: new Uint16Array(buffer, band, codes), stride };
    fillPaddedRows(padded, source, part, MARGIN, reflectInPlane);
    const red = phaseOf(phases, RED);
    const pair = new Uint16Array(buffer, out, 2 * columns);
    for (let row = from; row < to; row += 2) {
      pair.set(source.subarray(row * columns, (row + 2) * columns));
      // Differences are integers, so 'more than 2.5' means 'more than 2', and 'less than 2.5' means
      // 'less than 3'.
      kernel.filter(
        band + (row - from) * stride * 2,
        stride * 2,
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
  };

import type { Host } from '../../host.ts';
import { instantiateKernel } from '../../kernels/instantiate-kernel.ts';
import { placeBlocks, type KernelExports } from '../../kernels/kernel-memory.ts';
import { loadOnce } from '../../load-once.ts';
import { suspectsPlain, type Suspects } from './defects.ts';
import { MARGIN, mirrored } from './demosaic-menon.ts';
import {
  balanceFactors,
  linearPlain,
  luminanceFactors,
  type ColouredMosaic,
  type InLinear,
} from './develop-linear.ts';
import {
  AROUND,
  denoised,
  inverseShift,
  perReachOf,
  type Denoise,
} from './stabilised-denoising.ts';

/** The steps of the reference ISP that take longest, by the SIMD kernel or in plain TypeScript. */
export interface ReferenceSteps {
  readonly suspects: Suspects;
  readonly denoise: Denoise;
  readonly inLinear: InLinear;
}

export const plainSteps: ReferenceSteps = {
  suspects: suspectsPlain,
  denoise: denoised,
  inLinear: linearPlain,
};

/** @see assembly/reference-isp.ts */
interface ReferenceExports extends KernelExports {
  readonly suspects: (
    from: number,
    pixels: number,
    across: number,
    far: number,
    bits: number,
  ) => void;
  readonly stabilise: (at: number, last: number, shift: number) => void;
  readonly smooth: (
    band: number,
    stride: number,
    rows: number,
    columns: number,
    offsets: number,
    perReach: number,
    back: number,
    out: number,
  ) => void;
  readonly bandBytes: (rows: number, columns: number) => number;
  readonly develop: (
    band: number,
    rows: number,
    columns: number,
    balance: number,
    firstColour: number,
    isRed: boolean,
    changing: number,
    planes: number,
    factors: number,
    linear: number,
    luminances: number,
  ) => void;
}

/** One instance per thread and source of kernels. */
const loaded = new WeakMap<Host['loadKernel'], Promise<ReferenceSteps>>();

/** Loads the kernel; its plain twins where there is no kernel or WebAssembly lacks SIMD. */
export const loadReferenceIsp = ({
  loadKernel,
}: Pick<Host, 'loadKernel'>): Promise<ReferenceSteps> =>
  loadOnce(loaded, loadKernel, async () => {
    const kernel = await instantiateKernel<ReferenceExports>(loadKernel, 'reference-isp');
    return kernel
      ? { suspects: suspectsOn(kernel), denoise: denoiseOn(kernel), inLinear: linearOn(kernel) }
      : plainSteps;
  });

/** Bytes after the last pixel of a block that vectors may read or write. */
const SLACK = 128;
/** Pixels per call of the search for suspects, a multiple of eight. */
const PIXELS = 65536;
/** Rows per call, an even number, so that everything fits into the second-level cache. */
const ROWS = 32;
/** Stands for a stabilised pixel outside the picture: too far from all others to count. */
const OUTSIDE = -1e30;

const suspectsOn =
  (kernel: ReferenceExports): Suspects =>
  ({ electrons, period: [, across] }, far, check) => {
    const [from, bits] = placeBlocks(kernel, [(PIXELS + 2 * across) * 4 + SLACK, PIXELS / 8]);
    const { buffer } = kernel.memory;
    const first = from + 4 * across;
    for (let start = 0; start < electrons.length; start += PIXELS) {
      const pixels = Math.min(PIXELS, electrons.length - start);
      const before = Math.min(start, across);
      new Float32Array(buffer, first - 4 * before).set(
        electrons.subarray(start - before, start + pixels + across),
      );
      kernel.suspects(first, pixels, 4 * across, far, bits);
      const marks = new Uint8Array(buffer, bits, Math.ceil(pixels / 8));
      for (let byte = 0; byte < marks.length; byte += 1) {
        if (marks[byte] === 0) continue;
        for (let bit = 0; bit < 8; bit += 1)
          if (marks[byte]! & (1 << bit)) check(start + 8 * byte + bit);
      }
    }
  };

const denoiseOn =
  (kernel: ReferenceExports): Denoise =>
  ({ electrons, rows, columns, period: [down, across] }, floor, strength) => {
    if (strength === 0) return electrons;
    const [above, before] = [2 * down, 2 * across];
    const stride = columns + 2 * before;
    const [band, offsetsAt, outAt] = placeBlocks(kernel, [
      (ROWS + 2 * above) * stride * 4 + SLACK,
      4 * AROUND.length,
      ROWS * columns * 4 + SLACK,
    ]);
    const { buffer } = kernel.memory;
    new Int32Array(buffer, offsetsAt, AROUND.length).set(
      AROUND.map(([y, x]) => 4 * (y * down * stride + x * across)),
    );
    const lines = new Float32Array(buffer, band, (ROWS + 2 * above) * stride);
    const result = new Float32Array(buffer, outAt, ROWS * columns);
    const out = new Float32Array(electrons.length);
    const shift = 3 / 8 + floor ** 2;
    for (let from = 0; from < rows; from += ROWS) {
      const count = Math.min(ROWS, rows - from);
      lines.fill(OUTSIDE);
      for (let line = 0; line < count + 2 * above; line += 1) {
        const row = from + line - above;
        if (row < 0 || row >= rows) continue;
        const place = line * stride + before;
        lines.set(electrons.subarray(row * columns, (row + 1) * columns), place);
        kernel.stabilise(band + 4 * place, band + 4 * (place + columns), shift);
      }
      kernel.smooth(
        band + 4 * (above * stride + before),
        4 * stride,
        count,
        columns,
        offsetsAt,
        perReachOf(strength),
        inverseShift(floor),
        outAt,
      );
      out.set(result.subarray(0, count * columns), from * columns);
    }
    return out;
  };

/** Bayer mosaics by the kernel; other tiles, and pictures of one row or column, without it. */
const linearOn =
  (kernel: ReferenceExports): InLinear =>
  (mosaic) => {
    const { electrons, rows, columns, layout, matrix, isBayer } = mosaic;
    if (!isBayer || Math.min(rows, columns) < 2) return linearPlain(mosaic);
    const width = columns + 2 * MARGIN;
    const [band, balance, factors, planes, linearAt, luminancesAt] = placeBlocks(kernel, [
      (ROWS + 2 * MARGIN) * width * 4 + SLACK,
      (ROWS + 2 * MARGIN) * 16,
      12 * 8,
      kernel.bandBytes(ROWS, columns),
      ROWS * columns * 12 + SLACK,
      ROWS * columns * 4 + SLACK,
    ]);
    const { buffer } = kernel.memory;
    new Float64Array(buffer, factors, 12).set([...matrix.flat(), ...luminanceFactors(matrix)]);
    const lines = new Float32Array(buffer, band, (ROWS + 2 * MARGIN) * width);
    const balances = new Float64Array(buffer, balance, (ROWS + 2 * MARGIN) * 2);
    const lineFactors = balanceFactors(mosaic);
    const linear = new Float32Array(3 * electrons.length);
    const luminances = new Float32Array(electrons.length);
    for (let from = 0; from < rows; from += ROWS) {
      const count = Math.min(ROWS, rows - from);
      for (let line = 0; line < count + 2 * MARGIN; line += 1) {
        const row = mirrored(from + line - MARGIN, rows);
        balances.set(lineFactors[row % 2]!, 2 * line);
        fillLine(lines.subarray(line * width, (line + 1) * width), mosaic, row);
      }
      const changing = rows - from + MARGIN + 4;
      const firstColour = layout[0]!.findIndex((channel) => channel !== 1);
      const isRed = layout[0]!.includes(0);
      const rest = [planes, factors, linearAt, luminancesAt] as const;
      kernel.develop(band, count, columns, balance, firstColour, isRed, changing, ...rest);
      const pixels = count * columns;
      linear.set(new Float32Array(buffer, linearAt, 3 * pixels), 3 * from * columns);
      luminances.set(new Float32Array(buffer, luminancesAt, pixels), from * columns);
    }
    return { linear, luminances };
  };

/** A row of the mosaic with mirrored pixels on both sides. */
function fillLine(
  line: Float32Array,
  { electrons, columns }: Pick<ColouredMosaic, 'electrons' | 'columns'>,
  row: number,
): void {
  const from = row * columns;
  line.set(electrons.subarray(from, from + columns), MARGIN);
  for (let x = 0; x < MARGIN; x += 1) {
    line[x] = electrons[from + mirrored(x - MARGIN, columns)]!;
    line[MARGIN + columns + x] = electrons[from + mirrored(columns + x, columns)]!;
  }
}

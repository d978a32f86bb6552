import { splineWeights } from '../../quantities/spline-weights.ts';
import type { PixelSides } from '../pixel-shape.ts';
import { binnedWeights } from './band-limit.ts';
import { alongP, alongQ, alongRow, atColumn, rotated } from './polynomial-fit.ts';
import { coverageOf, type PupilFunction } from './pupil-function.ts';

/** Where light is wanted, see `TracePointSpreadsPart`. */
interface RayGrid {
  /** Unit vector on the sensor from the axis to the image point. */
  readonly towards: readonly [number, number];
  /** Half width, binned pixels. */
  readonly reach: number;
  /** Distance between binned pixels. */
  readonly pitchMm: number;
  /** Pixels per binned pixel, along a side. */
  readonly binning?: number;
  /** Of a pixel, along rows and columns. */
  readonly sides: PixelSides;
  /** Shift of the light away from the axis. */
  readonly shiftMm: number;
}

/** Rays per binned pixel, along a side. */
const RAYS = 4;
const [FEWEST_RAYS, MOST_RAYS] = [64, 1024];
/** Binned pixels beyond the kernel in which light still affects it, through the filter. */
const BEYOND = 6;

/**
 * Kernel of a blur that is so wide that diffraction does not show: rays through the pupil, spread
 * over binned pixels by quadratic B-splines and filtered, see `binnedWeights`. Its sum is 1.
 *
 * @returns (2·reach + 1)² shares of the light, row by row.
 * @see docs/reference/depth.md#largest-blur
 */
export function raySpread(pupil: PupilFunction, grid: RayGrid): Float32Array {
  const count = 2 * grid.reach + 1;
  const wide = count + 2 * BEYOND;
  const light = raysOnGrid(pupil, grid, wide);
  const [across, down] = grid.sides.map((side) => binnedWeights(grid.binning ?? 1, wide, side)) as [
    Float32Array,
    Float32Array,
  ];
  const half = new Float64Array(wide * count);
  for (let row = 0; row < wide; row += 1)
    for (let i = 0; i < count; i += 1) {
      let sum = 0;
      for (let k = 0, at = (i + BEYOND) * wide; k < wide; k += 1)
        sum += across[at + k]! * light[row * wide + k]!;
      half[i * wide + row] = sum;
    }
  const kernel = new Float32Array(count * count);
  let total = 0;
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j < count; j += 1) {
      let sum = 0;
      for (let k = 0, at = (j + BEYOND) * wide; k < wide; k += 1)
        sum += down[at + k]! * half[i * wide + k]!;
      kernel[j * count + i] = sum;
      total += sum;
    }
  return kernel.map((value) => value / total);
}

/** Light of rays through the pupil on wide x wide binned pixels, the image point in the middle. */
function raysOnGrid(
  pupil: PupilFunction,
  { towards: [ex, ey], pitchMm, shiftMm }: RayGrid,
  wide: number,
): Float64Array {
  const { scale, wavefrontMm, amplitude, edge, extentMm } = pupil;
  const widest = Math.max(...edge);
  const wanted = Math.ceil((RAYS * 2 * extentMm) / pitchMm);
  const rays = Math.min(MOST_RAYS, Math.max(FEWEST_RAYS, wanted));
  const cell = (2 * widest) / rays;
  // A ray of direction cosines L, M lands where the wavefront's slopes send it: x = -dW/dL.
  const slopes = [alongP(wavefrontMm), alongQ(wavefrontMm)].map((one) => rotated(one, ex, ey));
  const roots = rotated(amplitude, ex, ey);
  const coverage = coverageOf(pupil, cell);
  const light = new Float64Array(wide * wide);
  const middle = (wide - 1) / 2;
  const perMm = 1 / pitchMm;
  for (let row = 0; row < rays; row += 1) {
    const dy = (row + 0.5) * cell - widest;
    const [alongPs, alongQs] = slopes.map((slope) => alongRow(slope, dy)) as [
      Float64Array,
      Float64Array,
    ];
    const rootTerms = alongRow(roots, dy);
    for (let column = 0; column < rays; column += 1) {
      const dx = (column + 0.5) * cell - widest;
      const share = coverage(dx * ey - dy * ex, dx * ex + dy * ey);
      if (share === 0) continue;
      const root = atColumn(rootTerms, dx);
      const across = -atColumn(alongPs, dx) / scale;
      const along = shiftMm - atColumn(alongQs, dx) / scale;
      spread(
        light,
        wide,
        middle + (across * ey + along * ex) * perMm,
        middle + (along * ey - across * ex) * perMm,
        share * root * root,
      );
    }
  }
  return light;
}

const [splineAcross, splineDown] = [new Float64Array(3), new Float64Array(3)];

/** Adds light at a place by a quadratic B-spline; beyond the grid it is lost. */
function spread(light: Float64Array, wide: number, x: number, y: number, value: number): void {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (!(column >= 1 && row >= 1 && column < wide - 1 && row < wide - 1)) return;
  splineWeights(x - column, splineAcross);
  splineWeights(y - row, splineDown);
  for (let j = 0; j < 3; j += 1) {
    const weight = value * splineDown[j]!;
    const at = (row - 1 + j) * wide + column - 1;
    for (let i = 0; i < 3; i += 1) light[at + i]! += weight * splineAcross[i]!;
  }
}

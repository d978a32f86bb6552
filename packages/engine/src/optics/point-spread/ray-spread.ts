import { splineWeights } from '../../quantities/spline-weights.ts';
import type { PixelSides } from '../pixel-shape.ts';
import type { FilterField } from '../plane-waves/plane-waves.ts';
import { rayWeights } from './band-limit.ts';
import { pointField, type PointLight } from './point-picture.ts';
import { alongP, alongQ, alongRow, atColumn, rotated } from './polynomial-fit.ts';
import { coverageOf, type PupilFunction } from './pupil-function.ts';

/** Where light is wanted, see `TracePointSpreadsPart`. */
interface RayGrid {
  /** Unit vector on the sensor from the axis to the image point. */
  readonly towards: readonly [number, number];
  /** Half width, pixels of the grid. */
  readonly reach: number;
  /** Samples per pixel of the grid, along a side. */
  readonly oversampling: number;
  /** Distance between samples. */
  readonly pitchMm: number;
  /** Pixels of the picture per pixel of the grid, along a side; absent: 1. */
  readonly binning?: number;
  /** The light-sensitive sides of a pixel, along rows and columns. */
  readonly sides: PixelSides;
  /** Shift of the light away from the axis. */
  readonly shiftMm: number;
}

/** Rays per sample, along a side. */
const RAYS = 4;
const [FEWEST_RAYS, MOST_RAYS] = [64, 1024];
/** Samples beyond the kernel in which light still affects it, through the filter. */
const BEYOND = 6;

/**
 * Kernel of a blur that is so wide that diffraction does not show: rays through the pupil, spread
 * over the samples by quadratic B-splines and filtered, see `rayWeights`.
 *
 * @returns (oversampling·(2·reach + 1))² numbers, row by row, whose sum is 1, and the share of the
 *   light that arrives in them.
 * @see docs/reference/depth.md#largest-blur
 */
export function raySpread(
  pupil: PupilFunction,
  grid: RayGrid,
  filterField: FilterField,
): { readonly kernel: Float32Array; readonly share: number } {
  const { oversampling, binning } = grid;
  const count = oversampling * (2 * grid.reach + 1);
  const wide = count + 2 * BEYOND;
  const { light, share } = raysOnGrid(pupil, grid, wide);
  const filter = binning
    ? { samples: 1 / binning, splines: 3 }
    : { samples: oversampling, splines: 2 };
  // Weights to the samples of the kernel, which begin BEYOND further in.
  const [across, down] = grid.sides.map((side) =>
    rayWeights(filter, wide, side).subarray(BEYOND * wide, (BEYOND + count) * wide),
  ) as [Float32Array, Float32Array];
  const kernel = filterField(light, wide, { across, down });
  const total = kernel.reduce((sum, value) => sum + value, 0);
  return { kernel: kernel.map((value) => value / total), share };
}

/**
 * Light of rays through the pupil on wide x wide samples, the image point in the middle, and the
 * share of it that falls within the kernel.
 */
function raysOnGrid(
  pupil: PupilFunction,
  { towards: [ex, ey], pitchMm, shiftMm }: RayGrid,
  wide: number,
): { readonly light: Float64Array; readonly share: number } {
  const { scale, wavefrontMm, amplitude, edge, extentMm, points } = pupil;
  if (points) return pointsOnGrid(points, { towards: [ex, ey], pitchMm, shiftMm }, wide);
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
  const half = middle - BEYOND + 0.5;
  let [all, within] = [0, 0];
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
      const x = (across * ey + along * ex) * perMm;
      const y = (along * ey - across * ex) * perMm;
      const value = share * root * root;
      all += value;
      if (Math.max(Math.abs(x), Math.abs(y)) <= half) within += value;
      spread(light, wide, middle + x, middle + y, value);
    }
  }
  return { light, share: within / all };
}

/** The same of pictures of points. */
function pointsOnGrid(
  points: PointLight,
  { towards: [ex, ey], pitchMm, shiftMm }: Pick<RayGrid, 'towards' | 'pitchMm' | 'shiftMm'>,
  wide: number,
): { readonly light: Float64Array; readonly share: number } {
  const { places, light: field } = pointField(points, [ex, ey], pitchMm);
  const light = new Float64Array(wide * wide);
  const middle = (wide - 1) / 2;
  const half = middle - BEYOND + 0.5;
  let [all, within] = [0, 0];
  for (const [i, value] of field.entries()) {
    const x = (places[i % places.length]! + shiftMm * ex) / pitchMm;
    const y = (places[Math.floor(i / places.length)]! + shiftMm * ey) / pitchMm;
    all += value;
    if (Math.max(Math.abs(x), Math.abs(y)) <= half) within += value;
    spread(light, wide, middle + x, middle + y, value);
  }
  return { light, share: within / all };
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

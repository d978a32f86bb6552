import type { Lattice, LatticeSampler } from '../../scenes/patterns/lattice.ts';
import { planeCount, type Pattern } from '../../scenes/patterns/pattern.ts';
import { latticeSampler } from '../../scenes/patterns/sample-lattice.ts';
import { standsOf, type ScenePlacement } from '../scene-placement.ts';
import { latticeOf, lensView, fillLensView, type LensView } from './lens-view.ts';
import type { ImageMap } from './radial-map.ts';
import type { Tiling } from './tiling.ts';

/** Samples a scene through one map, tile by tile. */
export interface TileSampler {
  /**
   * Samples the part of a tile that lies within reach of the picture, weighted with the light that
   * the lens passes.
   *
   * @param tile column and row from the axis.
   * @returns per plane and phase (row and column of a sample inside its pixel): values[row * side +
   *   column]; undefined for planes that are black all over, empty where the tile sees nothing.
   *   Valid until the next call.
   */
  readonly sample: (
    tile: readonly [number, number],
  ) => readonly (readonly Float32Array[] | undefined)[];
}

/**
 * Prepares to sample the planes of a pattern through a map. A tile that follows its mirror image
 * above or below the axis takes less time.
 *
 * @param memory which is in use as long as the sampler.
 */
export function tileSampler(
  tiling: Tiling,
  placement: ScenePlacement,
  { map, pattern }: { readonly map: ImageMap; readonly pattern: Pattern },
  memory: SamplerMemory,
): TileSampler {
  const { pitchMm } = tiling;
  const isEndless = pattern.kind === 'cells' && pattern.endlessFrom !== undefined;
  const { view, places, phases } = memory;
  const means = memory.means.slice(0, planeCount(pattern));
  // It may show the block of another map.
  view.block = undefined;
  const sampleLattice: LatticeSampler = latticeSampler(pattern);
  const stands = standsOf(placement);
  return {
    sample: ([tileColumn, tileRow]) => {
      const visible = seenPart(tiling, tileColumn, tileRow);
      if (!visible) return [];
      const { firstColumn, firstRow, block } = visible;
      const { rows, columns, fromX, fromY } = block;
      const nearest = Math.hypot(
        Math.max(0, fromX, -fromX - columns),
        Math.max(0, fromY, -fromY - rows),
      );
      if (nearest * pitchMm > map.radiusMm + pitchMm) return [];
      const isMirrored = fillLensView(view, map, block);
      const sampled = means.map((mean) => mean.subarray(0, rows * columns));
      const isSeen = sampleStands(stands, sampled, (stand, out) => {
        const lattice = latticeOf(view, block, isMirrored, stand, places);
        if (!isEndless && !touchesScene(lattice)) return false;
        sampleLattice(lattice, out);
        return true;
      });
      if (!isSeen) return [];
      return sampled.map((source, plane) => {
        const isLit = weigh(source, view, isMirrored, block);
        if (!isLit) return undefined;
        sortByPhase(source, block, [firstColumn, firstRow], tiling, phases[plane]!);
        return phases[plane]!;
      });
    },
  };
}

/**
 * Samples a scene where it stands; where it stands at several places, their mean.
 *
 * @param sample fills planes; false where nothing is to be seen.
 * @returns whether anything is.
 */
export function sampleStands(
  stands: ReturnType<typeof standsOf>,
  out: readonly Float32Array[],
  sample: (stand: ScenePlacement, out: readonly Float32Array[]) => boolean,
): boolean {
  const [only] = stands;
  if (stands.length === 1) return sample(only!.placement, out);
  const sums = out.map(({ length }) => new Float64Array(length));
  let isSeen = false;
  for (const { placement, share } of stands) {
    if (!sample(placement, out)) continue;
    isSeen = true;
    for (const [plane, sum] of sums.entries()) {
      const values = out[plane]!;
      for (let at = 0; at < sum.length; at += 1) sum[at]! += share * values[at]!;
    }
  }
  for (const [plane, sum] of sums.entries()) out[plane]!.set(sum);
  return isSeen;
}

export interface SamplerMemory {
  readonly view: LensView;
  readonly places: Pick<Lattice, 'x' | 'y'>;
  /** Per plane. */
  readonly means: readonly Float32Array[];
  /** Per plane and phase. */
  readonly phases: readonly (readonly Float32Array[])[];
}

/** Memory of the last sampler at each place; a thread uses one of a place at a time. */
const used: SamplerMemory[] = [];

/**
 * Memory for a sampler of a pattern with so many planes: the memory of the sampler before, where it
 * is large enough, because the parts of a picture are many and new memory takes time.
 *
 * @param place which of the samplers that are used at the same time.
 */
export function samplerMemory(
  { side, oversampling }: Tiling,
  planes: number,
  place: number,
): SamplerMemory {
  const across = side * oversampling;
  const before = used[place];
  const fits =
    before?.view.light.length === across * across &&
    before.means.length >= planes &&
    before.phases[0]?.[0]?.length === side * side;
  if (fits) return before;
  const [x, y] = [new Float64Array((across + 2) ** 2), new Float64Array((across + 2) ** 2)];
  const memory = {
    view: lensView(across),
    places: { x, y },
    means: Array.from({ length: planes }, () => new Float32Array(across * across)),
    phases: Array.from({ length: planes }, () =>
      Array.from({ length: oversampling ** 2 }, () => new Float32Array(side * side)),
    ),
  };
  if (place < MOST_KEPT) used[place] = memory;
  return memory;
}
/** Samplers at the same time whose memory is kept: a lens has one or two maps. */
const MOST_KEPT = 2;

/**
 * The part of a tile that lies within reach of the picture, in samples; undefined where there is
 * none.
 */
export function seenPart(tiling: Tiling, tileColumn: number, tileRow: number) {
  const { side, reach, oversampling, pitchMm, axisColumn, axisRow, centre } = tiling;
  const [left, top] = [axisColumn + tileColumn * side, axisRow + tileRow * side];
  const firstColumn = Math.max(0, -reach - left) * oversampling;
  const lastColumn = Math.min(side, tiling.columns + reach - left) * oversampling;
  const firstRow = Math.max(0, -reach - top) * oversampling;
  const lastRow = Math.min(side, tiling.rows + reach - top) * oversampling;
  const [columns, rows] = [lastColumn - firstColumn, lastRow - firstRow];
  if (columns <= 0 || rows <= 0) return undefined;
  return {
    firstColumn,
    firstRow,
    block: {
      pitchMm,
      fromX: (left - centre[0]) * oversampling + firstColumn,
      fromY: (top - centre[1]) * oversampling + firstRow,
      rows,
      columns,
    },
  };
}

/** Weighs samples with the light of a view, in place. Returns whether any is not 0. */
function weigh(
  source: Float32Array,
  { light }: LensView,
  isMirrored: boolean,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): boolean {
  let isLit = false;
  for (let row = 0, at = 0; row < rows; row += 1) {
    let from = (isMirrored ? rows - 1 - row : row) * columns;
    for (let column = 0; column < columns; column += 1, at += 1, from += 1) {
      const value = source[at]! * light[from]!;
      source[at] = value;
      if (value !== 0) isLit = true;
    }
  }
  return isLit;
}

/** Copies samples into one plane per phase, each of the size of a whole tile. */
function sortByPhase(
  source: Float32Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  [firstColumn, firstRow]: readonly [number, number],
  { side, oversampling }: Tiling,
  phases: readonly Float32Array[],
): void {
  const isWhole = rows === side * oversampling && columns === rows;
  for (let down = 0; down < oversampling; down += 1) {
    for (let across = 0; across < oversampling; across += 1) {
      const phase = phases[down * oversampling + across]!;
      if (!isWhole) phase.fill(0);
      for (let row = down; row < rows; row += oversampling) {
        let to = ((firstRow + row - down) / oversampling) * side + firstColumn / oversampling;
        const end = (row + 1) * columns;
        for (let from = row * columns + across; from < end; from += oversampling, to += 1)
          phase[to] = source[from]!;
      }
    }
  }
}

/**
 * Whether a lattice overlaps the scene; the scene may be so small that it lies between the samples.
 */
function touchesScene({ x, y }: Lattice): boolean {
  // Usually the first sample lies in the scene.
  if (x[0]! > 0 && x[0]! < 1 && y[0]! > 0 && y[0]! < 1) return true;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i += 1) {
    left = Math.min(left, x[i]!);
    right = Math.max(right, x[i]!);
    top = Math.min(top, y[i]!);
    bottom = Math.max(bottom, y[i]!);
  }
  return left < 1 && right > 0 && top < 1 && bottom > 0;
}

import {
  isUpright,
  lookUp,
  movePoints,
  seenPart,
  standsOf,
  type FormLayer,
  type FormTilesTask,
} from '@lumenloom/engine/accelerate';
import { RIM, SPACING, TILE_NUMBERS } from './sample-cells-shader.ts';

/**
 * Places in the scene are whole numbers of a part of a cell, 2 to the power of minus so many bits:
 * as many as 32 bits hold.
 */
const MOST_BITS = 28;
/** Largest error of an interpolated place, samples. */
const MOST_ERROR = 1e-5;

/** Points along a side of a tile of so many samples, from one before its first. */
const pointsAlong = (samples: number): number => Math.ceil(samples / SPACING) + 3;

/** How the tiles of a layer lie in its scene. */
export interface PlacedTiles {
  /** Per tile, whether the shader samples it; the threads sample the others. */
  readonly isPlaced: readonly boolean[];
  /** Numbers of each tile, see `placeTile`. */
  readonly tiles: Int32Array;
  /**
   * What places differ from linear ones, cells: differences[((tile · points + row) · points +
   * column) · 2], x and y.
   */
  readonly differences: Float32Array;
}

/**
 * Prepares the sampling of cells by the shader. Places in the scene are needed to a millionth of a
 * cell, which single precision cannot hold: those of a tile are linear in whole numbers, plus a
 * small smooth difference that is known at points and interpolated.
 */
export function placeTiles(
  task: Pick<FormTilesTask, 'tiling' | 'placement' | 'tiles'>,
  layer: FormLayer,
): PlacedTiles {
  const { tiling, placement, tiles } = task;
  const { pattern } = layer;
  const cells = pattern.kind === 'cells' && [pattern.rows, pattern.columns, pattern.endlessFrom];
  const key = JSON.stringify([tiling, placement, tiles, cells]);
  const last = lastPlaced.get(layer.map);
  if (last?.key === key) return last.placed;
  const placed = place(task, layer);
  lastPlaced.set(layer.map, { key, placed });
  return placed;
}

/** Of each map: previews and pictures of a data set often have the same. */
const lastPlaced = new WeakMap<
  FormLayer['map'],
  { readonly key: string; readonly placed: PlacedTiles }
>();

function place(
  { tiling, placement, tiles }: Pick<FormTilesTask, 'tiling' | 'placement' | 'tiles'>,
  layer: FormLayer,
): PlacedTiles {
  const samples = tiling.side * tiling.oversampling;
  const points = pointsAlong(samples);
  const numbers = new Int32Array(tiles.length * TILE_NUMBERS);
  const differences = new Float32Array(tiles.length * points * points * 2);
  const { pattern } = layer;
  const stands = standsOf(placement);
  if (pattern.kind !== 'cells' || pattern.endlessFrom !== undefined || stands.length > 1)
    return { isPlaced: tiles.map(() => false), tiles: numbers, differences };
  const places = placesIn(tiling, stands[0]!.placement, layer);
  const isPlaced = tiles.map((tile, index) =>
    placeTile(tiling, pattern, tile, places, {
      numbers: numbers.subarray(index * TILE_NUMBERS, (index + 1) * TILE_NUMBERS),
      differences: differences.subarray(index * points * points * 2),
    }),
  );
  return { isPlaced, tiles: numbers, differences };
}

type Tiling = FormTilesTask['tiling'];
type Cells = Extract<FormLayer['pattern'], { readonly kind: 'cells' }>;
/** Where a sample of the source lies in the scene, cells; samples are counted from the axis. */
type PlaceOf = (x: number, y: number) => readonly [number, number];

/** How a scene lies before the samples of the source. */
interface ScenePlaces {
  /** See `warpedGrid` of the engine. */
  readonly place: PlaceOf;
  /** The same inside the image circle; outside it goes on smoothly, without the bend at the rim. */
  readonly smooth: PlaceOf;
  /** Radius of the image circle, samples. */
  readonly radius: number;
  /** Whether the scene has moved, so that the shader does not know the places along the rim. */
  readonly isMoved: boolean;
}

function placesIn(
  { pitchMm }: Tiling,
  { halfWidth, aspect, moved }: FormTilesTask['placement'],
  { map, pattern }: FormLayer,
): ScenePlaces {
  const { columns, rows } = pattern as Cells;
  const [x, y] = [new Float64Array(1), new Float64Array(1)];
  const placeBy =
    (stretchAt: (distanceMm: number) => number): PlaceOf =>
    (right, down) => {
      const stretch = stretchAt(Math.sqrt(right * right + down * down) * pitchMm);
      x[0] = right * pitchMm * stretch;
      y[0] = down * pitchMm * stretch;
      if (moved) movePoints(moved, x, y);
      return [
        (0.5 + (x[0] * 0.5) / halfWidth) * columns,
        (0.5 + (y[0] * 0.5) / (halfWidth * aspect)) * rows,
      ];
    };
  const stretchAt = (distanceMm: number): number => lookUp(map, map.stretch, distanceMm);
  const beyond = continued(stretchAt, map.radiusMm, SPACING * pitchMm);
  return {
    place: placeBy(stretchAt),
    smooth: placeBy((distanceMm) =>
      distanceMm <= map.radiusMm ? stretchAt(distanceMm) : beyond(distanceMm),
    ),
    radius: map.radiusMm / pitchMm,
    isMoved: moved !== undefined,
  };
}

/** The cubic through the last four values of a function up to an end, a step apart. */
function continued(
  valueAt: (x: number) => number,
  end: number,
  step: number,
): (x: number) => number {
  const [a, b, c, d] = [3, 2, 1, 0].map((back) => valueAt(Math.abs(end - back * step))) as [
    number,
    number,
    number,
    number,
  ];
  return (x) => {
    const t = (x - end) / step;
    // Newton's backward differences.
    return (
      d +
      t * (d - c) +
      ((t * (t + 1)) / 2) * (d - 2 * c + b) +
      ((t * (t + 1) * (t + 2)) / 6) * (d - 3 * c + 3 * b - a)
    );
  };
}

/**
 * Fills the numbers of a tile: twice the distance of its first sample from the axis, right and
 * down, in samples; the samples that the picture sees, from and to columns, then rows; the cell of
 * the first sample; in parts of a cell, of x and then of y, the place of the first sample in that
 * cell and its growth from column to column and from row to row; and the bits of those parts.
 *
 * @returns false where the shader cannot sample the tile.
 */
function placeTile(
  tiling: Tiling,
  cells: Cells,
  [column, row]: readonly [number, number],
  { place, smooth, radius, isMoved }: ScenePlaces,
  out: { readonly numbers: Int32Array; readonly differences: Float32Array },
): boolean {
  const { side, oversampling, axisColumn, axisRow, centre } = tiling;
  const samples = side * oversampling;
  const visible = seenPart(tiling, column, row);
  if (!visible) return true;
  const { firstColumn, firstRow, block } = visible;
  const left = (axisColumn + column * side - centre[0]) * oversampling;
  const top = (axisRow + row * side - centre[1]) * oversampling;
  if (!Number.isInteger(2 * left) || !Number.isInteger(2 * top)) return false;
  const from =
    (placeOf: PlaceOf): PlaceOf =>
    (right, down) =>
      placeOf(left + right + 0.5, top + down + 0.5);
  const distance = (right: number, down: number): number => Math.hypot(left + right, top + down);
  const corners = [distance(0, 0), distance(samples, 0), distance(0, samples)];
  if (isMoved && Math.max(...corners, distance(samples, samples)) > radius - RIM) return false;
  if (!isUprightAt(from(place), visible, cells)) return false;
  const at = from(smooth);
  const points = pointsAlong(samples);
  const exact = Array.from({ length: points * points }, (_, i) =>
    at(((i % points) - 1) * SPACING, (Math.floor(i / points) - 1) * SPACING),
  );
  const [first, lastAcross, lastDown] = [at(0, 0), at(samples - 1, 0), at(0, samples - 1)];
  const cell = first.map(Math.floor) as [number, number];
  const farthest = Math.max(
    ...exact.flatMap((one) => [0, 1].map((axis) => Math.abs(one[axis]! - cell[axis]!))),
  );
  // Room for the cells under a spline beyond the farthest place.
  const bits = Math.min(MOST_BITS, Math.floor(30 - Math.log2(farthest + 40)));
  if (!(bits >= 0)) return false;
  const linear = [0, 1].map((axis): Linear => {
    const growth = (last: readonly number[]): number =>
      Math.round(((last[axis]! - first[axis]!) / (samples - 1)) * 2 ** bits);
    return {
      cell: cell[axis]!,
      start: Math.round((first[axis]! - cell[axis]!) * 2 ** bits),
      across: growth(lastAcross),
      down: growth(lastDown),
      bits,
    };
  }) as [Linear, Linear];
  out.numbers.set([
    ...[2 * left + 1, 2 * top + 1],
    ...[firstColumn, firstColumn + block.columns, firstRow, firstRow + block.rows],
    ...cell,
    ...linear.flatMap(({ start, across, down }) => [start, across, down]),
    bits,
  ]);
  for (const [i, places] of exact.entries()) {
    const [right, down] = [((i % points) - 1) * SPACING, (Math.floor(i / points) - 1) * SPACING];
    for (const axis of [0, 1] as const)
      out.differences[2 * i + axis] = places[axis] - linearAt(linear[axis], right, down);
  }
  const isLit = (right: number, down: number): boolean => distance(right, down) < radius - 1;
  return isSmooth({ at: from(place), isLit }, linear, out.differences, samples);
}

interface Linear {
  readonly cell: number;
  readonly start: number;
  readonly across: number;
  readonly down: number;
  readonly bits: number;
}

const linearAt = ({ cell, start, across, down, bits }: Linear, x: number, y: number): number =>
  cell + (start + across * x + down * y) / 2 ** bits;

/** As the plain twin decides on the part of the tile that the picture sees. */
function isUprightAt(
  at: PlaceOf,
  { firstColumn, firstRow, block }: NonNullable<ReturnType<typeof seenPart>>,
  cells: Cells,
): boolean {
  const { rows, columns } = block;
  const [x, y] = [new Float64Array(9), new Float64Array(9)];
  for (const row of [1, (rows + 1) >> 1, rows])
    for (const column of [1, (columns + 1) >> 1, columns]) {
      for (let i = 0; i < 9; i += 1) {
        const [right, down] = [column - 2 + (i % 3), row - 2 + Math.floor(i / 3)];
        const place = at(firstColumn + right, firstRow + down);
        x[i] = place[0] / cells.columns;
        y[i] = place[1] / cells.rows;
      }
      if (!isUpright({ rows: 1, columns: 1, x, y }, cells)) return false;
    }
  return true;
}

/**
 * Whether interpolation finds places between the points where light falls; tried in the corners and
 * in the middle.
 */
function isSmooth(
  { at, isLit }: { readonly at: PlaceOf; readonly isLit: (x: number, y: number) => boolean },
  linear: readonly [Linear, Linear],
  differences: Float32Array,
  samples: number,
): boolean {
  const points = pointsAlong(samples);
  const last = Math.floor((samples - 1) / SPACING);
  const half = SPACING / 2;
  const weights = [-1 / 16, 9 / 16, 9 / 16, -1 / 16];
  for (const y of [0, last >> 1, last])
    for (const x of [0, last >> 1, last]) {
      if (!isLit(x * SPACING + half, y * SPACING + half)) continue;
      const exact = at(x * SPACING + half, y * SPACING + half);
      for (const axis of [0, 1] as const) {
        let sum = linearAt(linear[axis], x * SPACING + half, y * SPACING + half);
        for (const [j, down] of weights.entries())
          for (const [i, across] of weights.entries())
            sum += down * across * differences[((y + j) * points + x + i) * 2 + axis]!;
        const { across, down, bits } = linear[axis];
        const step = Math.hypot(across, down) / 2 ** bits;
        if (!(Math.abs(sum - exact[axis]) <= MOST_ERROR * step)) return false;
      }
    }
  return true;
}

/** The numbers `sizes` of the shader for a layer. */
export function samplingSizes(
  { tiling, placement }: Pick<FormTilesTask, 'tiling' | 'placement'>,
  { map, pattern }: FormLayer,
): Uint32Array {
  const { side, oversampling, pitchMm } = tiling;
  const { rows, columns } = pattern as Cells;
  const radius = (2 * map.radiusMm) / pitchMm;
  const whole = Math.floor(radius ** 2);
  const sizes = Uint32Array.of(side, oversampling, rows, columns, whole, 0, 0, 0, 0, 0);
  const across = (0.25 * pitchMm * columns) / placement.halfWidth;
  const down = (0.25 * pitchMm * rows) / (placement.halfWidth * placement.aspect);
  new Float32Array(sizes.buffer).set(
    [radius ** 2 - whole, radius, (map.density * pitchMm) / 2, across, down],
    5,
  );
  return sizes;
}

/** A map as the shader reads it. */
export const mapOnGpu = ({ solidAngle, stretch }: FormLayer['map']): Float32Array =>
  Float32Array.from({ length: 2 * stretch.length }, (_, i) =>
    i % 2 === 0 ? solidAngle[i / 2]! : stretch[(i - 1) / 2]!,
  );

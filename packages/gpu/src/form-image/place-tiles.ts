import {
  isUpright,
  lookUp,
  movePoints,
  seenPart,
  standsOf,
  type FormLayer,
  type FormTilesTask,
} from '@lumenloom/engine/accelerate';
import { SPACING, TILE_NUMBERS, FRAME_NUMBERS } from './sample-shader.ts';
import {
  formulaNumbers,
  framesOf,
  hasFormula,
  isPrecise,
  partsOf,
  type FieldPair,
} from './scene-frames.ts';

/**
 * Places in the scene are whole numbers of a part of a unit, 2 to the power of minus so many bits:
 * as many as 32 bits hold.
 */
const MOST_BITS = 28;
/** Largest error of an interpolated place, samples. */
const MOST_ERROR = 1e-5;

/** Samples before the bend at the rim at which places of a moved scene are needed. */
const RIM = 2;

/** Points along a side of a tile of so many samples, from one before its first. */
const pointsAlong = (samples: number): number => Math.ceil(samples / SPACING) + 3;

/** How the tiles of a layer lie in its scene. */
export interface PlacedTiles {
  /** Per tile, whether the shader samples it; the threads sample the others. */
  readonly isPlaced: readonly boolean[];
  /** Numbers of each tile, see `placeTile`. */
  readonly tiles: Int32Array;
  /**
   * What places differ from linear ones, units: differences[(((tile · frames + frame) · points +
   * row) · points + column) · 2], both fields.
   */
  readonly differences: Float32Array;
}

/**
 * Prepares the sampling of tiles by the shader. Places in the scene are needed to a millionth of a
 * sample, which single precision cannot hold: those of a tile are linear in whole numbers, plus a
 * small smooth difference that is known at points and interpolated.
 */
export function placeTiles(
  task: Pick<FormTilesTask, 'tiling' | 'placement' | 'tiles'>,
  layer: FormLayer,
): PlacedTiles {
  const { tiling, placement, tiles } = task;
  const { cells, formula } = partsOf(layer.pattern);
  const size = cells && [cells.rows, cells.columns, cells.endlessFrom];
  const key = JSON.stringify([tiling, placement, tiles, size, formula]);
  const last = lastPlaced.get(layer.map);
  if (last?.key === key) return last.placed;
  const placed = place(task, layer);
  lastPlaced.set(layer.map, { key, placed });
  return placed;
}

/** Places by map: previews and pictures of a data set often have the same map. */
const lastPlaced = new WeakMap<
  FormLayer['map'],
  { readonly key: string; readonly placed: PlacedTiles }
>();

function place(
  { tiling, placement, tiles }: Pick<FormTilesTask, 'tiling' | 'placement' | 'tiles'>,
  layer: FormLayer,
): PlacedTiles {
  const points = pointsAlong(tiling.side * tiling.oversampling);
  const { cells, formula } = partsOf(layer.pattern);
  const stands = standsOf(placement);
  const isPossible =
    cells?.endlessFrom === undefined && (!formula || isPrecise(formula)) && stands.length === 1;
  const places = placesIn(tiling, stands[0]!.placement, layer);
  const frames = places.frames.length;
  const [perTile, perDifferences] = [
    TILE_NUMBERS + frames * FRAME_NUMBERS,
    frames * points * points * 2,
  ];
  const numbers = new Int32Array(tiles.length * perTile);
  const differences = new Float32Array(tiles.length * perDifferences);
  const isPlaced = tiles.map(
    (tile, index) =>
      isPossible &&
      placeTile(tiling, layer.pattern, tile, places, {
        numbers: numbers.subarray(index * perTile, (index + 1) * perTile),
        differences: differences.subarray(index * perDifferences, (index + 1) * perDifferences),
      }),
  );
  return { isPlaced, tiles: numbers, differences };
}

type Tiling = FormTilesTask['tiling'];
/** Where a sample of the source lies in the scene, 0 to 1; samples are counted from the axis. */
type PlaceOf = (x: number, y: number) => Pair;
type Pair = readonly [number, number];

/** How a scene lies before the samples of the source. */
interface ScenePlaces {
  readonly frames: readonly FieldPair[];
  /** See `warpedGrid` of the engine. */
  readonly place: PlaceOf;
  /** The same up to `end`; beyond it goes on smoothly, without the bend at the rim. */
  readonly smooth: PlaceOf;
  /** Distance of the last entry of the map's tables inside the image circle, samples. */
  readonly end: number;
  /** Radius of the image circle, samples. */
  readonly radius: number;
  /** Whether the scene has moved, so that the shader does not know the bend at the rim. */
  readonly isMoved: boolean;
}

function placesIn(
  { pitchMm }: Tiling,
  { halfWidth, aspect, moved }: FormTilesTask['placement'],
  { map, pattern }: FormLayer,
): ScenePlaces {
  const [x, y] = [new Float64Array(1), new Float64Array(1)];
  const placeBy =
    (stretchAt: (distanceMm: number) => number): PlaceOf =>
    (right, down) => {
      const stretch = stretchAt(Math.sqrt(right * right + down * down) * pitchMm);
      x[0] = right * pitchMm * stretch;
      y[0] = down * pitchMm * stretch;
      if (moved) movePoints(moved, x, y);
      return [0.5 + (x[0] * 0.5) / halfWidth, 0.5 + (y[0] * 0.5) / (halfWidth * aspect)];
    };
  const smoothly = smoothStretch(map, pitchMm);
  return {
    frames: framesOf(pattern, samplesAcross(map, halfWidth, pitchMm)).frames,
    place: placeBy((distanceMm) => lookUp(map, map.stretch, distanceMm)),
    smooth: placeBy(smoothly.stretchAt),
    end: smoothly.endMm / pitchMm,
    radius: map.radiusMm / pitchMm,
    isMoved: moved !== undefined,
  };
}

/** Samples across a scene, near the axis. */
const samplesAcross = (map: FormLayer['map'], halfWidth: number, pitchMm: number): number =>
  (2 * halfWidth) / (map.stretch[0]! * pitchMm);

/**
 * The stretch of a map as it goes on smoothly beyond the last entry of its table inside the image
 * circle, at `endMm`; without end, where an entry is as wide as the circle.
 */
function smoothStretch(map: FormLayer['map'], pitchMm: number) {
  const lastEntry = Math.floor(map.radiusMm * map.density);
  const endMm = lastEntry / map.density;
  const stretchAt = (distanceMm: number): number => lookUp(map, map.stretch, distanceMm);
  const beyond = continued(stretchAt, endMm, SPACING * pitchMm);
  return {
    lastEntry,
    endMm,
    stretchAt: (distanceMm: number) =>
      distanceMm <= endMm ? stretchAt(distanceMm) : beyond(distanceMm),
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
 * down, in samples; the samples that the picture sees, from and to columns, then rows; 1 where the
 * splines of all of them count as inside the scene. Then of each frame: the unit that has the first
 * sample; in parts of a unit, of both fields, the value of the first sample in that unit and its
 * growth from column to column and from row to row; and the bits of those parts.
 *
 * @returns false where the shader cannot sample the tile.
 */
function placeTile(
  tiling: Tiling,
  pattern: FormLayer['pattern'],
  [column, row]: readonly [number, number],
  { frames, place, smooth, end, radius, isMoved }: ScenePlaces,
  out: { readonly numbers: Int32Array; readonly differences: Float32Array },
): boolean {
  const { side, oversampling, axisColumn, axisRow, centre } = tiling;
  const { cells, formula } = partsOf(pattern);
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
  if (isMoved && Math.max(...corners, distance(samples, samples)) > end - RIM) return false;
  const at = from(smooth);
  const points = pointsAlong(samples);
  const exact = Array.from({ length: points * points }, (_, i) => at(...pointAt(i, points)));
  const isInside = formula !== undefined && isWithinScene(from(place), visible, points);
  if ((cells || !isInside) && !isUprightAt(from(place), visible, cells)) return false;
  if (formula && !hasFormula(formula, reachOf(exact, points), boundsOf(exact))) return false;
  out.numbers.set([
    ...[2 * left + 1, 2 * top + 1],
    ...[firstColumn, firstColumn + block.columns, firstRow, firstRow + block.rows],
    Number(isInside),
  ]);
  const isLit = (right: number, down: number): boolean => distance(right, down) < radius - 1;
  return frames.every((frame, index) =>
    placeFrame(
      frame,
      { at, exact, isLit, samples },
      out.numbers.subarray(TILE_NUMBERS + index * FRAME_NUMBERS),
      out.differences.subarray(2 * index * exact.length),
    ),
  );
}

/** How a tile lies in the scene. */
interface TilePlaces {
  /** Place of a sample, counted from the first of the tile. */
  readonly at: PlaceOf;
  /** At the points of the tile. */
  readonly exact: readonly Pair[];
  readonly isLit: (right: number, down: number) => boolean;
  /** Along a side. */
  readonly samples: number;
}

/** A point of a tile, counted in samples from its first. */
const pointAt = (i: number, points: number): Pair => [
  ((i % points) - 1) * SPACING,
  (Math.floor(i / points) - 1) * SPACING,
];

/**
 * Fills the numbers and the differences of a frame of a tile.
 *
 * @returns whether they are as exact as they must be.
 */
function placeFrame(
  { fields, room, isAbsolute }: FieldPair,
  { at, exact, isLit, samples }: TilePlaces,
  numbers: Int32Array,
  differences: Float32Array,
): boolean {
  const points = pointsAlong(samples);
  const [one, other] = fields;
  const valueIn = ([x, y]: Pair): Pair => [
    one[0] * x + one[1] * y + one[2],
    other[0] * x + other[1] * y + other[2],
  ];
  const valueAt: PlaceOf = (x, y) => valueIn(at(x, y));
  const values = exact.map(valueIn);
  const first = valueAt(0, 0);
  const [lastAcross, lastDown] = [valueAt(samples - 1, 0), valueAt(0, samples - 1)];
  const unit = isAbsolute ? [0, 0] : first.map(Math.floor);
  let farthest = 0;
  for (const [x, y] of values)
    farthest = Math.max(farthest, Math.abs(x - unit[0]!), Math.abs(y - unit[1]!));
  const bits = Math.min(MOST_BITS, Math.floor(30 - Math.log2(farthest + room)));
  if (!(bits >= 0)) return false;
  const linear = [0, 1].map((axis): Linear => {
    const growth = (last: Pair): number =>
      Math.round(((last[axis]! - first[axis]!) / (samples - 1)) * 2 ** bits);
    return {
      unit: unit[axis]!,
      start: Math.round((first[axis]! - unit[axis]!) * 2 ** bits),
      across: growth(lastAcross),
      down: growth(lastDown),
      bits,
    };
  }) as [Linear, Linear];
  numbers.set([
    ...unit,
    ...linear.flatMap(({ start, across, down }) => [start, across, down]),
    bits,
  ]);
  for (const [i, value] of values.entries())
    for (const axis of [0, 1] as const)
      differences[2 * i + axis] = value[axis] - linearAt(linear[axis], ...pointAt(i, points));
  return isSmooth({ at: valueAt, isLit }, linear, differences, samples);
}

interface Linear {
  readonly unit: number;
  readonly start: number;
  readonly across: number;
  readonly down: number;
  readonly bits: number;
}

const linearAt = ({ unit, start, across, down, bits }: Linear, x: number, y: number): number =>
  unit + (start + across * x + down * y) / 2 ** bits;

/** Reach of the splines among points of a tile. */
function reachOf(exact: readonly Pair[], points: number): number {
  let most = 0;
  for (let i = 0; i + points < exact.length; i += 1) {
    if (i % points === points - 1) continue;
    const step = (other: number): number =>
      Math.hypot(exact[other]![0] - exact[i]![0], exact[other]![1] - exact[i]![1]) / SPACING;
    most = Math.max(most, 1.5 * (step(i + 1) + step(i + points)));
  }
  return most;
}

/** Corners of the smallest rectangle that has all places. */
const boundsOf = (exact: readonly Pair[]): readonly [Pair, Pair] => [
  [Math.min(...exact.map(([x]) => x)), Math.min(...exact.map(([, y]) => y))],
  [Math.max(...exact.map(([x]) => x)), Math.max(...exact.map(([, y]) => y))],
];

/**
 * Whether the plain twin takes all splines of the part of a tile that the picture sees as inside
 * the scene: where all samples and a border of one more lie in it.
 */
function isWithinScene(
  at: PlaceOf,
  { firstColumn, firstRow, block }: Visible,
  points: number,
): boolean {
  const isIn = (x: number, y: number): boolean =>
    at(x, y).every((place) => place >= 0 && place <= 1);
  let isFarIn = true;
  for (let i = 0; i < points * points && isFarIn; i += 1) isFarIn = isIn(...pointAt(i, points));
  if (isFarIn) return true;
  const [left, top] = [firstColumn - 1, firstRow - 1];
  const [right, bottom] = [firstColumn + block.columns, firstRow + block.rows];
  for (let x = left; x <= right; x += 1) if (!isIn(x, top) || !isIn(x, bottom)) return false;
  for (let y = top; y <= bottom; y += 1) if (!isIn(left, y) || !isIn(right, y)) return false;
  return true;
}

type Visible = NonNullable<ReturnType<typeof seenPart>>;

/** As the plain twin decides on the part of the tile that the picture sees. */
function isUprightAt(
  at: PlaceOf,
  { firstColumn, firstRow, block }: Visible,
  cells = { rows: 1, columns: 1 },
): boolean {
  const { rows, columns } = block;
  const [x, y] = [new Float64Array(9), new Float64Array(9)];
  for (const row of [1, (rows + 1) >> 1, rows])
    for (const column of [1, (columns + 1) >> 1, columns]) {
      for (let i = 0; i < 9; i += 1) {
        const [right, down] = [column - 2 + (i % 3), row - 2 + Math.floor(i / 3)];
        [x[i], y[i]] = at(firstColumn + right, firstRow + down);
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
  const { halfWidth, aspect } = placement;
  const { rows, columns, frames } = framesOf(pattern, samplesAcross(map, halfWidth, pitchMm));
  const { formula } = partsOf(pattern);
  const { lastEntry, endMm } = smoothStretch(map, pitchMm);
  const [radius, end] = [(2 * map.radiusMm) / pitchMm, (2 * endMm) / pitchMm];
  const [across, down] = [(0.25 * pitchMm) / halfWidth, (0.25 * pitchMm) / (halfWidth * aspect)];
  const [whole, wholeEnd] = [Math.floor(radius ** 2), Math.floor(end ** 2)];
  const floats = [
    ...[radius ** 2 - whole, radius, end ** 2 - wholeEnd, end, (map.density * pitchMm) / 2],
    ...frames.flatMap(({ fields }) => fields.flatMap(([x, y]) => [x * across, y * down])),
    ...(formula ? formulaNumbers(formula) : []),
  ];
  const wholes = [side, oversampling, rows, columns, whole, wholeEnd, lastEntry];
  const sizes = new Uint32Array(wholes.length + floats.length);
  sizes.set(wholes);
  new Float32Array(sizes.buffer).set(floats, wholes.length);
  return sizes;
}

/** A map as the shader reads it: light, and how stretch differs from its smooth continuation. */
export function mapOnGpu(map: FormLayer['map'], pitchMm: number): Float32Array {
  const { lastEntry, stretchAt } = smoothStretch(map, pitchMm);
  const entries = new Float32Array(2 * map.stretch.length);
  for (const [i, stretch] of map.stretch.entries()) {
    entries[2 * i] = map.solidAngle[i]!;
    entries[2 * i + 1] = i <= lastEntry ? 0 : stretch - stretchAt(i / map.density);
  }
  return entries;
}

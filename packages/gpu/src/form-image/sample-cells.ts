import {
  isUpright,
  lookUp,
  movePoints,
  seenPart,
  standsOf,
  type FormLayer,
  type FormTilesTask,
} from '@lumenloom/engine/accelerate';

/** Samples between neighbouring points of a tile at which the map of the lens is looked up. */
const SPACING = 16;
/**
 * Places in the scene are whole numbers of a part of a cell, 2 to the power of minus so many bits:
 * as many as 32 bits hold.
 */
const MOST_BITS = 28;
/** Largest error of an interpolated place, samples. */
const MOST_ERROR = 1e-5;

/** Points along a side of a tile of so many samples, from one before its first. */
const pointsAlong = (samples: number): number => Math.ceil(samples / SPACING) + 3;

/** Samples along the rim of the image circle, where places bend, that the shader looks up. */
const RIM = 2;

/** Numbers per tile of `tiles`; see `placeTile`. */
const TILE_NUMBERS = 15;

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
  const seen = seenPart(tiling, column, row);
  if (!seen) return true;
  const { firstColumn, firstRow, block } = seen;
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
  if (!isUprightAt(from(place), seen, cells)) return false;
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

/** As the plain twin decides on the part of the tile that is seen. */
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

/**
 * WGSL that samples cells as `weighEach` of the engine does: weighted with the integrals of
 * quadratic B-splines along columns and rows, times the light that the lens passes.
 *
 * @param planes of the pattern.
 */
export const sampleCellsCode = (planes: number): string => `
const PLANES = ${planes}u;
const SPACING = ${SPACING}u;
// side, samples per pixel along a side, rows and columns of cells; then as floats: radius of the
// image circle squared in half samples, whole and rest; the radius; entries of the table per half
// sample; cells per half sample and stretch, across and down.
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> tiles: array<i32>;
@group(0) @binding(2) var<storage, read> placed: array<u32>;
@group(0) @binding(3) var<storage, read> differences: array<vec2f>;
@group(0) @binding(4) var<storage, read> cells: array<f32>;
// Irradiance per radiance, and stretch, see RadialMap.
@group(0) @binding(5) var<storage, read> map: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> samples: array<f32>;

fn splineBelow(place: f32) -> f32 {
  if (place <= -1.5) { return 0.0; }
  if (place >= 1.5) { return 1.0; }
  let left = place + 1.5;
  let right = 1.5 - place;
  if (place < -0.5) { return left * left * left / 6.0; }
  if (place > 0.5) { return 1.0 - right * right * right / 6.0; }
  return 0.5 + place * (0.75 - place * place / 3.0);
}

fn cubic(t: f32) -> vec4f {
  return vec4f(
    -t * (t - 1.0) * (t - 2.0) / 6.0,
    (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0,
    -(t + 1.0) * t * (t - 2.0) / 2.0,
    (t + 1.0) * t * (t - 1.0) / 6.0,
  );
}

fn slope(t: f32) -> vec4f {
  return vec4f(
    -(3.0 * t * t - 6.0 * t + 2.0) / 6.0,
    (3.0 * t * t - 4.0 * t - 1.0) / 2.0,
    -(3.0 * t * t - 2.0 * t - 2.0) / 2.0,
    (3.0 * t * t - 1.0) / 6.0,
  ) / f32(SPACING);
}

fn lookUp(distance: f32) -> vec2f {
  let place = min(distance * bitcast<f32>(sizes[7]), f32(arrayLength(&map)) - 1.001);
  let entry = u32(place);
  return mix(map[entry], map[entry + 1u], place - f32(entry));
}

fn lightAt(x: i32, y: i32) -> f32 {
  let squared = u32(x * x) + u32(y * y);
  let distance = sqrt(f32(squared));
  let radius = bitcast<f32>(sizes[6]);
  let apart = f32(i32(sizes[4] - squared)) + bitcast<f32>(sizes[5]);
  let inside = clamp(0.5 * apart / (radius + distance) + 0.5, 0.0, 1.0);
  return inside * lookUp(distance).x;
}

// The place in the scene of a sample along the rim, cells from the middle of the scene.
fn placeAtRim(x: i32, y: i32) -> vec2f {
  let place = vec2f(f32(x), f32(y));
  let scale = vec2f(bitcast<f32>(sizes[8]), bitcast<f32>(sizes[9]));
  return place * scale * lookUp(length(place)).y;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let side = sizes[0];
  let oversampling = sizes[1];
  let across = side * oversampling;
  let tile = id.y;
  if (id.x >= across * across || placed[tile] == 0u) { return; }
  let column = id.x % across;
  let row = id.x / across;
  let own = tile * ${TILE_NUMBERS}u;
  let phase = (row % oversampling) * oversampling + column % oversampling;
  let phases = oversampling * oversampling;
  let to = (tile * PLANES * phases + phase) * side * side
    + (row / oversampling) * side + column / oversampling;
  var sums: array<f32, PLANES>;
  let x = tiles[own] + 2 * i32(column);
  let y = tiles[own + 1u] + 2 * i32(row);
  let light = lightAt(x, y);
  let isSeen = i32(column) >= tiles[own + 2u] && i32(column) < tiles[own + 3u]
    && i32(row) >= tiles[own + 4u] && i32(row) < tiles[own + 5u];
  if (light != 0.0 && isSeen) {
    let points = (across + SPACING - 1u) / SPACING + 3u;
    let pointColumn = column / SPACING;
    let pointRow = row / SPACING;
    let t = vec2f(f32(column % SPACING), f32(row % SPACING)) / f32(SPACING);
    let alongX = cubic(t.x);
    let alongY = cubic(t.y);
    let slopeX = slope(t.x);
    let slopeY = slope(t.y);
    var difference = vec2f();
    var growth = vec2f();
    for (var j = 0u; j < 4u; j += 1u) {
      let first = (tile * points + pointRow + j) * points + pointColumn;
      for (var i = 0u; i < 4u; i += 1u) {
        let value = differences[first + i];
        difference += alongX[i] * alongY[j] * value;
        growth += vec2f(slopeX[i] * alongY[j], alongX[i] * slopeY[j]) * value;
      }
    }
    let rows = i32(sizes[2]);
    let columns = i32(sizes[3]);
    let bits = u32(tiles[own + 14u]);
    // Powers of two, exactly.
    let unit = bitcast<f32>((127u - bits) << 23u);
    let parts = bitcast<f32>((127u + bits) << 23u);
    var whole = vec2i(
      tiles[own + 8u] + tiles[own + 9u] * i32(column) + tiles[own + 10u] * i32(row),
      tiles[own + 11u] + tiles[own + 12u] * i32(column) + tiles[own + 13u] * i32(row),
    ) + vec2i(round(difference * parts));
    var steps = vec2f(f32(tiles[own + 9u]), f32(tiles[own + 13u])) + growth * parts;
    if (length(vec2f(f32(x), f32(y))) > bitcast<f32>(sizes[6]) - ${2 * RIM}.0) {
      let middle = vec2f(f32(columns), f32(rows)) * 0.5
        - vec2f(f32(tiles[own + 6u]), f32(tiles[own + 7u]));
      whole = vec2i(round((middle + placeAtRim(x, y)) * parts));
      steps = 0.5 * parts * vec2f(
        placeAtRim(x + 2, y).x - placeAtRim(x - 2, y).x,
        placeAtRim(x, y + 2).y - placeAtRim(x, y - 2).y,
      );
    }
    let cell = vec2i(tiles[own + 6u], tiles[own + 7u]) + (whole >> vec2u(bits));
    let place = whole & vec2i((1 << bits) - 1);
    let low = vec2i(floor((vec2f(place) - 1.5 * steps) * unit));
    let high = vec2i(floor((vec2f(place) + 1.5 * steps) * unit));
    var aboveRow = 0.0;
    for (var y = low.y; y <= high.y; y += 1) {
      let belowRow = select(splineBelow(f32(((y + 1) << bits) - place.y) / steps.y), 1.0, y == high.y);
      let weightY = belowRow - aboveRow;
      aboveRow = belowRow;
      let cellRow = cell.y + y;
      if (cellRow < 0 || cellRow >= rows) { continue; }
      var line = array<f32, PLANES>();
      var before = 0.0;
      for (var x = low.x; x <= high.x; x += 1) {
        let upTo = select(splineBelow(f32(((x + 1) << bits) - place.x) / steps.x), 1.0, x == high.x);
        let weight = upTo - before;
        before = upTo;
        let cellColumn = cell.x + x;
        if (cellColumn < 0 || cellColumn >= columns) { continue; }
        let at = u32(cellRow * columns + cellColumn);
        for (var plane = 0u; plane < PLANES; plane += 1u) {
          line[plane] += weight * cells[plane * u32(rows * columns) + at];
        }
      }
      for (var plane = 0u; plane < PLANES; plane += 1u) {
        sums[plane] += weightY * line[plane];
      }
    }
  }
  for (var plane = 0u; plane < PLANES; plane += 1u) {
    samples[to + plane * phases * side * side] = light * sums[plane];
  }
}
`;

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

/** WGSL of the means of a tile's source over the cells of the veil: means[(tile, plane)][cell]. */
export const cellMeansCode = (side: number, count: number): string => `
const SIDE = ${side}u;
const COUNT = ${count}u;
const CELL = ${side / count}u;
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> samples: array<f32>;
@group(0) @binding(2) var<storage, read_write> means: array<f32>;

@compute @workgroup_size(${Math.min(256, count * count)})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) cell: u32) {
  let phases = sizes[0];
  var sum = 0.0;
  for (var phase = 0u; phase < phases; phase += 1u) {
    let first = (group.x * phases + phase) * SIDE * SIDE
      + (cell / COUNT) * CELL * SIDE + (cell % COUNT) * CELL;
    for (var row = 0u; row < CELL; row += 1u) {
      for (var column = 0u; column < CELL; column += 1u) {
        sum += samples[first + row * SIDE + column];
      }
    }
  }
  means[group.x * COUNT * COUNT + cell] = sum / f32(phases * CELL * CELL);
}
`;

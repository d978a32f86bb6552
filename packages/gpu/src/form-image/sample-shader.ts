import { formulaCode } from './formula-shader.ts';
import { partsOf } from './scene-frames.ts';
import type { FormLayer } from '@lumenloom/engine/accelerate';

/** Numbers per tile of the binding `tiles`, and of each frame after them; see `placeTile`. */
export const TILE_NUMBERS = 7;
export const FRAME_NUMBERS = 9;
/** Samples between neighbouring points of a tile at which the map of the lens is looked up. */
export const SPACING = 16;
/** Place of the first number of the frames in `sizes`, and numbers of each; see there. */
const FRAMES = 12;
const MATRIX = 4;

const BINDINGS = `const SPACING = ${SPACING}u;
const TILE_NUMBERS = ${TILE_NUMBERS}u;
const FRAME_NUMBERS = ${FRAME_NUMBERS}u;
// side, samples per pixel along a side, rows and columns of the scene in units; radius of the image
// circle squared in half samples, and the same of the last entry inside it of the map's tables; the
// number of that entry. Then as floats: rest of the squared radius, the radius; the same of the
// entry; entries of the tables per half sample. Then of each frame what its fields grow per half
// sample times stretch, right and down; then the numbers of the formula.
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> tiles: array<i32>;
@group(0) @binding(2) var<storage, read> placed: array<u32>;
@group(0) @binding(3) var<storage, read> differences: array<vec2f>;
@group(0) @binding(4) var<storage, read> cells: array<f32>;
// Irradiance per radiance; how stretch differs from its smooth continuation beyond the last entry.
@group(0) @binding(5) var<storage, read> map: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> samples: array<f32>;

`;

const FUNCTIONS = `fn splineBelow(place: f32) -> f32 {
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

fn number(index: u32) -> f32 {
  return bitcast<f32>(sizes[index]);
}

fn lightAt(x: i32, y: i32) -> f32 {
  let squared = u32(x * x) + u32(y * y);
  let distance = sqrt(f32(squared));
  let apart = f32(i32(sizes[4] - squared)) + number(7u);
  let inside = clamp(0.5 * apart / (number(8u) + distance) + 0.5, 0.0, 1.0);
  let place = min(distance * number(11u), f32(arrayLength(&map)) - 1.001);
  let entry = u32(place);
  return inside * mix(map[entry].x, map[entry + 1u].x, place - f32(entry));
}

// How far the rim of the image circle bends the place of a sample away from its smooth
// continuation, half samples times stretch.
fn bendAt(x: i32, y: i32) -> vec2f {
  let squared = u32(x * x) + u32(y * y);
  let apart = f32(i32(squared - sizes[5])) - number(9u);
  let beyond = number(11u) * apart / (number(10u) + sqrt(f32(squared)));
  if (beyond <= 0.0) { return vec2f(); }
  let entry = min(sizes[6] + u32(beyond), arrayLength(&map) - 2u);
  return vec2f(f32(x), f32(y)) * mix(map[entry].y, map[entry + 1u].y, fract(beyond));
}

// Where a sample lies in a frame.
struct Place {
  // The unit from which its numbers count.
  unit: vec2i,
  bits: u32,
  // Value of both fields, and what they grow from column to column and from row to row: parts of a
  // unit.
  whole: vec2i,
  across: vec2f,
  down: vec2f,
}

// At a sample that lies (x, y) half samples from the axis.
fn placeIn(frame: u32, tile: u32, column: u32, row: u32, x: i32, y: i32) -> Place {
  let points = (sizes[0] * sizes[1] + SPACING - 1u) / SPACING + 3u;
  let t = vec2f(f32(column % SPACING), f32(row % SPACING)) / f32(SPACING);
  let alongX = cubic(t.x);
  let alongY = cubic(t.y);
  let slopeX = slope(t.x);
  let slopeY = slope(t.y);
  var difference = vec2f();
  var across = vec2f();
  var down = vec2f();
  for (var j = 0u; j < 4u; j += 1u) {
    let first = ((tile * COUNT + frame) * points + row / SPACING + j) * points + column / SPACING;
    for (var i = 0u; i < 4u; i += 1u) {
      let value = differences[first + i];
      difference += alongX[i] * alongY[j] * value;
      across += slopeX[i] * alongY[j] * value;
      down += alongX[i] * slopeY[j] * value;
    }
  }
  let m = ${FRAMES}u + frame * ${MATRIX}u;
  let grown = mat2x2f(number(m), number(m + 2u), number(m + 1u), number(m + 3u));
  difference += grown * bendAt(x, y);
  across += 0.5 * (grown * (bendAt(x + 2, y) - bendAt(x - 2, y)));
  down += 0.5 * (grown * (bendAt(x, y + 2) - bendAt(x, y - 2)));
  let own = tile * (TILE_NUMBERS + COUNT * FRAME_NUMBERS) + TILE_NUMBERS + frame * FRAME_NUMBERS;
  let bits = u32(tiles[own + 8u]);
  let parts = powerOfTwo(i32(bits));
  let acrossWhole = vec2i(tiles[own + 3u], tiles[own + 6u]);
  let downWhole = vec2i(tiles[own + 4u], tiles[own + 7u]);
  return Place(
    vec2i(tiles[own], tiles[own + 1u]),
    bits,
    vec2i(tiles[own + 2u], tiles[own + 5u]) + acrossWhole * i32(column) + downWhole * i32(row)
      + vec2i(round(difference * parts)),
    vec2f(acrossWhole) + across * parts,
    vec2f(downWhole) + down * parts,
  );
}

// Exactly.
fn powerOfTwo(exponent: i32) -> f32 {
  return bitcast<f32>(u32(127 + exponent) << 23u);
}
`;

/** Share of a sample's spline that lies inside the scene. */
const INSIDE = `
fn shareInside(at: Place) -> f32 {
  // What is farther away than this is out of reach.
  let most = vec2i(i32(1u << (30u - at.bits)));
  let end = vec2i(i32(sizes[3]), i32(sizes[2]));
  let first = (clamp(-at.unit, -most, most) << vec2u(at.bits)) - at.whole;
  let last = (clamp(end - at.unit, -most, most) << vec2u(at.bits)) - at.whole;
  return (splineBelow(f32(last.x) / at.across.x) - splineBelow(f32(first.x) / at.across.x))
    * (splineBelow(f32(last.y) / at.down.y) - splineBelow(f32(first.y) / at.down.y));
}
`;

/** Sums the cells under the spline of a sample. */
const SUM_CELLS = `
fn sumCells(at: Place) -> array<f32, PLANES> {
  var sums: array<f32, PLANES>;
  let rows = i32(sizes[2]);
  let columns = i32(sizes[3]);
  let bits = at.bits;
  let unit = powerOfTwo(-i32(bits));
  let steps = vec2f(at.across.x, at.down.y);
  let cell = at.unit + (at.whole >> vec2u(bits));
  let place = at.whole & vec2i((1 << bits) - 1);
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
      let own = u32(cellRow * columns + cellColumn);
      for (var plane = 0u; plane < PLANES; plane += 1u) {
        line[plane] += weight * cells[plane * u32(rows * columns) + own];
      }
    }
    for (var plane = 0u; plane < PLANES; plane += 1u) {
      sums[plane] += weightY * line[plane];
    }
  }
  return sums;
}
`;

const mainOf = (value: string, planes: number): string => `
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let side = sizes[0];
  let oversampling = sizes[1];
  let across = side * oversampling;
  let tile = id.y;
  if (id.x >= across * across || placed[tile] == 0u) { return; }
  let column = id.x % across;
  let row = id.x / across;
  let own = tile * (TILE_NUMBERS + COUNT * FRAME_NUMBERS);
  let phase = (row % oversampling) * oversampling + column % oversampling;
  let phases = oversampling * oversampling;
  let to = (tile * ${planes}u * phases + phase) * side * side
    + (row / oversampling) * side + column / oversampling;
  let x = tiles[own] + 2 * i32(column);
  let y = tiles[own + 1u] + 2 * i32(row);
  let light = lightAt(x, y);
  let isSeen = i32(column) >= tiles[own + 2u] && i32(column) < tiles[own + 3u]
    && i32(row) >= tiles[own + 4u] && i32(row) < tiles[own + 5u];
  var values: array<f32, ${planes}>;
  if (light != 0.0 && isSeen) {
    let place = placeIn(0u, tile, column, row, x, y);
    ${value}
  }
  for (var plane = 0u; plane < ${planes}u; plane += 1u) {
    samples[to + plane * phases * side * side] = light * values[plane];
  }
}
`;

const FORMULA_VALUE = `var value = formulaAt(placeIn(1u, tile, column, row, x, y));
    if (tiles[own + 6u] == 0) { value *= shareInside(place); }`;

/**
 * WGSL that samples a pattern as `latticeSampler` of the engine does, times the light that the lens
 * passes. Cells are weighted with the integrals of quadratic B-splines along columns and rows.
 *
 * @param planes of cells of the pattern; 0 of a formula alone.
 */
export function samplingCode(pattern: FormLayer['pattern']): string {
  const { cells, formula } = partsOf(pattern);
  const planes = cells?.planes.length ?? 0;
  return [
    `const PLANES = ${planes}u;\nconst COUNT = ${formula ? 2 : 1}u;\n`,
    ...[BINDINGS, FUNCTIONS, cells ? SUM_CELLS : ''],
    formula ? `${INSIDE}${formulaCode(formula.kind, FRAMES + 2 * MATRIX)}` : '',
    !formula
      ? mainOf('values = sumCells(place);', planes)
      : cells
        ? mainOf(
            `${FORMULA_VALUE}
    let weights = sumCells(place);
    values[0] = value * weights[0] + weights[1];`,
            1,
          )
        : mainOf(
            `${FORMULA_VALUE}
    values[0] = value;
    // The layout of the buffers is made of what is used.
    _ = &cells;`,
            1,
          ),
  ].join('');
}

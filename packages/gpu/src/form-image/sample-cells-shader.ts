/** Numbers per tile of the binding `tiles`; see `placeTile`. */
export const TILE_NUMBERS = 15;
/** Samples between neighbouring points of a tile at which the map of the lens is looked up. */
export const SPACING = 16;
/** Samples along the rim of the image circle, where places bend, that the shader looks up. */
export const RIM = 2;

const BINDINGS = `const SPACING = ${SPACING}u;
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
`;

const MAIN = `@compute @workgroup_size(64)
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

/**
 * WGSL that samples cells as `weighEach` of the engine does: weighted with the integrals of
 * quadratic B-splines along columns and rows, times the light that the lens passes.
 *
 * @param planes of the pattern.
 */
export const sampleCellsCode = (planes: number): string =>
  `const PLANES = ${planes}u;\n${BINDINGS}${FUNCTIONS}${MAIN}`;

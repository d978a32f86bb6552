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

/**
 * WGSL that adds to the cells of the veil what tiles lose, as `gatherVeil` of the engine does.
 *
 * @param count cells along a side of a tile.
 */
export const gatherVeilCode = (count: number): string => `
const COUNT = ${count}u;
// Planes of the pattern, outputs, kernels; columns and cells of the veil.
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
// For each tile: row and column of its first cell, and the nodes at its corners.
@group(0) @binding(1) var<storage, read> places: array<u32>;
// Kernel of each plane and output, -1 for none.
@group(0) @binding(2) var<storage, read> uses: array<i32>;
@group(0) @binding(3) var<storage, read> lost: array<f32>;
@group(0) @binding(4) var<storage, read> means: array<f32>;
@group(0) @binding(5) var<storage, read_write> veil: array<f32>;

@compute @workgroup_size(${Math.min(256, count * count)})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) cell: u32) {
  let planes = sizes[0];
  let kernels = sizes[2];
  let own = group.x * 6u;
  let x = cell % COUNT;
  let y = cell / COUNT;
  let right = (f32(x) + 0.5) / f32(COUNT);
  let down = (f32(y) + 0.5) / f32(COUNT);
  let to = (places[own] + y) * sizes[3] + places[own + 1u] + x;
  for (var output = 0u; output < sizes[1]; output += 1u) {
    var sum = 0.0;
    for (var plane = 0u; plane < planes; plane += 1u) {
      let kernel = uses[plane * sizes[1] + output];
      if (kernel < 0) { continue; }
      let upper = mix(lost[places[own + 2u] * kernels + u32(kernel)],
        lost[places[own + 3u] * kernels + u32(kernel)], right);
      let lower = mix(lost[places[own + 4u] * kernels + u32(kernel)],
        lost[places[own + 5u] * kernels + u32(kernel)], right);
      sum += means[(group.x * planes + plane) * COUNT * COUNT + cell] * mix(upper, lower, down);
    }
    veil[output * sizes[4] + to] += sum;
  }
}
`;

/**
 * WGSL that cuts the planes of the veil into blocks, one after another, in each of them output
 * after output; what lies beyond a plane is 0.
 */
export const cutBlocksCode = (side: number): string => `
const SIDE = ${side}u;
// Rows and columns of the veil, outputs, blocks along a row.
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> left: array<f32>;
@group(0) @binding(2) var<storage, read> around: array<f32>;
@group(0) @binding(3) var<storage, read_write> blocks: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x % SIDE;
  let row = id.x / SIDE;
  let block = vec2u(id.z % sizes[3], id.z / sizes[3]) * SIDE + vec2u(column, row);
  var light = 0.0;
  if (block.x < sizes[1] && block.y < sizes[0]) {
    let at = (id.y * sizes[0] + block.y) * sizes[1] + block.x;
    light = left[at] + around[at];
  }
  blocks[((id.z * sizes[2] + id.y) * SIDE + row) * SIDE + column] = light;
}
`;

/** WGSL that adds up the light of all blocks that reach a cell. */
export const joinBlocksCode = ({
  n,
  side,
}: {
  readonly n: number;
  readonly side: number;
}): string => `
const N = ${n}u;
const SIDE = ${side};
const REACH = ${(n - side) / 2};
// As above, then blocks along a column.
@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> planes: array<f32>;
@group(0) @binding(2) var<storage, read_write> spread: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= sizes[1]) { return; }
  let column = i32(id.x);
  let row = i32(id.y);
  let first = max(vec2i(0), (vec2i(column, row) - REACH) / SIDE);
  let last = min(vec2i(i32(sizes[3]), i32(sizes[4])) - 1, (vec2i(column, row) + REACH) / SIDE);
  var sum = 0.0;
  for (var down = first.y; down <= last.y; down += 1) {
    for (var across = first.x; across <= last.x; across += 1) {
      // Two's complement: what lies left of a block or above it wraps round.
      let at = vec2u(vec2i(column - across * SIDE, row - down * SIDE)) & vec2u(N - 1u);
      let block = u32(down) * sizes[3] + u32(across);
      sum += planes[((block * sizes[2] + id.z) * N + at.y) * N + at.x];
    }
  }
  spread[(id.z * sizes[0] + id.y) * sizes[1] + id.x] = sum;
}
`;

/** WGSL that adds the veil to a picture, as `formVeil` of the engine does. */
export const ADD_VEIL_WGSL = /* wgsl */ `
struct Sizes {
  rows: u32, columns: u32, cellRows: u32, cellColumns: u32, layoutRows: u32, layoutColumns: u32,
  // Pixels: of a cell, and from the first column and row of cells to those of the picture.
  cell: f32, left: f32, top: f32,
}
@group(0) @binding(0) var<storage, read> sizes: Sizes;
// Output of each place of the layout, -1 for none.
@group(0) @binding(1) var<storage, read> shown: array<i32>;
@group(0) @binding(2) var<storage, read> gains: array<f32>;
@group(0) @binding(3) var<storage, read> spread: array<f32>;
@group(0) @binding(4) var<storage, read_write> picture: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= sizes.columns) { return; }
  let at = (id.y % sizes.layoutRows) * sizes.layoutColumns + id.x % sizes.layoutColumns;
  let output = shown[at];
  if (output < 0) { return; }
  let cells = vec2f(f32(sizes.cellColumns), f32(sizes.cellRows));
  let place = clamp(
    (vec2f(f32(id.x), f32(id.y)) + 0.5 + vec2f(sizes.left, sizes.top)) / sizes.cell - 0.5,
    vec2f(), cells - 1.001,
  );
  let cell = vec2u(place);
  let share = place - vec2f(cell);
  let first = (u32(output) * sizes.cellRows + cell.y) * sizes.cellColumns + cell.x;
  let upper = mix(spread[first], spread[first + 1u], share.x);
  let below = first + sizes.cellColumns;
  let lower = mix(spread[below], spread[below + 1u], share.x);
  picture[id.y * sizes.columns + id.x] += gains[at] * mix(upper, lower, share.y);
}
`;

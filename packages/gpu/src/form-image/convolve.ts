import { fftCode, type Direction, type FftSize } from './fft.ts';

/** What the shaders of a convolution are made for. */
export interface ConvolutionSize {
  /** Size of the transform and of the tiles, see `Tiling`. */
  readonly n: number;
  readonly side: number;
  /** Whether the kernels of all corners are the same, see `Tiling`. */
  readonly isEven: boolean;
  /** Invocations of a workgroup; absent: as many as are fast. */
  readonly threads?: number | undefined;
}

/** Lines of rows that a workgroup transforms at once. */
export const ROWS = 4;
/** Outputs that a workgroup sums up at once. */
export const OUTPUTS = 4;

const head = (size: FftSize, ...directions: readonly Direction[]): string => `
@group(0) @binding(0) var<storage, read> twiddles: array<vec2f>;
${fftCode(size, ...directions)}
const N = ${size.n}u;
const HALF = ${size.n / 2}u;
const THREADS = ${size.threads}u;
`;

type Threads = Pick<ConvolutionSize, 'n' | 'threads'>;
/** Invocations for lines of rows, and for a pair of columns. */
const threadsOfRows = ({ n, threads }: Threads): number => threads ?? Math.min(256, n);
const threadsOfColumns = ({ n, threads }: Threads): number => threads ?? Math.min(128, n / 2);

/**
 * Transforms the rows of each phase of a source: as real parts what is near the left side of the
 * tile, as imaginary ones what is near the right side.
 */
export const sourceRowsCode = ({ n, side, isEven, threads }: ConvolutionSize): string => `
${head({ n, lines: ROWS, threads: threadsOfRows({ n, threads }) }, 'forward')}
const SIDE = ${side}u;
@group(0) @binding(1) var<storage, read> samples: array<f32>;
// Samples per pixel along a side.
@group(0) @binding(2) var<storage, read> sizes: array<u32>;
@group(0) @binding(3) var<storage, read_write> lines: array<vec2f>;

@compute @workgroup_size(${threadsOfRows({ n, threads })})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let first = group.x * ${ROWS}u;
  let inside = (f32(group.y % sizes[0]) + 0.5) / f32(sizes[0]);
  for (var i = thread; i < ${ROWS}u * N; i += THREADS) {
    let column = i % N;
    line[i] = vec2f();
    if (column < SIDE) {
      let value = samples[(group.y * SIDE + first + i / N) * SIDE + column];
      let right = ${isEven ? '0.0' : `(f32(column) + inside) / ${side}.0`};
      line[i] = value * vec2f(1.0 - right, right);
    }
  }
  transform(thread);
  for (var i = thread; i < ${ROWS}u * N; i += THREADS) {
    let row = i % ${ROWS}u;
    lines[(group.y * N + i / ${ROWS}u) * SIDE + first + row] = line[row * N + i / ${ROWS}u];
  }
}
`;

const COLUMNS_MAIN = `
@group(0) @binding(1) var<storage, read> lines: array<vec2f>;
// Planes of the pattern, samples per pixel along a side, kernels, outputs, 1 to add to the sums.
@group(0) @binding(2) var<storage, read> sizes: array<u32>;
// Per corner of each tile: place of its node, times four, plus 1 where kernels are mirrored to the
// left and 2 where they are mirrored upwards.
@group(0) @binding(3) var<storage, read> corners: array<u32>;
// Kernel of each plane and output, -1 for none.
@group(0) @binding(4) var<storage, read> uses: array<i32>;
@group(0) @binding(5) var<storage, read> spectra: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> sums: array<vec2f>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let planes = sizes[0];
  let across = sizes[1];
  let kernels = sizes[2];
  let outputs = sizes[3];
  let frequency = group.x;
  let tile = group.y;
  let firstOutput = group.z * OUTPUTS;
  var sum: array<array<vec2f, OUTPUTS>, COUNT>;
  for (var plane = 0u; plane < planes; plane += 1u) {
    for (var phase = 0u; phase < across * across; phase += 1u) {
      let phaseDown = phase / across;
      let phaseAcross = phase % across;
      let first = ((tile * planes + plane) * across * across + phase) * N;
      let inside = (f32(phaseDown) + 0.5) / f32(across);
      for (var down = 0u; down < CORNERS; down += 1u) {
        workgroupBarrier();
        for (var i = thread; i < 2u * N; i += THREADS) {
          let row = i % N;
          let column = select(frequency, (N - frequency) % N, i >= N);
          var value = vec2f();
          if (row < SIDE) {
            let below = select((f32(row) + inside) / f32(SIDE), 0.0, CORNERS == 1u);
            value = lines[(first + column) * SIDE + row] * select(1.0 - below, below, down == 1u);
          }
          line[i] = value;
        }
        transform(thread);
        for (var c = 0u; c < COUNT; c += 1u) {
          let y = thread + c * THREADS;
          let opposite = (N - y) % N;
          let one = line[y];
          let other = line[N + opposite];
          let left = 0.5 * vec2f(one.x + other.x, one.y - other.y);
          let right = 0.5 * vec2f(one.y + other.y, other.x - one.x);
          for (var side = 0u; side < CORNERS; side += 1u) {
            let corner = corners[tile * 4u + down * 2u + side];
            let isLeft = (corner & 1u) != 0u;
            let isAbove = (corner & 2u) != 0u;
            // Mirroring reverses the order of the phases too.
            let ownDown = select(phaseDown, across - 1u - phaseDown, isAbove);
            let ownAcross = select(phaseAcross, across - 1u - phaseAcross, isLeft);
            let node = ((corner >> 2u) * across + ownDown) * across + ownAcross;
            let at = select(y, opposite, isLeft != isAbove);
            let source = select(left, right, side == 1u);
            for (var output = 0u; output < OUTPUTS; output += 1u) {
              if (firstOutput + output >= outputs) { break; }
              let kernel = uses[plane * outputs + firstOutput + output];
              if (kernel < 0) { continue; }
              var value = spectra[((node * kernels + u32(kernel)) * (HALF + 1u) + frequency) * N + at];
              if (isLeft) { value.y = -value.y; }
              sum[c][output] += times(source, value);
            }
          }
        }
      }
    }
  }
  for (var output = 0u; output < OUTPUTS; output += 2u) {
    if (firstOutput + output >= outputs) { break; }
    workgroupBarrier();
    for (var c = 0u; c < COUNT; c += 1u) {
      line[thread + c * THREADS] = sum[c][output];
      line[N + thread + c * THREADS] = sum[c][output + 1u];
    }
    transformBack(thread);
    for (var i = thread; i < 2u * N; i += THREADS) {
      let own = firstOutput + output + i / N;
      if (own < outputs) {
        let to = ((tile * outputs + own) * (HALF + 1u) + frequency) * N + i % N;
        sums[to] = line[i] + select(vec2f(), sums[to], sizes[4] == 1u);
      }
    }
  }
}
`;

/**
 * Transforms the columns of all phases of the sources of a tile, multiplies them with the kernels
 * at the tile's corners, sums up for each output, and transforms the columns of the sums back. A
 * workgroup does one frequency across, for which it needs the opposite one too, and four outputs.
 */
export const columnsCode = ({ n, side, isEven, ...size }: ConvolutionSize): string => {
  const threads = threadsOfColumns({ n, ...size });
  return `
${head({ n, lines: 2, threads }, 'forward', 'back')}
const SIDE = ${side}u;
const COUNT = ${n / threads}u;
const OUTPUTS = ${OUTPUTS}u;
// Sides of the tile, across and down, to which its source is divided.
const CORNERS = ${isEven ? 1 : 2}u;
${COLUMNS_MAIN}`;
};

/**
 * Transforms the rows of the sums back: planes[((tile · outputs + output) · n + row) · n + column].
 * Each line of a transform holds two rows, as its real and its imaginary parts.
 */
export const planeRowsCode = ({ n, threads }: ConvolutionSize): string => `
${head({ n, lines: ROWS, threads: threadsOfRows({ n, threads }) }, 'back')}
@group(0) @binding(1) var<storage, read> sums: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> planes: array<f32>;

@compute @workgroup_size(${threadsOfRows({ n, threads })})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var i = thread; i < ${ROWS}u * N; i += THREADS) {
    let row = group.x * ${2 * ROWS}u + 2u * (i % ${ROWS}u);
    let column = i / ${ROWS}u;
    let isBeyond = column > HALF;
    let start = (group.y * (HALF + 1u) + select(column, N - column, isBeyond)) * N + row;
    var upper = sums[start];
    var lower = sums[start + 1u];
    if (isBeyond) {
      upper.y = -upper.y;
      lower.y = -lower.y;
    }
    line[(i % ${ROWS}u) * N + column] = vec2f(upper.x - lower.y, upper.y + lower.x);
  }
  transformBack(thread);
  for (var i = thread; i < ${ROWS}u * N; i += THREADS) {
    let row = group.x * ${2 * ROWS}u + 2u * (i / N);
    let to = (group.y * N + row) * N + i % N;
    planes[to] = line[i].x;
    planes[to + N] = line[i].y;
  }
}
`;

/**
 * Adds the planes of tiles to the pixels that show their outputs; a pixel takes them from the tiles
 * that reach it, row by row of tiles.
 */
export const addToPixelsCode = ({ n, side }: ConvolutionSize): string => `
const N = ${n}u;
const SIDE = ${side};
const REACH = ${(n - side) / 2};
// Columns of the picture; then of the pixels that get light: first column and row, columns and
// rows; the axis' column and row; of the tiles, first column and row, columns and rows; outputs;
// rows and columns of the layout.
@group(0) @binding(0) var<storage, read> sizes: array<i32>;
// The place of each tile among the planes, -1 where there is none.
@group(0) @binding(1) var<storage, read> tiles: array<i32>;
// Output of each place of the layout, -1 for none.
@group(0) @binding(2) var<storage, read> shown: array<i32>;
@group(0) @binding(3) var<storage, read> gains: array<f32>;
@group(0) @binding(4) var<storage, read> planes: array<f32>;
@group(0) @binding(5) var<storage, read_write> picture: array<f32>;

fn floorDivide(a: i32, b: i32) -> i32 {
  let whole = a / b;
  return select(whole, whole - 1, a % b < 0);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (i32(id.x) >= sizes[3]) { return; }
  let column = sizes[1] + i32(id.x);
  let row = sizes[2] + i32(id.y);
  let place = (row % sizes[12]) * sizes[13] + column % sizes[13];
  let output = shown[place];
  if (output < 0) { return; }
  let x = column - sizes[5];
  let y = row - sizes[6];
  var sum = 0.0;
  let lastRow = floorDivide(y + REACH, SIDE);
  let lastColumn = floorDivide(x + REACH, SIDE);
  for (var down = floorDivide(y - REACH, SIDE); down <= lastRow; down += 1) {
    for (var across = floorDivide(x - REACH, SIDE); across <= lastColumn; across += 1) {
      let tile = vec2i(across - sizes[7], down - sizes[8]);
      if (tile.x < 0 || tile.y < 0 || tile.x >= sizes[9] || tile.y >= sizes[10]) { continue; }
      let start = tiles[tile.y * sizes[9] + tile.x];
      if (start < 0) { continue; }
      // Two's complement: what lies left of a tile or above it wraps round.
      let at = vec2u(vec2i(x - across * SIDE, y - down * SIDE)) & vec2u(N - 1u);
      sum += planes[((u32(start) * u32(sizes[11]) + u32(output)) * N + at.y) * N + at.x];
    }
  }
  picture[row * sizes[0] + column] += gains[place] * sum;
}
`;

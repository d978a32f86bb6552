import type { NlmTables } from '@lumenloom/engine/accelerate';
import { MIRROR_WGSL } from './pass-shader.ts';
import type { GpuStep } from './step.ts';

/** Columns and rows of a workgroup; an invocation computes a column. */
const [WIDTH, HEIGHT] = [64, 8];
/** Samples that fit into the memory of a workgroup. */
const MOST_SAMPLES = 4096;
/** Comparisons per pixel from which on a driver may end the shader. */
const MOST_COMPARISONS = 2 ** 15;

/** Pixels around a workgroup that it reads. */
const marginOf = ({ window, patch }: NlmTables): number => (window >> 1) + (patch >> 1);

/** Samples that a workgroup reads. */
const samplesOf = (tables: NlmTables): number =>
  (WIDTH + 2 * marginOf(tables)) * (HEIGHT + 2 * marginOf(tables));

/** Patches of one shift overlap, so an invocation sums each of their lines once. */
export const nlm: GpuStep = {
  neighbours: true,
  isPossible: (tables: NlmTables) =>
    samplesOf(tables) <= MOST_SAMPLES && tables.window ** 2 * tables.patch ** 2 <= MOST_COMPARISONS,
  numbers: ({ weights }: NlmTables) => [weights.length, weights],
  code: () => '',
  lumaShader: (tables: NlmTables) => ({
    tile: [WIDTH, HEIGHT],
    code: /* wgsl */ `
const RADIUS = ${tables.window >> 1};
const HALF = ${tables.patch >> 1};
const PATCH = 2 * HALF + 1;
const LINES = ${HEIGHT} + 2 * HALF;
const MARGIN = ${marginOf(tables)};
const STRIDE = ${WIDTH} + 2 * MARGIN;
@group(0) @binding(0) var<storage, read> tables: array<i32>;
@group(0) @binding(1) var<storage, read> luma: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<atomic<u32>>;
var<workgroup> tile: array<i32, ${samplesOf(tables)}>;
${MIRROR_WGSL}
@compute @workgroup_size(${WIDTH})
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let rows = tables[0];
  let columns = tables[1];
  let t = u32(tables[4]);
  let left = i32(group.x) * ${WIDTH};
  let top = i32(group.y) * ${HEIGHT};
  for (var at = i32(local); at < ${samplesOf(tables)}; at += ${WIDTH}) {
    let row = mirror(top - MARGIN + at / STRIDE, rows);
    let pixel = u32(row * columns + mirror(left - MARGIN + at % STRIDE, columns));
    tile[at] = i32(extractBits(luma[pixel / 4u], (pixel % 4u) * 8u, 8u));
  }
  workgroupBarrier();
  let column = left + i32(local);
  if (column >= columns) { return; }

  // The squared differences are mirrored, not the patches.
  var places: array<i32, PATCH>;
  for (var j = 0; j < PATCH; j++) {
    places[j] = mirror(column + j - HALF, columns) - left + MARGIN;
  }
  var lines: array<i32, LINES>;
  for (var i = 0; i < LINES; i++) {
    lines[i] = (mirror(top + i - HALF, rows) - top + MARGIN) * STRIDE;
  }
  // Larger sums have no weight.
  let limit = tables[t] * PATCH * PATCH;
  var total: array<i32, ${HEIGHT}>;
  var totalWeight: array<i32, ${HEIGHT}>;
  for (var down = -RADIUS; down <= RADIUS; down++) {
    for (var right = -RADIUS; right <= RADIUS; right++) {
      let shift = down * STRIDE + right;
      var squares: array<i32, LINES>;
      for (var i = 0; i < LINES; i++) {
        var squared = 0;
        for (var j = 0; j < PATCH; j++) {
          let at = lines[i] + places[j];
          let difference = tile[at] - tile[at + shift];
          squared += difference * difference;
        }
        squares[i] = squared;
      }
      var sum = 0;
      for (var i = 0; i < 2 * HALF; i++) { sum += squares[i]; }
      for (var k = 0; k < ${HEIGHT}; k++) {
        sum += squares[k + 2 * HALF];
        if (sum < limit) {
          let weight = tables[t + 1u + u32(sum / (PATCH * PATCH))];
          total[k] += weight * tile[(k + MARGIN) * STRIDE + i32(local) + MARGIN + shift];
          totalWeight[k] += weight;
        }
        sum -= squares[k];
      }
    }
  }
  for (var k = 0; k < min(${HEIGHT}, rows - top); k++) {
    let pixel = u32((top + k) * columns + column);
    atomicOr(&result[pixel / 4u], u32(total[k] / totalWeight[k]) << ((pixel % 4u) * 8u));
  }
}
`,
  }),
};

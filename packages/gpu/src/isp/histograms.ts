import type { GpuTask } from '../session.ts';
import { MIRROR_WGSL } from './pass-shader.ts';
import type { Tiling } from './step.ts';

const BINS = 256;
/** Rows of a tile per workgroup. */
const LINES = 32;

const HISTOGRAMS_WGSL = /* wgsl */ `
struct Sizes { rows: i32, columns: i32, height: i32, width: i32, top: i32, left: i32 }
@group(0) @binding(0) var<storage, read> sizes: Sizes;
@group(0) @binding(1) var<storage, read> luma: array<u32>;
@group(0) @binding(2) var<storage, read_write> histograms: array<atomic<u32>>;
var<workgroup> bins: array<atomic<u32>, ${BINS}>;
${MIRROR_WGSL}
@compute @workgroup_size(${BINS})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let lines = min(${LINES}, sizes.height - i32(group.z) * ${LINES});
  let firstRow = i32(group.y) * sizes.height + i32(group.z) * ${LINES} - sizes.top;
  let firstColumn = i32(group.x) * sizes.width - sizes.left;
  for (var at = i32(local); at < lines * sizes.width; at += ${BINS}) {
    let row = mirror(firstRow + at / sizes.width, sizes.rows);
    let column = mirror(firstColumn + at % sizes.width, sizes.columns);
    let pixel = u32(row * sizes.columns + column);
    atomicAdd(&bins[extractBits(luma[pixel / 4u], (pixel % 4u) * 8u, 8u)], 1u);
  }
  workgroupBarrier();
  let tile = group.y * groups.x + group.x;
  atomicAdd(&histograms[tile * ${BINS}u + local], atomicLoad(&bins[local]));
}
`;

/**
 * Histograms of tiles of luma, 256 bins each, row by row.
 *
 * @param luma 8 bit, of a picture of these rows and columns.
 */
export async function histogramsOf(
  task: GpuTask,
  luma: GPUBuffer,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  { tileRows, tileColumns, height, width, top, left }: Tiling,
): Promise<Uint32Array> {
  const histograms = new Uint32Array(tileRows * tileColumns * BINS);
  const bins = task.zeros(histograms.byteLength);
  task.dispatch(
    { code: HISTOGRAMS_WGSL },
    {
      buffers: [task.upload(Int32Array.of(rows, columns, height, width, top, left)), luma, bins],
      groups: [tileColumns, tileRows, Math.ceil(height / LINES)],
    },
  );
  await task.read([{ from: bins, to: histograms }]);
  return histograms;
}

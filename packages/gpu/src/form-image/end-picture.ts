import { endPictureWork } from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';

/** Invocations of a workgroup, and pixels of each. */
const [INVOCATIONS, PIXELS] = [256, 16];

const END_WGSL = /* wgsl */ `
@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> picture: array<f32>;
// For each workgroup: what it has added, and all light.
@group(0) @binding(2) var<storage, read_write> sums: array<vec2f>;
var<workgroup> own: array<vec2f, ${INVOCATIONS}>;

@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  var sum = vec2f();
  for (var i = 0u; i < ${PIXELS}u; i++) {
    let pixel = (group.x * ${PIXELS}u + i) * ${INVOCATIONS}u + local;
    if (pixel >= pixels[0]) { break; }
    let value = picture[pixel];
    if (value < 0.0) {
      sum.x -= value;
      picture[pixel] = 0.0;
    } else {
      sum.y += value;
    }
  }
  own[local] = sum;
  for (var half = ${INVOCATIONS / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { own[local] += own[local + half]; }
  }
  if (local == 0u) { sums[group.x] = own[0]; }
}
`;

/** Sets negative pixels to 0, as `removeNegative` of the engine does. */
export const endPictureOnGpu: GpuWork<
  { readonly picture: Float32Array },
  { readonly darkenedShare: number }
> = {
  work: endPictureWork,
  compute: async (gpu, { picture }) => {
    const groups = Math.ceil(picture.length / (INVOCATIONS * PIXELS));
    const from = gpu.empty(groups * 8);
    gpu.dispatch(
      { code: END_WGSL },
      {
        buffers: [gpu.upload(Uint32Array.of(picture.length)), gpu.leave(picture), from],
        groups: [groups],
      },
    );
    const sums = new Float32Array(2 * groups);
    await gpu.read([{ from, to: sums }]);
    let [added, total] = [0, 0];
    for (let group = 0; group < groups; group += 1) {
      added += sums[2 * group]!;
      total += sums[2 * group + 1]!;
    }
    return { darkenedShare: total > 0 ? added / total : 0 };
  },
};

import { DeviceError } from '@lumenloom/engine/accelerate';
import { WORKS } from './gpu-device.ts';
import type { OpenedGpu } from './open-gpu.ts';
import type { GpuSession } from './session.ts';

/** Values per workgroup: complex numbers of a transform, and integers. */
const SIZE = 256;
/** Workgroups, so that several run at the same time. */
const GROUPS = 16;
/** Steps of the generator for each integer. */
const STEPS = 20;
/** Largest difference from the sums in 64 bits, as a share of the largest value: 8 steps in f32. */
const TOLERANCE = 1e-5;

/**
 * A Fourier transform in workgroup memory (radix 2, Stockham), and a generator of integers (PCG)
 * with the upper half of a product made of 16-bit parts, as the random numbers of noise need it.
 */
const SHADER = `
@group(0) @binding(0) var<storage, read_write> waves: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> integers: array<u32>;
@group(0) @binding(2) var<storage, read> turns: array<vec2f>;
var<workgroup> one: array<vec2f, ${SIZE}>;
var<workgroup> other: array<vec2f, ${SIZE}>;

fn turned(a: vec2f, w: vec2f) -> vec2f {
  return vec2f(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

fn upper(a: u32, b: u32) -> u32 {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
  return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

fn drawn(start: u32) -> u32 {
  var x = start;
  for (var step = 0u; step < ${STEPS}u; step += 1u) {
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    x = (x >> 22u) ^ x ^ upper(x, 3528531795u);
  }
  return x;
}

@compute @workgroup_size(${SIZE / 2})
fn main(@builtin(local_invocation_index) at: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * ${SIZE}u;
  let half = ${SIZE / 2}u;
  one[at] = waves[first + at];
  one[at + half] = waves[first + at + half];
  workgroupBarrier();
  for (var span = 1u; span < ${SIZE}u; span *= 2u) {
    let k = at % span;
    let a = one[at];
    let b = turned(one[at + half], turns[k * (half / span)]);
    let to = (at / span) * 2u * span + k;
    other[to] = a + b;
    other[to + span] = a - b;
    workgroupBarrier();
    one[at] = other[at];
    one[at + half] = other[at + half];
    workgroupBarrier();
  }
  waves[first + at] = one[at];
  waves[first + at + half] = one[at + half];
  integers[first + at] = drawn(integers[first + at]);
  integers[first + at + half] = drawn(integers[first + at + half]);
}`;

/**
 * Compares small work of an opened GPU with the processor, in about 20 ms on a real one.
 *
 * @returns the sentence that says why the GPU cannot be used; undefined where it can.
 */
export async function selfTest({ session, name }: OpenedGpu): Promise<string | undefined> {
  try {
    const wrong = await firstWrong(session);
    return wrong && `The GPU ${name} is not used: its self-test gave wrong ${wrong}.`;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return `The GPU ${name} is not used: its self-test failed. ${error.message}`;
  }
}

/** What the GPU computes wrongly, in words; undefined where all is right. */
async function firstWrong(session: GpuSession): Promise<string | undefined> {
  const [waves, integers] = inputs();
  const [sums, draws] = [waves.slice(), integers.slice()];
  await session.run(async (task) => {
    const [ofWaves, ofIntegers] = [task.upload(sums), task.upload(draws)];
    const buffers = [ofWaves, ofIntegers, task.upload(turns())];
    task.dispatch({ code: SHADER }, { buffers, groups: [GROUPS] });
    await task.read([
      { from: ofWaves, to: sums },
      { from: ofIntegers, to: draws },
    ]);
  });
  if (draws.some((value, at) => value !== drawn(integers[at]!))) return 'integers';
  for (let group = 0; group < GROUPS; group += 1) {
    const part = [2 * SIZE * group, 2 * SIZE * (group + 1)] as const;
    if (!isTransform(waves.subarray(...part), sums.subarray(...part))) return 'sums of waves';
  }
  for (const { work, check } of WORKS)
    if (check && !(await check(session))) return `results of ${work.name}`;
  return undefined;
}

/** Complex numbers, of which the imaginary part follows the real one, and integers. */
function inputs(): [waves: Float32Array, integers: Uint32Array] {
  const count = SIZE * GROUPS;
  return [
    Float32Array.from({ length: 2 * count }, (_, at) => ((at * 7919) % 1009) / 1009 - 0.5),
    Uint32Array.from({ length: count }, (_, at) => Math.imul(at + 1, 0x9e3779b1)),
  ];
}

/** exp(-2 pi i k / SIZE) for k below half of SIZE. */
const turns = (): Float32Array =>
  Float32Array.from({ length: SIZE }, (_, at) => {
    const angle = (-2 * Math.PI * (at >> 1)) / SIZE;
    return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  });

/** The integer that the shader makes of a start. */
function drawn(start: number): number {
  let x = start;
  for (let step = 0; step < STEPS; step += 1) {
    x = (Math.imul(x, 747796405) + 2891336453) >>> 0;
    x = Math.imul((x >>> ((x >>> 28) + 4)) ^ x, 277803737) >>> 0;
    x = ((x >>> 22) ^ x ^ Number((BigInt(x) * 3528531795n) >> 32n)) >>> 0;
  }
  return x;
}

/** Whether complex numbers are the Fourier transform of others; false where one is NaN. */
function isTransform(waves: Float32Array, sums: Float32Array): boolean {
  const [cosine, sine] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  for (let k = 0; k < SIZE; k += 1) {
    cosine[k] = Math.cos((2 * Math.PI * k) / SIZE);
    sine[k] = -Math.sin((2 * Math.PI * k) / SIZE);
  }
  let [largest, difference] = [0, 0];
  for (let k = 0; k < SIZE; k += 1) {
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < SIZE; n += 1) {
      const turn = (k * n) % SIZE;
      const [a, b] = [waves[2 * n]!, waves[2 * n + 1]!];
      real += a * cosine[turn]! - b * sine[turn]!;
      imaginary += a * sine[turn]! + b * cosine[turn]!;
    }
    largest = Math.max(largest, Math.hypot(real, imaginary));
    difference = Math.max(
      difference,
      Math.hypot(real - sums[2 * k]!, imaginary - sums[2 * k + 1]!),
    );
  }
  return difference <= TOLERANCE * largest;
}

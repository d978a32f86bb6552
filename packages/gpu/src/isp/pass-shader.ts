import { PLANES, type PlaneName } from '@lumenloom/engine/accelerate';

/** Pixels per invocation: their samples fill whole words of every plane. */
export const PIXELS_PER_INVOCATION = 4;
export const INVOCATIONS = 64;
/** Words of `tables` before the places of the steps: rows and columns of source and result. */
export const SIZES = 4;
/** Counters per step that counts. */
export const COUNTERS = 4;

/** Mirrors an index as rows.ts of the engine does: `reflect`, and `reflectInPlane`. */
export const MIRROR_WGSL = /* wgsl */ `
fn mirror(index: i32, size: i32) -> i32 {
  if (index >= 0 && index < size) { return index; }
  if (size == 1) { return 0; }
  let period = 2 * (size - 1);
  let folded = ((index % period) + period) % period;
  return min(folded, period - folded);
}
fn mirrorInPlane(index: i32, size: i32) -> i32 {
  return 2 * mirror(index >> 1u, size >> 1u) + (index & 1);
}
`;

/** A step in a pass. */
export interface PassStep {
  readonly id: string;
  readonly code: string;
  readonly counts: boolean;
}

/** What a pass reads and writes, in the order of its bindings. */
export interface PassPlanes {
  readonly reads: readonly PlaneName[];
  readonly writes: readonly PlaneName[];
  /** Whether pixels of source and result are the same. */
  readonly isSameSize: boolean;
}

const bitsOf = (name: PlaneName): number => (PLANES[name].type === 'uint8' ? 8 : 16);

const typeOf = (name: PlaneName): string =>
  ({ 1: 'i32', 2: 'vec2i', 3: 'vec3i' })[PLANES[name].channels];

/** The sample at a place of a plane, or of the four pixels that an invocation computes. */
const component = (name: PlaneName, channel: number): string =>
  PLANES[name].channels === 1 ? name : `${name}.${'xyz'[channel]!}`;

/** Functions that read a plane by pixel. */
function readerOf(name: PlaneName): string {
  const { channels, type } = PLANES[name];
  const bits = bitsOf(name);
  const perWord = 32 / bits;
  const sample = (channel: number): string => `${name}Sample(at * ${channels}u + ${channel}u)`;
  const samples = Array.from({ length: channels }, (_, channel) => sample(channel)).join(', ');
  const word = `${name}In[sample / ${perWord}u]`;
  const place = `(sample % ${perWord}u) * ${bits}u`;
  const value =
    type === 'int16'
      ? `extractBits(bitcast<i32>(${word}), ${place}, ${bits}u)`
      : `i32(extractBits(${word}, ${place}, ${bits}u))`;
  return `
fn ${name}Sample(sample: u32) -> i32 { return ${value}; }
fn ${name}Of(at: u32) -> ${typeOf(name)} { return ${channels === 1 ? sample(0) : `${typeOf(name)}(${samples})`}; }
fn ${name}At(row: i32, column: i32) -> ${typeOf(name)} { return ${name}Of(u32(row * columns + column)); }`;
}

/** Statements that keep the samples of a pixel, and that write those of four pixels. */
function writerOf(name: PlaneName): { readonly keep: string; readonly write: string } {
  const { channels } = PLANES[name];
  const perWord = 32 / bitsOf(name);
  const mask = perWord === 4 ? '0xff' : '0xffff';
  const keep = Array.from(
    { length: channels },
    (_, channel) =>
      `${name}New[${channels}u * k + ${channel}u] = u32(${component(name, channel)} & ${mask});`,
  );
  const words = (PIXELS_PER_INVOCATION * channels) / perWord;
  const write = Array.from({ length: words }, (_, word) => {
    const parts = Array.from(
      { length: perWord },
      (__, part) => `(${name}New[${word * perWord + part}] << ${(part * 32) / perWord}u)`,
    );
    return `${name}Out[id.x * ${words}u + ${word}u] = ${parts.join(' | ')};`;
  });
  return { keep: keep.join('\n      '), write: write.join('\n  ') };
}

/**
 * WGSL of one pass: steps of the chain that work on a pixel one after another. An invocation
 * computes four pixels. Bindings: tables, planes that are read, planes that are written, and the
 * counters where a step counts.
 */
export function passShader(
  steps: readonly PassStep[],
  { reads, writes, isSameSize }: PassPlanes,
): string {
  const counting = steps.filter(({ counts }) => counts);
  const names = [...new Set([...reads, ...writes])];
  const all = new Set([...names, ...(Object.keys(PLANES) as PlaneName[])]);
  const writers = writes.map(writerOf);
  const slots = new Map(counting.map(({ id }, index) => [id, index * COUNTERS]));
  const [firstOut, firstCount] = [1 + reads.length, 1 + reads.length + writes.length];
  return /* wgsl */ `
@group(0) @binding(0) var<storage, read> tables: array<i32>;
${reads.map((name, i) => `@group(0) @binding(${1 + i}) var<storage, read> ${name}In: array<u32>;`).join('\n')}
${writes.map((name, i) => `@group(0) @binding(${firstOut + i}) var<storage, read_write> ${name}Out: array<u32>;`).join('\n')}
${counting.length > 0 ? `@group(0) @binding(${firstCount}) var<storage, read_write> counters: array<atomic<u32>>;` : ''}
${[...all].map((name) => `var<private> ${name}: ${typeOf(name)};`).join('\n')}
var<private> row: i32;
var<private> column: i32;
/** Size of the source. */
var<private> rows: i32;
var<private> columns: i32;
${MIRROR_WGSL}${reads.map(readerOf).join('\n')}
${
  counting.length > 0
    ? `var<workgroup> counted: array<atomic<u32>, ${COUNTERS * counting.length}>;
fn count(slot: u32, counter: u32) { atomicAdd(&counted[slot + counter], 1u); }`
    : ''
}
${steps.map(({ id, code }) => code.replaceAll('SLOT', `${slots.get(id) ?? 0}u`)).join('\n')}

@compute @workgroup_size(${INVOCATIONS})
fn main(
  @builtin(global_invocation_id) place: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let id = vec2u(place.x + place.y * groups.x * ${INVOCATIONS}u, 0u);
  rows = tables[0];
  columns = tables[1];
  let newColumns = u32(tables[3]);
  let pixels = u32(tables[2]) * newColumns;
${writes.map((name) => `  var ${name}New: array<u32, ${PIXELS_PER_INVOCATION * PLANES[name].channels}>;`).join('\n')}
  for (var k = 0u; k < ${PIXELS_PER_INVOCATION}u; k++) {
    let pixel = id.x * ${PIXELS_PER_INVOCATION}u + k;
    if (pixel < pixels) {
      row = i32(pixel / newColumns);
      column = i32(pixel % newColumns);
      ${isSameSize ? reads.map((name) => `${name} = ${name}Of(pixel);`).join('\n      ') : ''}
      ${steps.map(({ id }, index) => `${id}(u32(tables[${SIZES + index}]));`).join('\n      ')}
      ${writers.map(({ keep }) => keep).join('\n      ')}
    }
  }
  if (id.x * ${PIXELS_PER_INVOCATION}u < pixels) {
  ${writers.map(({ write }) => write).join('\n  ')}
  }
${
  counting.length > 0
    ? `  workgroupBarrier();
  if (local < ${COUNTERS * counting.length}u) { atomicAdd(&counters[local], atomicLoad(&counted[local])); }`
    : ''
}
}
`;
}

/** Invocations of a workgroup, and cells of each. */
export const [INVOCATIONS, CELLS] = [256, 16];
/** Bits of a key that a pass looks at, and passes. */
const [BITS, PASSES] = [8, 4];
const BINS = 2 ** BITS;
/** R', G', B' and Y'. */
const KINDS = 4;

/** Numbers of `Found` before its histograms. */
export const FOUND_NUMBERS = 32;
export const FOUND_WORDS = FOUND_NUMBERS + PASSES * KINDS * BINS;

const COMMON_WGSL = /* wgsl */ `
struct Settings {
  /** Cells along a row, and all; those inside; pixels of a cell along a row of the picture. */
  across: u32, cells: u32, inside: u32, columns: u32,
  /** Pixels of a row of cells, channels, 1 to find out how cells are shown; the rank looked for. */
  rowPixels: u32, channels: u32, isShown: u32, rank: u32,
  /** What is between the value of that rank and the next; luma of the channels. */
  between: f32, lumaRed: f32, lumaGreen: f32, lumaBlue: f32,
  /** Shown channels as factors on the three channels, and what is added. */
  red: vec4f, green: vec4f, blue: vec4f,
  /** Shares of the largest Y' and of its high percentile. */
  lit: f32, bright: f32,
  /** Per channel: where its pixels begin in the list that follows, and how many they are. */
  lists: array<u32, 8>,
}
struct Found {
  /** Bits of the largest light of each channel, and the key of the largest Y'. */
  largest: array<atomic<u32>, 4>,
  largestLuma: atomic<u32>,
  lit: atomic<u32>,
  bright: atomic<u32>,
  /** Sum of the exponents of the lit Y'. */
  exponents: atomic<i32>,
  /** For each kind: values up to the rank, and the key of the next larger value. */
  upTo: array<atomic<u32>, 4>,
  next: array<atomic<u32>, 4>,
  /** The key of the rank, for the caller. */
  key: array<u32, 4>,
  unused: array<u32, 12>,
  histograms: array<atomic<u32>, ${PASSES * KINDS * BINS}>,
}
@group(0) @binding(0) var<storage, read> settings: Settings;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: Found;

/** A number that is the larger the larger a float is. */
fn keyOf(value: f32) -> u32 {
  let bits = bitcast<u32>(value);
  return bits ^ select(0x80000000u, 0xffffffffu, bits >= 0x80000000u);
}

fn valueOf(key: u32) -> f32 {
  return bitcast<f32>(key ^ select(0xffffffffu, 0x80000000u, key >= 0x80000000u));
}
/** The key of cells that are not metered: beyond all others. */
const OUTSIDE = 0xffffffffu;
const CELLS = ${CELLS}u;
const INVOCATIONS = ${INVOCATIONS}u;
`;

/** Finds the value of the rank by the histograms of the passes before. */
const SELECT_WGSL = /* wgsl */ `
/** For each kind: the upper bits of the key of the rank, and the rank among such keys. */
var<workgroup> chosen: array<vec2u, ${KINDS}>;
var<workgroup> heights: array<u32, ${KINDS * BINS}>;

fn choose(local: u32, passes: u32) {
  if (local < ${KINDS}u) { chosen[local] = vec2u(0u, settings.rank); }
  for (var done = 0u; done < passes; done++) {
    for (var bin = local; bin < ${KINDS * BINS}u; bin += INVOCATIONS) {
      heights[bin] = atomicLoad(&found.histograms[done * ${KINDS * BINS}u + bin]);
    }
    workgroupBarrier();
    if (local < ${KINDS}u) {
      var rank = chosen[local].y;
      var bin = 0u;
      for (; bin < ${BINS - 1}u && rank >= heights[local * ${BINS}u + bin]; bin++) {
        rank -= heights[local * ${BINS}u + bin];
      }
      chosen[local] = vec2u((chosen[local].x << ${BITS}u) | bin, rank);
    }
    workgroupBarrier();
  }
}
`;

/** Light to shown channels and Y' of each cell, and the largest light of each channel. */
export const PREPARE_WGSL = /* wgsl */ `${COMMON_WGSL}
@group(0) @binding(3) var<storage, read> light: array<f32>;
/** A byte per cell. */
@group(0) @binding(4) var<storage, read> insides: array<u32>;
@group(0) @binding(5) var<storage, read> places: array<u32>;
var<workgroup> bins: array<atomic<u32>, ${KINDS * BINS}>;
var<workgroup> largest: array<atomic<u32>, 5>;

fn countAs(kind: u32, cell: u32, key: u32) {
  keys[kind * settings.cells + cell] = key;
  if (key != OUTSIDE) { atomicAdd(&bins[kind * ${BINS}u + (key >> ${32 - BITS}u)], 1u); }
}

@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  for (var i = 0u; i < CELLS; i++) {
    let cell = (group.x * CELLS + i) * INVOCATIONS + local;
    if (cell >= settings.cells) { break; }
    if (((insides[cell >> 2u] >> (8u * (cell & 3u))) & 0xffu) == 0u) {
      if (settings.isShown == 1u) {
        for (var kind = 0u; kind < ${KINDS}u; kind++) { countAs(kind, cell, OUTSIDE); }
      }
      continue;
    }
    let first = (cell / settings.across) * settings.rowPixels
      + (cell % settings.across) * settings.columns;
    var means = vec4f();
    for (var channel = 0u; channel < settings.channels; channel++) {
      let list = settings.lists[2u * channel];
      let count = settings.lists[2u * channel + 1u];
      var sum = 0.0;
      for (var k = 0u; k < count; k++) { sum += light[first + places[list + k]]; }
      let mean = sum / f32(count);
      means[channel] = mean;
      if (mean > 0.0) { atomicMax(&largest[channel], bitcast<u32>(mean)); }
    }
    if (settings.isShown == 1u) {
      let own = vec4f(means.xyz, 1.0);
      let shown = vec3f(dot(settings.red, own), dot(settings.green, own), dot(settings.blue, own));
      let luma = dot(vec3f(settings.lumaRed, settings.lumaGreen, settings.lumaBlue), shown);
      countAs(0u, cell, keyOf(shown.x));
      countAs(1u, cell, keyOf(shown.y));
      countAs(2u, cell, keyOf(shown.z));
      countAs(3u, cell, keyOf(luma));
      if (luma > 0.0) { atomicMax(&largest[4], keyOf(luma)); }
    }
  }
  workgroupBarrier();
  for (var bin = local; bin < ${KINDS * BINS}u; bin += INVOCATIONS) {
    let count = atomicLoad(&bins[bin]);
    if (count > 0u) { atomicAdd(&found.histograms[bin], count); }
  }
  if (local < 4u) { atomicMax(&found.largest[local], atomicLoad(&largest[local])); }
  if (local == 4u) { atomicMax(&found.largestLuma, atomicLoad(&largest[4])); }
}
`;

/** Counts the next bits of the keys whose upper bits are those of the value of the rank. */
export const countCode = (passes: number): string => /* wgsl */ `${COMMON_WGSL}${SELECT_WGSL}
var<workgroup> bins: array<atomic<u32>, ${KINDS * BINS}>;

@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  choose(local, ${passes}u);
  for (var i = 0u; i < CELLS; i++) {
    let cell = (group.x * CELLS + i) * INVOCATIONS + local;
    if (cell >= settings.cells) { break; }
    for (var kind = 0u; kind < ${KINDS}u; kind++) {
      let key = keys[kind * settings.cells + cell];
      if (key != OUTSIDE && (key >> ${32 - BITS * passes}u) == chosen[kind].x) {
        let bin = (key >> ${32 - BITS * (passes + 1)}u) & ${BINS - 1}u;
        atomicAdd(&bins[kind * ${BINS}u + bin], 1u);
      }
    }
  }
  workgroupBarrier();
  for (var bin = local; bin < ${KINDS * BINS}u; bin += INVOCATIONS) {
    let count = atomicLoad(&bins[bin]);
    if (count > 0u) { atomicAdd(&found.histograms[${passes * KINDS * BINS}u + bin], count); }
  }
}
`;

/** Finds the next larger value of each kind, and how many lie up to the one of the rank. */
export const NEIGHBOURS_WGSL = /* wgsl */ `${COMMON_WGSL}${SELECT_WGSL}
var<workgroup> upTo: array<atomic<u32>, ${KINDS}>;
/** The largest complement of a key: workgroup memory begins with zeros. */
var<workgroup> next: array<atomic<u32>, ${KINDS}>;

@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  choose(local, ${PASSES}u);
  for (var kind = 0u; kind < ${KINDS}u; kind++) {
    var count = 0u;
    var nearest = 0u;
    for (var i = 0u; i < CELLS; i++) {
      let cell = (group.x * CELLS + i) * INVOCATIONS + local;
      if (cell >= settings.cells) { break; }
      let key = keys[kind * settings.cells + cell];
      if (key <= chosen[kind].x) { count++; } else { nearest = max(nearest, ~key); }
    }
    if (count > 0u) { atomicAdd(&upTo[kind], count); }
    if (nearest > 0u) { atomicMax(&next[kind], nearest); }
  }
  workgroupBarrier();
  if (local < ${KINDS}u) {
    atomicAdd(&found.upTo[local], atomicLoad(&upTo[local]));
    atomicMax(&found.next[local], atomicLoad(&next[local]));
    if (group.x == 0u) { found.key[local] = chosen[local].x; }
  }
}
`;

/** Counts the lit and the bright cells, and sums the logarithms of the lit ones. */
export const COMPARE_WGSL = /* wgsl */ `${COMMON_WGSL}
/** Sum of the logarithms of each workgroup, without their exponents. */
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;
var<workgroup> own: array<f32, ${INVOCATIONS}>;
var<workgroup> lits: atomic<u32>;
var<workgroup> brights: atomic<u32>;
var<workgroup> exponents: atomic<i32>;

/** Natural logarithm of 0.7 to 1.42. */
fn logarithm(value: f32) -> f32 {
  let part = (value - 1.0) / (value + 1.0);
  let squared = part * part;
  return 2.0 * part * (1.0 + squared * (1.0 / 3.0 + squared * (0.2 + squared * (1.0 / 7.0 + squared / 9.0))));
}

@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let low = valueOf(found.key[3]);
  let isSame = atomicLoad(&found.upTo[3]) > settings.rank + 1u;
  let high = select(valueOf(~atomicLoad(&found.next[3])), low, isSame || settings.between == 0.0);
  let bright = settings.bright * (low + settings.between * (high - low));
  let largest = atomicLoad(&found.largestLuma);
  let threshold = select(settings.lit * valueOf(largest), 0.0, largest == 0u);
  var sum = 0.0;
  var isLit = 0u;
  var isBright = 0u;
  var powers = 0;
  for (var i = 0u; i < CELLS; i++) {
    let cell = (group.x * CELLS + i) * INVOCATIONS + local;
    if (cell >= settings.cells) { break; }
    let key = keys[3u * settings.cells + cell];
    if (key == OUTSIDE) { continue; }
    let value = valueOf(key);
    if (value > bright) { isBright++; }
    if (value > threshold) {
      isLit++;
      let bits = bitcast<u32>(value);
      // The mantissa from 0.7 to 1.4, and the exponent for it.
      let isUpper = (bits & 0x7fffffu) > 0x3504f3u;
      powers += i32(bits >> 23u) - 127 + select(0, 1, isUpper);
      let mantissa = bitcast<f32>((bits & 0x7fffffu) | select(0x3f800000u, 0x3f000000u, isUpper));
      sum += logarithm(mantissa);
    }
  }
  atomicAdd(&lits, isLit);
  atomicAdd(&brights, isBright);
  atomicAdd(&exponents, powers);
  own[local] = sum;
  for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { own[local] += own[local + half]; }
  }
  workgroupBarrier();
  if (local == 0u) {
    sums[group.x] = own[0];
    atomicAdd(&found.lit, atomicLoad(&lits));
    atomicAdd(&found.bright, atomicLoad(&brights));
    atomicAdd(&found.exponents, atomicLoad(&exponents));
  }
}
`;

import { WIDE_INTEGERS_WGSL } from '../wide-integers.ts';
import { NORMAL_WGSL, POISSON_WGSL } from './random.ts';

/** The steps that the shaders have; the device declines pixels with others. */
export const SHADER_STEPS: readonly string[] = [
  ...['collect', 'shot', 'well', 'response'],
  ...['read', 'prnu', 'dsnu', 'convert'],
];

/** Pixels per workgroup: two per invocation, which share their Philox blocks. */
export const PIXELS_PER_GROUP = 256;

/**
 * The shaders of a read-out; their plain twins readOutPlain and chipStepsPlain of the engine
 * compute in double precision. Here large numbers (means, counts, codes) are fixed-point numbers of
 * 32 + 32 bits, a vec2u of the fraction and the whole part; what noise adds is in single precision.
 * Each pixel has a bound of its error: where a threshold lies within it, a bit in `unsure` asks the
 * caller to compute the pixel with the twin. So counts, codes and full pixels are always those of
 * the twin.
 */
const COMMON_WGSL = /* wgsl */ `
struct Settings {
  pixels: u32,
  /** Index of the first pixel in the whole picture; a multiple of eight. */
  firstPixel: u32,
  noise: u32,
  levels: i32,
  temporalSeed: u32,
  fixedPatternSeed: u32,
  /** Streams of shot and read noise, of PRNU, and of DSNU. */
  temporalStream: u32,
  responseStream: u32,
  darkStream: u32,
  /** Electrons per unit of light, codes per electron, and seconds of dark: word · 2^-shift. */
  unitWord: u32,
  unitShift: i32,
  codeWord: u32,
  codeShift: u32,
  secondsWord: u32,
  secondsShift: i32,
  perWell: f32,
  dark: vec2u,
  well: vec2u,
  /** Code of no voltage, plus a half. */
  zeroFraction: u32,
  zeroWhole: i32,
  prnu: f32,
  /** Codes. */
  readNoise: f32,
  dsnu: f32,
  voltsPerCode: f32,
  swing: f32,
  codesPerElectron: f32,
  /** Terms of the response u + second · u² + third · u³. */
  second: f32,
  third: f32,
}
@group(0) @binding(0) var<storage, read> settings: Settings;
@group(0) @binding(1) var<storage, read> light: array<u32>;
@group(0) @binding(2) var<storage, read> gaussianTable: array<vec4f>;
${WIDE_INTEGERS_WGSL}
/** Electrons from which on a pixel is simply full: beyond them f32 has no fractions. */
const MANY = 0x1000000u;

fn add(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

/** The lower word of (high, low) >> shift, shift 0 to 31. */
fn funnel(high: u32, low: u32, shift: u32) -> u32 {
  return select((high << (32u - shift)) | (low >> shift), low, shift == 0u);
}

fn asFloat(a: vec2u) -> f32 { return f32(a.y) + f32(a.x) * 0x1p-32f; }

/** Negative numbers, infinities and NaN. */
fn isOdd(bits: u32) -> bool { return bits > 0x80000000u || (bits & 0x7f800000u) == 0x7f800000u; }

/** A float, by its bits, times word · 2^-shift; too much is MANY. */
fn timesFloat(bits: u32, word: u32, shiftOfWord: i32) -> vec2u {
  let exponent = i32((bits >> 23u) & 0xffu);
  // Floats this small are no electron.
  if (exponent == 0) { return vec2u(0u); }
  let scaled = product((bits & 0x7fffffu) | 0x800000u, word);
  let shift = shiftOfWord - exponent;
  if (shift >= 64) { return vec2u(0u); }
  if (shift >= 32) { return vec2u(scaled.y >> u32(shift - 32), 0u); }
  if (shift >= 0) { return vec2u(funnel(scaled.y, scaled.x, u32(shift)), scaled.y >> u32(shift)); }
  if (shift >= -7) {
    return vec2u(scaled.x << u32(-shift), funnel(scaled.y, scaled.x, u32(32 + shift)));
  }
  return vec2u(0u, MANY);
}

fn limited(a: vec2u) -> vec2u { return select(a, vec2u(0u, MANY), a.y >= MANY); }

/** Whether a is at least b. */
fn reaches(a: vec2u, b: vec2u) -> bool { return a.y > b.y || (a.y == b.y && a.x >= b.x); }

/** Difference of two numbers that is exact enough when it is small. */
fn apart(a: vec2u, b: vec2u) -> f32 {
  return abs(f32(i32(a.y) - i32(b.y)) + (f32(a.x) - f32(b.x)) * 0x1p-32f);
}

/** The block of a pixel of the workgroup in each stream; it also serves the pixel four further. */
fn blockOf(pixel: u32) -> u32 {
  return ((settings.firstPixel + pixel) >> 3u) * 4u + (pixel & 3u);
}
${NORMAL_WGSL}`;

const COUNT_WGSL = /* wgsl */ `${POISSON_WGSL}
@group(0) @binding(3) var<storage, read> poissonTable: array<f32>;

/** Electrons of shot noise. */
fn countOf(mean: vec2u, word: u32) -> Drawn {
  let electrons = asFloat(mean);
  if (mean.y < 25u) {
    let drawn = poissonOf(min(electrons, 24.999998f), word);
    return Drawn(drawn.count, drawn.isUnsure || apart(mean, vec2u(0u, 25u)) < 0x1p-26f);
  }
  // Noise takes less than 30,000 from so many electrons.
  if (mean.y >= MANY) { return Drawn(MANY, settings.well.y >= MANY >> 1u); }
  let deviation = sqrt(electrons);
  let normal = gaussianOf(word);
  let noise = deviation * normal;
  let whole = floor(noise);
  let fraction = f32(mean.x) * 0x1p-32f + (noise - whole) + 0.5f;
  let carried = floor(fraction);
  let error = deviation * gaussianError(normal) + abs(noise) * 0x1p-20f
    + electrons * 0x1p-30f + 0x1p-21f;
  let rest = fraction - carried;
  let isUnsure = rest < error || rest > 1f - error || apart(mean, vec2u(0u, 25u)) < 0x1p-24f;
  return Drawn(u32(max(0, i32(mean.y) + i32(whole) + i32(carried))), isUnsure);
}
`;

/** Electrons of each pixel, as floats. */
export const CHARGE_WGSL = /* wgsl */ `${COMMON_WGSL}${COUNT_WGSL}
@group(0) @binding(4) var<storage, read> darkRates: array<u32>;
@group(0) @binding(5) var<storage, read_write> charge: array<f32>;
@group(0) @binding(6) var<storage, read_write> unsure: array<u32>;
override HAS_DARK_RATES: bool = false;

var<workgroup> doubts: array<u32, ${PIXELS_PER_GROUP}>;

fn collect(pixel: u32, at: u32, word: u32) {
  var dark = settings.dark;
  var isUnsure = isOdd(light[pixel]);
  if (HAS_DARK_RATES) {
    dark = timesFloat(darkRates[pixel], settings.secondsWord, settings.secondsShift);
    isUnsure |= isOdd(darkRates[pixel]);
  }
  let mean = limited(add(timesFloat(light[pixel], settings.unitWord, settings.unitShift), dark));
  let drawn = countOf(mean, word);
  charge[pixel] = f32(drawn.count);
  doubts[at] = select(0u, 1u, isUnsure || drawn.isUnsure || drawn.count >= MANY);
}

@compute @workgroup_size(${PIXELS_PER_GROUP / 2})
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let start = group.x * ${PIXELS_PER_GROUP}u;
  let at = (local >> 2u) * 8u + (local & 3u);
  let words = philox(blockOf(start + at), settings.temporalStream, settings.temporalSeed);
  if (start + at < settings.pixels) { collect(start + at, at, words.x); }
  if (start + at + 4u < settings.pixels) { collect(start + at + 4u, at + 4u, words.z); }
  workgroupBarrier();
  if (local < ${PIXELS_PER_GROUP / 32}u && start + 32u * local < settings.pixels) {
    var word = 0u;
    for (var i = 0u; i < 32u; i++) { word |= doubts[32u * local + i] << i; }
    unsure[start / 32u + local] = word;
  }
}
`;

/** From the electrons of a pixel to its code, and the packing of codes and bits. */
const CONVERT_WGSL = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> raw: array<u32>;
@group(0) @binding(5) var<storage, read_write> full: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsure: array<u32>;
@group(0) @binding(7) var<storage, read_write> volts: array<f32>;
override HAS_VOLTS: bool = false;

/** Codes of electrons; too many are MANY. */
fn codesOf(electrons: vec2u) -> vec2u {
  let words = longProduct(electrons, settings.codeWord);
  let shift = settings.codeShift & 31u;
  var codes = vec2u(0u);
  if (settings.codeShift >= 64u) {
    codes = vec2u(words.z >> shift, 0u);
  } else if (settings.codeShift >= 32u) {
    codes = vec2u(funnel(words.z, words.y, shift), words.z >> shift);
  } else {
    let isMany = (words.z >> shift) != 0u;
    codes = vec2u(funnel(words.y, words.x, shift), select(funnel(words.z, words.y, shift), MANY, isMany));
  }
  return limited(codes);
}

/** Electrons that a pixel collected, and whether a threshold was too near to tell. */
struct Collected { electrons: vec2u, isUnsure: bool }

/** What noise adds: the word of read noise, and those of PRNU and DSNU. */
struct Words { read: u32, response: u32, dark: u32 }

struct Pixel { code: u32, isFull: bool, isUnsure: bool }

fn convert(pixel: u32, collected: Collected, words: Words, joining: f32) -> Pixel {
  let reachesWell = reaches(collected.electrons, settings.well);
  let held = select(collected.electrons, settings.well, reachesWell);
  let signal = codesOf(held);
  let codes = asFloat(signal);
  let u = asFloat(held) * settings.perWell;
  let curve = codes * u * (settings.second + u * settings.third);
  var added = curve;
  var error = codes * 0x1p-29f + 0x1p-21f
    + 0x1p-20f * codes * u * (abs(settings.second) + u * abs(settings.third));
  if (settings.noise == 1u) {
    let read = gaussianOf(words.read);
    let response = gaussianOf(words.response);
    let dark = gaussianOf(words.dark);
    let factor = settings.prnu * response;
    let joined = joining * settings.codesPerElectron;
    added += (codes + curve) * factor + settings.readNoise * read * (1f + factor)
      + settings.dsnu * dark + joined;
    let largest = settings.prnu * (abs(response) + 0.5f);
    error *= 1f + largest;
    error += 0x1p-20f * ((codes + abs(curve)) * largest + settings.dsnu * (abs(dark) + 0.5f)
      + settings.readNoise * (abs(read) + 0.5f) * (1f + largest) + abs(joined));
  }
  let addedWhole = floor(added);
  let low = signal.x + settings.zeroFraction;
  let fraction = f32(low) * 0x1p-32f + (added - addedWhole);
  let carried = floor(fraction);
  let rest = fraction - carried;
  let whole = i32(signal.y) + settings.zeroWhole + select(0, 1, low < signal.x)
    + i32(clamp(addedWhole, -0x1p28f, 0x1p28f)) + i32(carried);
  var isUnsure = collected.isUnsure || error > 0.25f || signal.y >= MANY;
  let isNear = rest < error || rest > 1f - error;
  isUnsure |= isNear && whole >= 0 && whole < settings.levels;
  // Codes are rounded: the swing lies half a code above the last but one boundary.
  isUnsure |= !reachesWell && whole == settings.levels && abs(rest - 0.5f) < error;
  let isFull = reachesWell || whole > settings.levels || (whole == settings.levels && rest >= 0.5f);
  if (HAS_VOLTS) {
    volts[pixel] = clamp((f32(whole) - 0.5f + rest) * settings.voltsPerCode, 0f, settings.swing);
  }
  return Pixel(u32(clamp(whole, 0, settings.levels - 1)), isFull, isUnsure);
}

/** Code, full and unsure of each pixel of the workgroup. */
var<workgroup> packed: array<u32, ${PIXELS_PER_GROUP}>;

fn keep(at: u32, pixel: Pixel) {
  packed[at] = pixel.code | select(0u, 0x10000u, pixel.isFull) | select(0u, 0x20000u, pixel.isUnsure);
}

@compute @workgroup_size(${PIXELS_PER_GROUP / 2})
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
  let start = group.x * ${PIXELS_PER_GROUP}u;
  let at = (local >> 2u) * 8u + (local & 3u);
  let pixel = start + at;
  var temporal = vec4u(0u);
  var response = vec4u(0u);
  var dark = vec4u(0u);
  if (settings.noise == 1u) {
    let block = blockOf(pixel);
    temporal = philox(block, settings.temporalStream, settings.temporalSeed);
    response = philox(block, settings.responseStream, settings.fixedPatternSeed);
    dark = response;
    if (settings.darkStream != settings.responseStream) {
      dark = philox(block, settings.darkStream, settings.fixedPatternSeed);
    }
  }
  if (pixel < settings.pixels) {
    let collected = collect(pixel, temporal.x);
    keep(at, convert(pixel, collected, Words(temporal.y, response.x, dark.y), joiningAt(pixel)));
  }
  if (pixel + 4u < settings.pixels) {
    let collected = collect(pixel + 4u, temporal.z);
    keep(at + 4u, convert(pixel + 4u, collected, Words(temporal.w, response.z, dark.w), joiningAt(pixel + 4u)));
  }
  workgroupBarrier();
  if (start + 2u * local < settings.pixels) {
    raw[start / 2u + local] = (packed[2u * local] & 0xffffu) | (packed[2u * local + 1u] << 16u);
  }
  if (local < ${PIXELS_PER_GROUP / 16}u) {
    let bit = 16u + (local & 1u);
    var word = 0u;
    let first = (local >> 1u) * 32u;
    for (var i = 0u; i < 32u; i++) { word |= ((packed[first + i] >> bit) & 1u) << i; }
    if (start + first < settings.pixels) {
      if (bit == 16u) { full[(start + first) / 32u] = word; } else { unsure[(start + first) / 32u] = word; }
    }
  }
}
`;

/** From light to codes. */
export const READ_OUT_WGSL = /* wgsl */ `${COMMON_WGSL}${COUNT_WGSL}${CONVERT_WGSL}
fn collect(pixel: u32, word: u32) -> Collected {
  let bits = light[pixel];
  let mean = limited(add(timesFloat(bits, settings.unitWord, settings.unitShift), settings.dark));
  if (settings.noise == 1u) {
    let drawn = countOf(mean, word);
    return Collected(vec2u(0u, drawn.count), isOdd(bits) || drawn.isUnsure);
  }
  let isNear = apart(mean, settings.well) < asFloat(mean) * 0x1p-23f + 0x1p-26f && mean.y < MANY;
  return Collected(mean, isOdd(bits) || isNear);
}
fn joiningAt(pixel: u32) -> f32 { return 0f; }
`;

/** From electrons, in place of light, to codes. */
export const CONVERT_CHARGE_WGSL = /* wgsl */ `${COMMON_WGSL}${CONVERT_WGSL}
@group(0) @binding(3) var<storage, read> joining: array<f32>;
override HAS_JOINING: bool = false;

fn collect(pixel: u32, word: u32) -> Collected {
  let bits = light[pixel];
  let electrons = limited(timesFloat(bits, settings.unitWord, settings.unitShift));
  return Collected(electrons, isOdd(bits) || apart(electrons, settings.well) < 0x1p-26f);
}
fn joiningAt(pixel: u32) -> f32 {
  if (HAS_JOINING) { return joining[pixel]; }
  return 0f;
}
`;

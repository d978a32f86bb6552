import { WIDE_INTEGERS_WGSL } from '../wide-integers.ts';
import { RANDOM_WGSL } from './random.ts';

/** Pixels per workgroup: two per invocation. */
export const PIXELS_PER_GROUP = 256;

/**
 * The read-out of a sensor; its plain twin is readOutPlain of the engine, which computes in double
 * precision. Here large numbers (means, counts, codes) are fixed-point numbers of 32 + 32 bits, a
 * vec2u of the fraction and the whole part; what noise adds is in single precision. Each pixel has
 * a bound of its error: where a threshold lies within it, a bit in `unsure` asks the caller to read
 * the pixel out with the twin. So codes and full pixels are always those of the twin.
 *
 * Two pixels share a Philox block, so an invocation computes both; codes and bits are packed in
 * workgroup memory.
 */
export const READ_OUT_WGSL = /* wgsl */ `
struct Settings {
  pixels: u32,
  /** Index of the first pixel in the whole picture; a multiple of eight. */
  firstPixel: u32,
  noise: u32,
  temporalSeed: u32,
  fixedPatternSeed: u32,
  levels: i32,
  /** Electrons per unit of light, and codes per electron: word · 2^-shift. */
  unitWord: u32,
  unitShift: i32,
  codeWord: u32,
  codeShift: u32,
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
}
@group(0) @binding(0) var<storage, read> settings: Settings;
@group(0) @binding(1) var<storage, read> light: array<u32>;
@group(0) @binding(2) var<storage, read> gaussianTable: array<vec4f>;
@group(0) @binding(3) var<storage, read> poissonTable: array<f32>;
@group(0) @binding(4) var<storage, read_write> raw: array<u32>;
@group(0) @binding(5) var<storage, read_write> full: array<u32>;
@group(0) @binding(6) var<storage, read_write> unsure: array<u32>;
@group(0) @binding(7) var<storage, read_write> volts: array<f32>;
override HAS_VOLTS: bool = false;
${WIDE_INTEGERS_WGSL}${RANDOM_WGSL}
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

/** Mean electrons of a sample of light; too many are MANY. */
fn meanOf(bits: u32) -> vec2u {
  let exponent = i32((bits >> 23u) & 0xffu);
  // Light this small is no electron.
  if (exponent == 0) { return settings.dark; }
  let scaled = product((bits & 0x7fffffu) | 0x800000u, settings.unitWord);
  let shift = settings.unitShift - exponent;
  var mean = vec2u(0u, MANY);
  if (shift >= 64) {
    mean = vec2u(0u);
  } else if (shift >= 32) {
    mean = vec2u(scaled.y >> u32(shift - 32), 0u);
  } else if (shift >= 0) {
    mean = vec2u(funnel(scaled.y, scaled.x, u32(shift)), scaled.y >> u32(shift));
  } else if (shift >= -7) {
    mean = vec2u(scaled.x << u32(-shift), funnel(scaled.y, scaled.x, u32(32 + shift)));
  }
  mean = add(mean, settings.dark);
  if (mean.y >= MANY) { mean = vec2u(0u, MANY); }
  return mean;
}

/** Codes of electrons. Too many are MANY. */
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
  if (codes.y >= MANY) { codes = vec2u(0u, MANY); }
  return codes;
}

/** Whether a is at least b. */
fn reaches(a: vec2u, b: vec2u) -> bool { return a.y > b.y || (a.y == b.y && a.x >= b.x); }

/** Difference of two numbers that is exact enough when it is small. */
fn apart(a: vec2u, b: vec2u) -> f32 {
  return abs(f32(i32(a.y) - i32(b.y)) + (f32(a.x) - f32(b.x)) * 0x1p-32f);
}

fn countOf(mean: vec2u, word: u32) -> Drawn {
  let electrons = asFloat(mean);
  if (mean.y < 25u) {
    let drawn = poissonOf(min(electrons, 24.999998f), word);
    return Drawn(drawn.count, drawn.isUnsure || apart(mean, vec2u(0u, 25u)) < 0x1p-26f);
  }
  // Of so many electrons noise takes less than 30,000.
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

struct Pixel { code: u32, isFull: bool, isUnsure: bool }

/** temporal: words of shot and read noise; pattern: of PRNU and DSNU. */
fn readOut(pixel: u32, temporal: vec2u, pattern: vec2u) -> Pixel {
  let bits = light[pixel];
  let mean = meanOf(bits);
  // Negative light, infinities and NaN.
  var isUnsure = bits > 0x80000000u || (bits & 0x7f800000u) == 0x7f800000u;
  var counted = mean;
  if (settings.noise == 1u) {
    let drawn = countOf(mean, temporal.x);
    counted = vec2u(0u, drawn.count);
    isUnsure |= drawn.isUnsure;
  } else {
    isUnsure |= apart(mean, settings.well) < asFloat(mean) * 0x1p-23f + 0x1p-26f
      && mean.y < MANY;
  }
  let reachesWell = reaches(counted, settings.well);
  if (reachesWell) { counted = settings.well; }
  let signal = codesOf(counted);
  let codes = asFloat(signal);
  var added = 0f;
  var error = codes * 0x1p-29f + 0x1p-21f;
  if (settings.noise == 1u) {
    let read = gaussianOf(temporal.y);
    let response = gaussianOf(pattern.x);
    let dark = gaussianOf(pattern.y);
    let factor = settings.prnu * response;
    added = codes * factor + settings.readNoise * read * (1f + factor) + settings.dsnu * dark;
    let largest = settings.prnu * (abs(response) + 0.5f);
    error += 0x1p-20f * (codes * largest + settings.dsnu * (abs(dark) + 0.5f)
      + settings.readNoise * (abs(read) + 0.5f) * (1f + largest));
  }
  let addedWhole = floor(added);
  let low = signal.x + settings.zeroFraction;
  let fraction = f32(low) * 0x1p-32f + (added - addedWhole);
  let carried = floor(fraction);
  let rest = fraction - carried;
  let whole = i32(signal.y) + settings.zeroWhole + select(0, 1, low < signal.x)
    + i32(clamp(addedWhole, -0x1p28f, 0x1p28f)) + i32(carried);
  let isNear = rest < error || rest > 1f - error;
  isUnsure |= error > 0.25f || signal.y >= MANY;
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
  let lane = local & 3u;
  let at = (local >> 2u) * 8u + lane;
  let pixel = start + at;
  var temporal = vec4u(0u);
  var pattern = vec4u(0u);
  if (settings.noise == 1u) {
    let block = ((settings.firstPixel + pixel) >> 3u) * 4u + lane;
    temporal = philox(block, 1u, settings.temporalSeed);
    pattern = philox(block, 2u, settings.fixedPatternSeed);
  }
  let nothing = Pixel(0u, false, false);
  keep(at, nothing);
  keep(at + 4u, nothing);
  if (pixel < settings.pixels) { keep(at, readOut(pixel, temporal.xy, pattern.xy)); }
  if (pixel + 4u < settings.pixels) { keep(at + 4u, readOut(pixel + 4u, temporal.zw, pattern.zw)); }
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

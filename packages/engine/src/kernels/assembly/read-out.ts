/**
 * Sensor read-out, four random blocks (eight pixels) at a time. Its plain twin is ../read-out.ts: same arithmetic in the same
 * order, so the same bits. Philox runs in SIMD lanes, the rest is scalar because it looks up tables.
 */

/** Pixels per call at most; the caller fills these buffers. */
const CAPACITY: i32 = 65536;
const GAUSSIAN_PIECES: i32 = 224;

const light = memory.data(65536 * 4, 16);
const raw = memory.data(65536 * 2, 16);
const volts = memory.data(65536 * 4, 16);
const gaussianTable = memory.data(232 * 4 * 8, 16);
const exponentialTable = memory.data(201 * 8, 16);
const reciprocalTable = memory.data(128 * 8, 16);
/** Sixteen words per stream and group of eight pixels: word w of block b at (w * 4 + b). */
const temporalWords = memory.data(16 * 4, 16);
const fixedWords = memory.data(16 * 4, 16);

export function lightOffset(): usize { return light; }
export function rawOffset(): usize { return raw; }
export function voltsOffset(): usize { return volts; }
export function gaussianTableOffset(): usize { return gaussianTable; }
export function exponentialTableOffset(): usize { return exponentialTable; }
export function reciprocalTableOffset(): usize { return reciprocalTable; }
export function capacity(): i32 { return CAPACITY; }

/** Lanes of a 32x32 product, high and low halves. */
// @ts-ignore: decorator
@inline
function highHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b), 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

/** Philox4x32-10 for the blocks first .. first + 3. */
// @ts-ignore: decorator
@inline
function fourBlocks(first: u32, stream: u32, seed: u32, out: usize): void {
  const multiplier0 = i32x4.splat(0xd2511f53);
  const multiplier1 = i32x4.splat(0xcd9e8d57);
  let c0 = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3));
  let c1 = i32x4.splat(0);
  let c2 = i32x4.splat(stream);
  let c3 = i32x4.splat(0);
  let k0: u32 = seed;
  let k1: u32 = 0;
  for (let round = 0; round < 10; round++) {
    const high0 = highHalves(multiplier0, c0);
    const high1 = highHalves(multiplier1, c2);
    const low0 = i32x4.mul(multiplier0, c0);
    const low1 = i32x4.mul(multiplier1, c2);
    c0 = v128.xor(v128.xor(high1, c1), i32x4.splat(k0));
    c1 = low1;
    c2 = v128.xor(v128.xor(high0, c3), i32x4.splat(k1));
    c3 = low0;
    k0 += 0x9e3779b9;
    k1 += 0xbb67ae85;
  }
  v128.store(out, c0);
  v128.store(out, c1, 16);
  v128.store(out, c2, 32);
  v128.store(out, c3, 48);
}

// @ts-ignore: decorator
@inline
function gaussianOf(word: u32): f64 {
  const m = word & 0x7fffffff;
  let value: f64;
  if (m < 8) value = load<f64>(gaussianTable + ((<usize>(GAUSSIAN_PIECES + m)) << 5));
  else {
    const octave = 28 - clz(m);
    const at = gaussianTable + ((<usize>((octave << 3) + (m >>> octave) - 8)) << 5);
    // Exact: the remainder has fewer than 28 bits, so the scaling by a power of two loses nothing.
    const t = <f64>(m & ((1 << octave) - 1)) / <f64>(1 << octave);
    value = load<f64>(at) + t * (load<f64>(at, 8) + t * (load<f64>(at, 16) + t * load<f64>(at, 24)));
  }
  return word >>> 31 ? -value : value;
}

function poissonOf(mean: f64, word: u32): f64 {
  const uniform = (<f64>word + 0.5) * (1.0 / 4294967296.0);
  if (uniform <= 1.0 - mean) return 0;
  const step = <i32>Math.floor(mean * 8.0);
  const rest = mean - <f64>step / 8.0;
  const series = 1.0 - rest * (1.0 - (rest / 2.0) * (1.0 - (rest / 3.0) * (1.0 - (rest / 4.0) * (1.0 - (rest / 5.0) * (1.0 - (rest / 6.0) * (1.0 - (rest / 7.0) * (1.0 - rest / 8.0)))))));
  let probability = load<f64>(exponentialTable + (<usize>step << 3)) * series;
  let cumulative = probability;
  let count = 0;
  while (uniform > cumulative && count < 127) {
    count += 1;
    probability *= mean * load<f64>(reciprocalTable + (<usize>count << 3));
    cumulative += probability;
  }
  return <f64>count;
}

/** Reads out `pixels` pixels; `firstPixel` is a multiple of eight. See ReadOutSettings for the numbers. */
export function readOut(
  pixels: i32, firstPixel: u32, electronsPerUnit: f64, darkElectrons: f64, wellCapacity: f64, conversionGain: f64,
  readNoise: f64, prnu: f64, dsnu: f64, offset: f64, gain: f64, swing: f64, levels: f64, noise: bool, temporalSeed: u32, fixedPatternSeed: u32,
): void {
  const codesPerVolt = levels / swing;
  for (let i = 0; i < pixels; i++) {
    const lane = i & 7;
    if (noise && lane == 0) {
      const block = (firstPixel + i) >>> 1;
      fourBlocks(block, 1, temporalSeed, temporalWords);
      fourBlocks(block, 2, fixedPatternSeed, fixedWords);
    }
    const mean = <f64>load<f32>(light + (<usize>i << 2)) * electronsPerUnit + darkElectrons;
    let voltage: f64;
    if (noise) {
      // Pixel `lane` of the eight uses block lane >> 1, words 2(lane & 1) and the next; words lie four lanes apart.
      const at = <usize>(((lane & 1) << 5) + ((lane >>> 1) << 2));
      const shot = load<u32>(temporalWords + at);
      const counted = mean < 25.0 ? poissonOf(mean, shot) : max(0.0, Math.floor(mean + Math.sqrt(mean) * gaussianOf(shot) + 0.5));
      voltage = min(counted, wellCapacity) * conversionGain + readNoise * gaussianOf(load<u32>(temporalWords + at, 16));
      voltage = voltage * (1.0 + prnu * gaussianOf(load<u32>(fixedWords + at))) + dsnu * gaussianOf(load<u32>(fixedWords + at, 16));
    } else voltage = min(mean, wellCapacity) * conversionGain;
    const shown = min(max((voltage + offset) / gain, 0.0), swing);
    store<f32>(volts + (<usize>i << 2), <f32>shown);
    store<u16>(raw + (<usize>i << 1), <u16>min(Math.floor(shown * codesPerVolt + 0.5), levels - 1.0));
  }
}

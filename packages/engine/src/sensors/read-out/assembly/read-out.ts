/**
 * Sensor read-out, eight pixels at a time: the steps of ../order.ts, which ../order.test.ts looks
 * for. Their plain versions do the same arithmetic in the same order on doubles, so both give the
 * same bits.
 */

/**
 * Largest number of pixels per call, for which the caller fills the buffers. A multiple of eight.
 */
const CAPACITY: i32 = 65536;
/** How the bits of a float address the table: see random/gaussian.ts. */
const PLACE_BITS: i32 = 20;
const FIRST_PIECE: i32 = 1008;

const light = memory.data(65536 * 4, 16);
const raw = memory.data(65536 * 2, 16);
const volts = memory.data(65536 * 4, 16);
/** A bit per pixel that is 1 where the pixel is full. */
const full = memory.data(65536 / 8, 16);
/** What else is known of each pixel: dark electrons per second, or electrons that join. */
const addend = memory.data(65536 * 4, 16);
const gaussianTable = memory.data(257 * 4 * 8, 16);
const exponentialTable = memory.data(201 * 8, 16);
const reciprocalTable = memory.data(128 * 8, 16);

export function lightOffset(): usize {
  return light;
}
export function rawOffset(): usize {
  return raw;
}
export function voltsOffset(): usize {
  return volts;
}
export function fullOffset(): usize {
  return full;
}
/** Weights of nine pixels, for even and for odd columns, of up to 16 rows of a tile. */
const mixWeights = memory.data(16 * 9 * 2 * 8, 16);
export function mixWeightsOffset(): usize {
  return mixWeights;
}
export function addendOffset(): usize {
  return addend;
}
export function gaussianTableOffset(): usize {
  return gaussianTable;
}
export function exponentialTableOffset(): usize {
  return exponentialTable;
}
export function reciprocalTableOffset(): usize {
  return reciprocalTable;
}
export function capacity(): i32 {
  return CAPACITY;
}

/** The four words of four Philox blocks, one vector per word. */
let word0 = i32x4.splat(0);
let word1 = i32x4.splat(0);
let word2 = i32x4.splat(0);
let word3 = i32x4.splat(0);

/** High and low halves of four 64-bit products that lie in two vectors. */
// @ts-ignore: decorator
@inline
function highHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}
// @ts-ignore: decorator
@inline
function lowHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
}

/** Philox4x32-10 for the blocks first .. first + 3. */
// @ts-ignore: decorator
@inline
function fourBlocks(first: u32, stream: u32, seed: u32): void {
  const multiplier0 = i32x4.splat(0xd2511f53);
  const multiplier1 = i32x4.splat(0xcd9e8d57);
  let c0 = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3));
  let c1 = i32x4.splat(0);
  let c2 = i32x4.splat(stream);
  let c3 = i32x4.splat(0);
  let k0: u32 = seed;
  let k1: u32 = 0;
  for (let round = 0; round < 10; round++) {
    const product0 = i64x2.extmul_low_i32x4_u(multiplier0, c0);
    const product0High = i64x2.extmul_high_i32x4_u(multiplier0, c0);
    const product1 = i64x2.extmul_low_i32x4_u(multiplier1, c2);
    const product1High = i64x2.extmul_high_i32x4_u(multiplier1, c2);
    c0 = v128.xor(v128.xor(highHalves(product1, product1High), c1), i32x4.splat(k0));
    c1 = lowHalves(product1, product1High);
    c2 = v128.xor(v128.xor(highHalves(product0, product0High), c3), i32x4.splat(k1));
    c3 = lowHalves(product0, product0High);
    k0 += 0x9e3779b9;
    k1 += 0xbb67ae85;
  }
  word0 = c0;
  word1 = c1;
  word2 = c2;
  word3 = c3;
}

// @ts-ignore: decorator
@inline
function gaussianOf(word: u32): f64 {
  const address = reinterpret<u32>(<f32>(word & 0x7fffffff) + <f32>0.5);
  const at = gaussianTable + ((<usize>((address >>> PLACE_BITS) - FIRST_PIECE)) << 5);
  const t = <f64>(address & ((1 << PLACE_BITS) - 1)) * (1.0 / 1048576.0);
  const value =
    load<f64>(at) + t * (load<f64>(at, 8) + t * (load<f64>(at, 16) + t * load<f64>(at, 24)));
  // Sets the sign without a branch, because it would be mispredicted half of the time.
  return reinterpret<f64>(reinterpret<u64>(value) ^ ((<u64>(word & 0x80000000)) << 32));
}

/** Values of two cubics, from two rows of the table. */
// @ts-ignore: decorator
@inline
function twoCubics(piece0: i32, piece1: i32, t: v128): v128 {
  const at0 = gaussianTable + ((<usize>piece0) << 5);
  const at1 = gaussianTable + ((<usize>piece1) << 5);
  const ab0 = v128.load(at0);
  const cd0 = v128.load(at0, 16);
  const ab1 = v128.load(at1);
  const cd1 = v128.load(at1, 16);
  const a = i8x16.shuffle(ab0, ab1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  const b = i8x16.shuffle(ab0, ab1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  const c = i8x16.shuffle(cd0, cd1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  const d = i8x16.shuffle(cd0, cd1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  return f64x2.add(a, f64x2.mul(t, f64x2.add(b, f64x2.mul(t, f64x2.add(c, f64x2.mul(t, d))))));
}

/** Table addresses of four words: see random/gaussian.ts. */
// @ts-ignore: decorator
@inline
function addressesOf(words: v128): v128 {
  return i32x4.sub(
    f32x4.add(f32x4.convert_i32x4_s(v128.and(words, i32x4.splat(0x7fffffff))), f32x4.splat(0.5)),
    i32x4.splat(FIRST_PIECE << PLACE_BITS),
  );
}

/**
 * Normal numbers of the first two words. The sign bit of each word becomes the sign bit of the
 * double without a branch.
 */
// @ts-ignore: decorator
@inline
function normalsLow(words: v128, addresses: v128): v128 {
  const t = f64x2.mul(
    f64x2.convert_low_i32x4_s(v128.and(addresses, i32x4.splat((1 << PLACE_BITS) - 1))),
    f64x2.splat(1.0 / 1048576.0),
  );
  const value = twoCubics(
    i32x4.extract_lane(addresses, 0) >>> PLACE_BITS,
    i32x4.extract_lane(addresses, 1) >>> PLACE_BITS,
    t,
  );
  return v128.xor(
    value,
    i64x2.shl(i64x2.extend_low_i32x4_u(v128.and(words, i32x4.splat(0x80000000))), 32),
  );
}

/** Normal numbers of the last two words. */
// @ts-ignore: decorator
@inline
function normalsHigh(words: v128, addresses: v128): v128 {
  const places = v128.and(addresses, i32x4.splat((1 << PLACE_BITS) - 1));
  const t = f64x2.mul(
    f64x2.convert_low_i32x4_s(
      i8x16.shuffle(places, places, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    ),
    f64x2.splat(1.0 / 1048576.0),
  );
  const value = twoCubics(
    i32x4.extract_lane(addresses, 2) >>> PLACE_BITS,
    i32x4.extract_lane(addresses, 3) >>> PLACE_BITS,
    t,
  );
  return v128.xor(
    value,
    i64x2.shl(i64x2.extend_high_i32x4_u(v128.and(words, i32x4.splat(0x80000000))), 32),
  );
}

function poissonOf(mean: f64, word: u32): f64 {
  const uniform = (<f64>word + 0.5) * (1.0 / 4294967296.0);
  if (uniform <= 1.0 - mean) return 0;
  const step = <i32>Math.floor(mean * 8.0);
  const rest = mean - <f64>step / 8.0;
  const series =
    1.0 -
    rest *
      (1.0 -
        (rest / 2.0) *
          (1.0 -
            (rest / 3.0) *
              (1.0 -
                (rest / 4.0) *
                  (1.0 -
                    (rest / 5.0) *
                      (1.0 - (rest / 6.0) * (1.0 - (rest / 7.0) * (1.0 - rest / 8.0)))))));
  let probability = load<f64>(exponentialTable + ((<usize>step) << 3)) * series;
  let cumulative = probability;
  let count = 0;
  while (uniform > cumulative && count < 127) {
    count += 1;
    probability *= mean * load<f64>(reciprocalTable + ((<usize>count) << 3));
    cumulative += probability;
  }
  return <f64>count;
}

/** Number of electrons of one pixel, for any mean. */
function countOf(mean: f64, word: u32): f64 {
  return mean < 25.0
    ? poissonOf(mean, word)
    : max(0.0, Math.floor(mean + Math.sqrt(mean) * gaussianOf(word) + 0.5));
}

// @ts-ignore: decorator
@inline
function countsOf(mean: v128, normal: v128): v128 {
  return f64x2.pmax(
    f64x2.floor(f64x2.add(f64x2.add(mean, f64x2.mul(f64x2.sqrt(mean), normal)), f64x2.splat(0.5))),
    f64x2.splat(0),
  );
}

/** Counts of the first and of the last two of four pixels. */
let countLow = f64x2.splat(0);
let countHigh = f64x2.splat(0);

/** Shot noise of four pixels, into `countLow` and `countHigh`. */
// @ts-ignore: decorator
@inline
function countFour(meanLow: v128, meanHigh: v128, shot: v128): void {
  if (
    v128.any_true(v128.or(f64x2.lt(meanLow, f64x2.splat(25)), f64x2.lt(meanHigh, f64x2.splat(25))))
  ) {
    countLow = f64x2(
      countOf(f64x2.extract_lane(meanLow, 0), i32x4.extract_lane(shot, 0)),
      countOf(f64x2.extract_lane(meanLow, 1), i32x4.extract_lane(shot, 1)),
    );
    countHigh = f64x2(
      countOf(f64x2.extract_lane(meanHigh, 0), i32x4.extract_lane(shot, 2)),
      countOf(f64x2.extract_lane(meanHigh, 1), i32x4.extract_lane(shot, 3)),
    );
  } else {
    const shotAt = addressesOf(shot);
    countLow = countsOf(meanLow, normalsLow(shot, shotAt));
    countHigh = countsOf(meanHigh, normalsHigh(shot, shotAt));
  }
}

/** The last two of four floats as doubles. */
// @ts-ignore: decorator
@inline
function promoteHigh(floats: v128): v128 {
  return f64x2.promote_low_f32x4(
    i8x16.shuffle(floats, floats, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  );
}

/** Four doubles as floats. */
// @ts-ignore: decorator
@inline
function demoteFour(low: v128, high: v128): v128 {
  return i8x16.shuffle(
    f32x4.demote_f64x2_zero(low),
    f32x4.demote_f64x2_zero(high),
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    16,
    17,
    18,
    19,
    20,
    21,
    22,
    23,
  );
}

/** Clips and rounds the driven voltages of four pixels from `pixel` on. */
// @ts-ignore: decorator
@inline
function digitise(pixel: usize, drivenLow: v128, drivenHigh: v128, swing: f64, levels: f64): void {
  const zero = f64x2.splat(0);
  const half = f64x2.splat(0.5);
  const codesPerVolt = f64x2.splat(levels / swing);
  const shownLow = f64x2.pmin(f64x2.pmax(drivenLow, zero), f64x2.splat(swing));
  const shownHigh = f64x2.pmin(f64x2.pmax(drivenHigh, zero), f64x2.splat(swing));
  v128.store(volts + (pixel << 2), demoteFour(shownLow, shownHigh));
  const codeLow = f64x2.pmin(
    f64x2.floor(f64x2.add(f64x2.mul(shownLow, codesPerVolt), half)),
    f64x2.splat(levels - 1),
  );
  const codeHigh = f64x2.pmin(
    f64x2.floor(f64x2.add(f64x2.mul(shownHigh, codesPerVolt), half)),
    f64x2.splat(levels - 1),
  );
  const codes = i8x16.shuffle(
    i32x4.trunc_sat_f64x2_u_zero(codeLow),
    i32x4.trunc_sat_f64x2_u_zero(codeHigh),
    0,
    1,
    4,
    5,
    16,
    17,
    20,
    21,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  v128.store64_lane(raw + (pixel << 1), codes, 0);
}

/** A bit for each of four pixels that reached the well or the swing. */
// @ts-ignore: decorator
@inline
function fullOfFour(
  low: v128,
  high: v128,
  drivenLow: v128,
  drivenHigh: v128,
  well: v128,
  swing: f64,
): i32 {
  return (
    i64x2.bitmask(v128.or(f64x2.ge(low, well), f64x2.ge(drivenLow, f64x2.splat(swing)))) |
    (i64x2.bitmask(v128.or(f64x2.ge(high, well), f64x2.ge(drivenHigh, f64x2.splat(swing)))) << 2)
  );
}

/** Volts of electrons, where the response is no line. */
// @ts-ignore: decorator
@inline
function respond(electrons: v128, well: v128, swing: f64, second: f64, third: f64): v128 {
  const u = f64x2.div(electrons, well);
  return f64x2.mul(
    f64x2.mul(
      u,
      f64x2.add(
        f64x2.splat(1),
        f64x2.mul(u, f64x2.add(f64x2.splat(second), f64x2.mul(u, f64x2.splat(third)))),
      ),
    ),
    f64x2.splat(swing),
  );
}

/** What a call does, a bit for each; NOISE: all that is drawn at random. */
const NOISE: i32 = 1;
const CHARGE: i32 = 2;
const CONVERT: i32 = 4;
const HAS_DARK_RATES: i32 = 8;
const HAS_JOINING: i32 = 16;

/**
 * Takes `pixels` pixels through the steps of the charge, of the conversion, or of both;
 * `firstPixel` is a multiple of eight. Light holds light, or electrons where charge is known.
 * Charge alone takes the place of the volts. See the steps for the numbers.
 */
export function readOut(
  pixels: i32,
  firstPixel: u32,
  does: i32,
  electronsPerUnit: f64,
  darkElectrons: f64,
  darkSeconds: f64,
  temporalStream: u32,
  temporalSeed: u32,
  wellCapacity: f64,
  conversionGain: f64,
  second: f64,
  third: f64,
  swing: f64,
  readNoise: f64,
  prnu: f64,
  responseStream: u32,
  fixedPatternSeed: u32,
  dsnu: f64,
  darkStream: u32,
  offset: f64,
  gain: f64,
  levels: f64,
): void {
  const noise = (does & NOISE) != 0;
  const collects = (does & CHARGE) != 0;
  const converts = (does & CONVERT) != 0;
  const hasDarkRates = (does & HAS_DARK_RATES) != 0;
  const hasJoining = (does & HAS_JOINING) != 0;
  const isCurved = second != 0 || third != 0;
  const well = f64x2.splat(wellCapacity);
  const volt = f64x2.splat(conversionGain);
  const one = f64x2.splat(1);
  for (let i = 0; i < pixels; i += 8) {
    let shot0 = i32x4.splat(0),
      read0 = shot0,
      shot1 = shot0,
      read1 = shot0,
      response0 = shot0,
      pattern0 = shot0,
      response1 = shot0,
      pattern1 = shot0;
    if (noise) {
      const block = (firstPixel + i) >>> 1;
      fourBlocks(block, temporalStream, temporalSeed);
      shot0 = word0;
      read0 = word1;
      shot1 = word2;
      read1 = word3;
      if (converts) {
        fourBlocks(block, responseStream, fixedPatternSeed);
        response0 = word0;
        response1 = word2;
        if (darkStream != responseStream) fourBlocks(block, darkStream, fixedPatternSeed);
        pattern0 = word1;
        pattern1 = word3;
      }
    }
    let fullBits = 0;
    for (let four = 0; four < 8; four += 4) {
      const pixel = <usize>(i + four);
      const lights = v128.load(light + (pixel << 2));
      let electronsLow = f64x2.promote_low_f32x4(lights);
      let electronsHigh = promoteHigh(lights);
      if (collects) {
        // Step collect.
        let darkLow = f64x2.splat(darkElectrons);
        let darkHigh = darkLow;
        if (hasDarkRates) {
          const rates = v128.load(addend + (pixel << 2));
          darkLow = f64x2.mul(f64x2.promote_low_f32x4(rates), f64x2.splat(darkSeconds));
          darkHigh = f64x2.mul(promoteHigh(rates), f64x2.splat(darkSeconds));
        }
        electronsLow = f64x2.add(f64x2.mul(electronsLow, f64x2.splat(electronsPerUnit)), darkLow);
        electronsHigh = f64x2.add(
          f64x2.mul(electronsHigh, f64x2.splat(electronsPerUnit)),
          darkHigh,
        );
        // Step shot.
        if (noise) {
          countFour(electronsLow, electronsHigh, four ? shot1 : shot0);
          electronsLow = countLow;
          electronsHigh = countHigh;
        }
        if (!converts) {
          v128.store(volts + (pixel << 2), demoteFour(electronsLow, electronsHigh));
          continue;
        }
      }
      // Step well.
      const heldLow = f64x2.pmin(electronsLow, well);
      const heldHigh = f64x2.pmin(electronsHigh, well);
      // Step response.
      let voltLow: v128;
      let voltHigh: v128;
      if (isCurved) {
        voltLow = respond(heldLow, well, swing, second, third);
        voltHigh = respond(heldHigh, well, swing, second, third);
      } else {
        voltLow = f64x2.mul(heldLow, volt);
        voltHigh = f64x2.mul(heldHigh, volt);
      }
      if (noise) {
        // Step read.
        const read = four ? read1 : read0;
        const readAt = addressesOf(read);
        voltLow = f64x2.add(voltLow, f64x2.mul(f64x2.splat(readNoise), normalsLow(read, readAt)));
        voltHigh = f64x2.add(
          voltHigh,
          f64x2.mul(f64x2.splat(readNoise), normalsHigh(read, readAt)),
        );
        // Step prnu.
        const response = four ? response1 : response0;
        const responseAt = addressesOf(response);
        voltLow = f64x2.mul(
          voltLow,
          f64x2.add(one, f64x2.mul(f64x2.splat(prnu), normalsLow(response, responseAt))),
        );
        voltHigh = f64x2.mul(
          voltHigh,
          f64x2.add(one, f64x2.mul(f64x2.splat(prnu), normalsHigh(response, responseAt))),
        );
        // Step dsnu.
        const pattern = four ? pattern1 : pattern0;
        const patternAt = addressesOf(pattern);
        voltLow = f64x2.add(voltLow, f64x2.mul(f64x2.splat(dsnu), normalsLow(pattern, patternAt)));
        voltHigh = f64x2.add(
          voltHigh,
          f64x2.mul(f64x2.splat(dsnu), normalsHigh(pattern, patternAt)),
        );
        if (hasJoining) {
          const joining = v128.load(addend + (pixel << 2));
          voltLow = f64x2.add(voltLow, f64x2.mul(f64x2.promote_low_f32x4(joining), volt));
          voltHigh = f64x2.add(voltHigh, f64x2.mul(promoteHigh(joining), volt));
        }
      }
      // Step convert.
      const drivenLow = f64x2.div(f64x2.add(voltLow, f64x2.splat(offset)), f64x2.splat(gain));
      const drivenHigh = f64x2.div(f64x2.add(voltHigh, f64x2.splat(offset)), f64x2.splat(gain));
      fullBits |=
        fullOfFour(electronsLow, electronsHigh, drivenLow, drivenHigh, well, swing) << four;
      digitise(pixel, drivenLow, drivenHigh, swing, levels);
    }
    if (converts) store<u8>(full + ((<usize>i) >> 3), fullBits);
  }
}

/**
 * Two random words of each pixel, in place of light and volts: those that the steps have.
 */
export function words(pixels: i32, firstPixel: u32, stream: u32, seed: u32): void {
  for (let i = 0; i < pixels; i += 8) {
    fourBlocks((firstPixel + i) >>> 1, stream, seed);
    const at = (<usize>i) << 2;
    v128.store(light + at, word0);
    v128.store(light + at, word2, 16);
    v128.store(volts + at, word1);
    v128.store(volts + at, word3, 16);
  }
}

/** Two pixels times their weights. */
// @ts-ignore: decorator
@inline
function weighted(at: usize, weight: v128): v128 {
  return f64x2.mul(weight, f64x2.promote_low_f32x4(v128.load64_zero(at)));
}

/**
 * Mixes rows of pixels with their neighbours: light holds them and the rows above and below, each
 * with a pixel more on both sides. The mixed rows take the place of the volts.
 *
 * @param tileRow of the first row, of `tileRows`.
 */
export function mixRows(rows: i32, columns: i32, tileRow: i32, tileRows: i32, limit: f32): void {
  const stride = (<usize>(columns + 2)) << 2;
  if (limit != Infinity) {
    const most = f32x4.splat(limit);
    // The last vector may hold what is not used.
    for (let at = light, end = light + <usize>(rows + 2) * stride; at < end; at += 16)
      v128.store(at, f32x4.pmin(v128.load(at), most));
  }
  for (let row = 0; row < rows; row++) {
    const weights = mixWeights + <usize>((tileRow + row) % tileRows) * 144;
    const a = v128.load(weights);
    const b = v128.load(weights, 16);
    const c = v128.load(weights, 32);
    const d = v128.load(weights, 48);
    const e = v128.load(weights, 64);
    const f = v128.load(weights, 80);
    const g = v128.load(weights, 96);
    const h = v128.load(weights, 112);
    const i = v128.load(weights, 128);
    const above = light + <usize>row * stride;
    const out = volts + ((<usize>(row * columns)) << 2);
    for (let column = 0; column < columns; column += 2) {
      const at = above + ((<usize>column) << 2);
      const middle = at + stride;
      const below = middle + stride;
      let sum = weighted(at, a);
      sum = f64x2.add(sum, weighted(at + 4, b));
      sum = f64x2.add(sum, weighted(at + 8, c));
      sum = f64x2.add(sum, weighted(middle, d));
      sum = f64x2.add(sum, weighted(middle + 4, e));
      sum = f64x2.add(sum, weighted(middle + 8, f));
      sum = f64x2.add(sum, weighted(below, g));
      sum = f64x2.add(sum, weighted(below + 4, h));
      sum = f64x2.add(sum, weighted(below + 8, i));
      v128.store64_lane(out + ((<usize>column) << 2), f32x4.demote_f64x2_zero(sum), 0);
    }
  }
}

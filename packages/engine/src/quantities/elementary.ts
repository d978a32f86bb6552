/**
 * Elementary functions that give the same bits in every program: those of `Math` may differ from
 * one JavaScript engine, or one of its versions, to the next. They use additions, multiplications,
 * divisions and square roots alone, whose results IEEE 754 fixes.
 *
 * @see docs/reference/physics.md#elementary, for the source of the approximations.
 */

const words = new Uint32Array(2);
const number = new Float64Array(words.buffer);

/** The upper half of a number's bits: sign, exponent and 20 bits of the fraction. */
function highWord(x: number): number {
  number[0] = x;
  return words[1]! | 0;
}

/** A number without the lower half of its bits. */
function withoutLow(x: number): number {
  number[0] = x;
  words[0] = 0;
  return number[0];
}

/** x times two to that power, for results that are neither subnormal nor infinite. */
function timesPowerOfTwo(x: number, power: number): number {
  number[0] = x;
  words[1] = words[1]! + (power << 20);
  return number[0];
}

/** Halves of pi: the first 33 bits, the rest, the next 33 bits of that, and so on. */
const TWO_OVER_PI = 6.36619772367581382433e-1;
const HALF_PI_1 = 1.57079632673412561417;
const HALF_PI_1_REST = 6.07710050650619224932e-11;
const HALF_PI_2 = 6.0771005063039659e-11;
const HALF_PI_2_REST = 2.02226624879595063154e-21;
const HALF_PI_3 = 2.0222662487111664558e-21;
const HALF_PI_3_REST = 8.47842766036889956997e-32;
/** From here on the reduction of angles is not exact enough; no angle of the engine is as large. */
const LARGEST_ANGLE = 2 ** 19 * (Math.PI / 2);

/**
 * The remainder of the last reduction, and its rounding error. In an array, because that needs no
 * new memory.
 */
const left = new Float64Array(2);

/** How many bits smaller a number is than one with that exponent. */
const bitsBelow = (exponent: number, y: number): number => exponent - ((highWord(y) >> 20) & 0x7ff);

/**
 * Reduces an angle to at most pi/4 from a multiple of pi/2, into `left`.
 * @returns the multiple, mod 4.
 */
function reduced(x: number): number {
  const size = Math.abs(x);
  if (!(size < LARGEST_ANGLE)) {
    left.fill(NaN);
    return 0;
  }
  const n = Math.trunc(size * TWO_OVER_PI + 0.5);
  let r = size - n * HALF_PI_1;
  let w = n * HALF_PI_1_REST;
  let y = r - w;
  const exponent = highWord(size) >> 20;
  if (bitsBelow(exponent, y) > 16) {
    let t = r;
    w = n * HALF_PI_2;
    r = t - w;
    w = n * HALF_PI_2_REST - (t - r - w);
    y = r - w;
    if (bitsBelow(exponent, y) > 49) {
      t = r;
      w = n * HALF_PI_3;
      r = t - w;
      w = n * HALF_PI_3_REST - (t - r - w);
      y = r - w;
    }
  }
  const rest = r - y - w;
  left[0] = x < 0 ? -y : y;
  left[1] = x < 0 ? -rest : rest;
  return (x < 0 ? -n : n) & 3;
}

const QUARTER_PI_HIGH = 0x3fe921fb;

function sineOf(x: number, rest: number, isWhole: boolean): number {
  if ((highWord(x) & 0x7fffffff) < 0x3e400000 && Math.trunc(x) === 0) return x;
  const z = x * x;
  const v = z * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z *
          (2.75573137070700676789e-6 +
            z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const third = -1.66666666666666324348e-1;
  return isWhole ? x + v * (third + z * r) : x - (z * (0.5 * rest - v * r) - rest - v * third);
}

function cosineOf(x: number, rest: number): number {
  const high = highWord(x) & 0x7fffffff;
  if (high < 0x3e400000 && Math.trunc(x) === 0) return 1;
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z *
                (-2.75573143513906633035e-7 +
                  z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  if (high < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * rest));
  let quarter = 0.28125;
  if (high <= 0x3fe90000) {
    words[0] = 0;
    words[1] = high - 0x00200000;
    quarter = number[0]!;
  }
  return 1 - quarter - (0.5 * z - quarter - (z * r - x * rest));
}

/** The sine of an angle in radians, below 800,000. */
export function sin(x: number): number {
  if ((highWord(x) & 0x7fffffff) <= QUARTER_PI_HIGH) return sineOf(x, 0, true);
  const quarters = reduced(x);
  const size = quarters & 1 ? cosineOf(left[0]!, left[1]!) : sineOf(left[0]!, left[1]!, false);
  return quarters & 2 ? -size : size;
}

/** The cosine of an angle in radians, below 800,000. */
export function cos(x: number): number {
  if ((highWord(x) & 0x7fffffff) <= QUARTER_PI_HIGH) return cosineOf(x, 0);
  const quarters = reduced(x);
  const size = quarters & 1 ? sineOf(left[0]!, left[1]!, false) : cosineOf(left[0]!, left[1]!);
  return (quarters + 1) & 2 ? -size : size;
}

/**
 * Stores the cosine of an angle at out[0] and its sine at out[1], to the bits of `cos` and `sin`.
 *
 * @param x radians, below 800,000.
 */
export function cosSin(x: number, out: Float64Array): void {
  if ((highWord(x) & 0x7fffffff) <= QUARTER_PI_HIGH) {
    out[0] = cosineOf(x, 0);
    out[1] = sineOf(x, 0, true);
    return;
  }
  const quarters = reduced(x);
  const cosine = cosineOf(left[0]!, left[1]!);
  const sine = sineOf(left[0]!, left[1]!, false);
  const [c, s] = quarters & 1 ? [sine, cosine] : [cosine, sine];
  out[0] = (quarters + 1) & 2 ? -c : c;
  out[1] = quarters & 2 ? -s : s;
}

const TAN = [
  3.33333333333334091986e-1, 1.33333333333201242699e-1, 5.39682539762260521377e-2,
  2.18694882948595424599e-2, 8.86323982359930005737e-3, 3.59207910759131235356e-3,
  1.45620945432529025516e-3, 5.88041240820264096874e-4, 2.46463134818469906812e-4,
  7.817944429395570923e-5, 7.14072491382608190305e-5, -1.85586374855275456654e-5,
  2.59073051863633712884e-5,
] as const;
const [QUARTER_PI, QUARTER_PI_REST] = [7.85398163397448278999e-1, 3.06161699786838301793e-17];

/** The tangent of a remainder, or where `isOdd`, -1 / tangent. */
function tangentOf(angle: number, angleRest: number, isOdd: boolean): number {
  const isNegative = angle < 0;
  let [x, rest] = [angle, angleRest];
  const isLarge = (highWord(x) & 0x7fffffff) >= 0x3fe59428;
  if (isLarge) {
    if (isNegative) [x, rest] = [-x, -rest];
    x = QUARTER_PI - x + (QUARTER_PI_REST - rest);
    rest = 0;
  }
  const z = x * x;
  const w = z * z;
  let r = TAN[1] + w * (TAN[3] + w * (TAN[5] + w * (TAN[7] + w * (TAN[9] + w * TAN[11]))));
  const v = z * (TAN[2] + w * (TAN[4] + w * (TAN[6] + w * (TAN[8] + w * (TAN[10] + w * TAN[12])))));
  const s = z * x;
  r = rest + z * (s * (r + v) + rest);
  r += TAN[0] * s;
  const sum = x + r;
  if (isLarge) {
    const sign = isOdd ? -1 : 1;
    return (isNegative ? -1 : 1) * (sign - 2 * (x - ((sum * sum) / (sum + sign) - r)));
  }
  if (!isOdd) return sum;
  const high = withoutLow(sum);
  const inverse = -1 / sum;
  const inverseHigh = withoutLow(inverse);
  return inverseHigh + inverse * (1 + inverseHigh * high + inverseHigh * (r - (high - x)));
}

/** The tangent of an angle in radians, below 800,000. */
export function tan(x: number): number {
  const high = highWord(x) & 0x7fffffff;
  if (high < 0x3e300000) return x;
  if (high <= QUARTER_PI_HIGH) return tangentOf(x, 0, false);
  const n = reduced(x);
  return tangentOf(left[0]!, left[1]!, (n & 1) === 1);
}

const ARCTANGENTS = [
  [4.63647609000806093515e-1, 2.26987774529616870924e-17],
  [7.85398163397448278999e-1, 3.06161699786838301793e-17],
  [9.82793723247329054082e-1, 1.39033110312309984516e-17],
  [1.570796326794896558, 6.12323399573676603587e-17],
] as const;
const ATAN = [
  3.33333333333329318027e-1, -1.99999999998764832476e-1, 1.42857142725034663711e-1,
  -1.1111110405462355788e-1, 9.09088713343650656196e-2, -7.69187620504482999495e-2,
  6.66107313738753120669e-2, -5.83357013379057348645e-2, 4.97687799461593236017e-2,
  -3.6531572744216915527e-2, 1.62858201153657823623e-2,
] as const;

export function atan(value: number): number {
  let x = Math.abs(value);
  if (Number.isNaN(x) || x < 2 ** -27) return value;
  const sign = value < 0 ? -1 : 1;
  if (x >= 2 ** 66) return sign * (ARCTANGENTS[3][0] + ARCTANGENTS[3][1]);
  let near: (typeof ARCTANGENTS)[number] | undefined;
  if (x < 0.4375) near = undefined;
  else if (x < 0.6875) [near, x] = [ARCTANGENTS[0], (2 * x - 1) / (2 + x)];
  else if (x < 1.1875) [near, x] = [ARCTANGENTS[1], (x - 1) / (x + 1)];
  else if (x < 2.4375) [near, x] = [ARCTANGENTS[2], (x - 1.5) / (1 + 1.5 * x)];
  else [near, x] = [ARCTANGENTS[3], -1 / x];
  const z = x * x;
  const w = z * z;
  const even =
    z * (ATAN[0] + w * (ATAN[2] + w * (ATAN[4] + w * (ATAN[6] + w * (ATAN[8] + w * ATAN[10])))));
  const odd = w * (ATAN[1] + w * (ATAN[3] + w * (ATAN[5] + w * (ATAN[7] + w * ATAN[9]))));
  return near ? sign * (near[0] - (x * (even + odd) - near[1] - x)) : sign * (x - x * (even + odd));
}

/** Angle of (x, y) from the x axis, -pi to pi; of finite numbers. */
export function atan2(y: number, x: number): number {
  if (x === 0 || y === 0) return Math.atan2(y, x);
  const ratio = atan(Math.abs(y / x));
  const beyond = ratio - 1.2246467991473531772e-16;
  if (x > 0) return y > 0 ? ratio : -ratio;
  return y > 0 ? Math.PI - beyond : beyond - Math.PI;
}

/** The angle whose cosine is a number from -1 to 1, radians. */
export function acos(x: number): number {
  const [high, low] = ARCTANGENTS[3];
  const fitted = (z: number): number =>
    (z *
      (1.66666666666666657415e-1 +
        z *
          (-3.25565818622400915405e-1 +
            z *
              (2.01212532134862925881e-1 +
                z *
                  (-4.00555345006794114027e-2 +
                    z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))))) /
    (1 +
      z *
        (-2.40339491173441421878 +
          z *
            (2.02094576023350569471 +
              z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2))));
  if (Math.abs(x) >= 1) return x === 1 ? 0 : x === -1 ? Math.PI : NaN;
  if (Math.abs(x) < 0.5) {
    if (Math.abs(x) <= 2 ** -57) return high + low;
    return high - (x - (low - x * fitted(x * x)));
  }
  if (x < 0) {
    const z = (1 + x) * 0.5;
    const s = Math.sqrt(z);
    return Math.PI - 2 * (s + (fitted(z) * s - low));
  }
  const z = (1 - x) * 0.5;
  const s = Math.sqrt(z);
  const root = withoutLow(s);
  const c = (z - root * root) / (s + root);
  return 2 * (root + (fitted(z) * s + c));
}

const [LN2_HIGH, LN2_LOW] = [6.9314718036912381649e-1, 1.90821492927058770002e-10];
const INVERSE_LN2 = 1.442695040888963387;

/** Coefficients of x·(exp(x) + 1)/(exp(x) - 1) in x², common to `exp` and `pow`. */
const EXP = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5,
  -1.6533902205465251539e-6, 4.13813679705723846039e-8,
] as const;
const expSeries = (t: number): number =>
  t * (EXP[0] + t * (EXP[1] + t * (EXP[2] + t * (EXP[3] + t * EXP[4]))));

export function exp(value: number): number {
  if (!(value > -700 && value < 709)) {
    // Infinite, not a number, or so small that it is subnormal.
    return value >= 709
      ? Math.exp(value)
      : value <= -745
        ? 0
        : value <= -700
          ? exp(value + 100) * 3.7200759760208356e-44
          : value;
  }
  const size = highWord(value) & 0x7fffffff;
  if (size < 0x3e300000) return 1 + value;
  let x = value;
  let high = 0;
  let low = 0;
  let k = 0;
  if (size > 0x3fd62e42) {
    if (size < 0x3ff0a2b2) {
      k = value < 0 ? -1 : 1;
      high = value - k * LN2_HIGH;
      low = k * LN2_LOW;
    } else {
      k = Math.trunc(INVERSE_LN2 * value + (value < 0 ? -0.5 : 0.5));
      high = value - k * LN2_HIGH;
      low = k * LN2_LOW;
    }
    x = high - low;
  }
  const c = x - expSeries(x * x);
  if (k === 0) return 1 - ((x * c) / (c - 2) - x);
  return timesPowerOfTwo(1 - (low - (x * c) / (2 - c) - high), k);
}

/** The natural logarithm of a normal number above 0. */
export function log(value: number): number {
  if (!(value > 2 ** -1022 && value < Infinity)) return Math.log(value);
  let high = highWord(value);
  let k = (high >> 20) - 1023;
  high &= 0x000fffff;
  const shift = (high + 0x95f64) & 0x100000;
  number[0] = value;
  words[1] = high | (shift ^ 0x3ff00000);
  k += shift >> 20;
  const f = number[0] - 1;
  const [kHigh, kLow] = [k * LN2_HIGH, k * LN2_LOW];
  if ((0x000fffff & (2 + high)) < 3) {
    if (f === 0) return k === 0 ? 0 : kHigh + kLow;
    const r = f * f * (0.5 - 0.33333333333333333 * f);
    return k === 0 ? f - r : kHigh - (r - kLow - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even =
    w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const r = even + odd;
  if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
    const half = 0.5 * f * f;
    return k === 0 ? f - (half - s * (half + r)) : kHigh - (half - (s * (half + r) + kLow) - f);
  }
  return k === 0 ? f - s * (f - r) : kHigh - (s * (f - r) - kLow - f);
}

/** For the logarithm to base 2: 2/(3 ln 2), and its upper and lower part. */
const [CP, CP_HIGH, CP_LOW] = [
  9.61796693925975554329e-1, 9.61796700954437255859e-1, -7.02846165095275826516e-9,
] as const;
/** log2(1.5), upper and lower part. */
const [LOG_1_5_HIGH, LOG_1_5_LOW] = [5.84962487220764160156e-1, 1.35003920212974897128e-8] as const;
const [LN2, LN2_UPPER, LN2_REST] = [
  6.93147180559945286227e-1, 6.93147182464599609375e-1, -1.90465429995776804525e-9,
] as const;

/**
 * Where `logOfTwoParts` leaves its two numbers: a list for each would take as long as the
 * logarithm.
 */
const logParts = new Float64Array(2);

/** log2 of a positive normal number as the sum of two numbers, which it leaves in `logParts`. */
function logOfTwoParts(value: number): void {
  let high = highWord(value);
  let n = (high >> 20) - 1023;
  const fraction = high & 0x000fffff;
  high = fraction | 0x3ff00000;
  let isAbove = false;
  if (fraction > 0x3988e) {
    if (fraction < 0xbb67a) isAbove = true;
    else {
      n += 1;
      high -= 0x00100000;
    }
  }
  number[0] = value;
  words[1] = high;
  const x = number[0];
  const base = isAbove ? 1.5 : 1;
  const u = x - base;
  const v = 1 / (x + base);
  const s = u * v;
  const sHigh = withoutLow(s);
  words[0] = 0;
  words[1] = ((high >> 1) | 0x20000000) + 0x00080000 + (isAbove ? 0x00040000 : 0);
  const tHigh = number[0];
  const tLow = x - (tHigh - base);
  const sLow = v * (u - sHigh * tHigh - sHigh * tLow);
  const square = s * s;
  const r =
    square *
      square *
      (5.99999999999994648725e-1 +
        square *
          (4.28571428578550184252e-1 +
            square *
              (3.33333329818377432918e-1 +
                square *
                  (2.72728123808534006489e-1 +
                    square * (2.30660745775561754067e-1 + square * 2.06975017800338417784e-1))))) +
    sLow * (sHigh + s);
  const squareHigh = sHigh * sHigh;
  const threeHigh = withoutLow(3 + squareHigh + r);
  const threeLow = r - (threeHigh - 3 - squareHigh);
  const a = sHigh * threeHigh;
  const b = sLow * threeHigh + threeLow * s;
  const pHigh = withoutLow(a + b);
  const pLow = b - (pHigh - a);
  const zHigh = CP_HIGH * pHigh;
  const zLow = CP_LOW * pHigh + pLow * CP + (isAbove ? LOG_1_5_LOW : 0);
  const shift = isAbove ? LOG_1_5_HIGH : 0;
  const whole = withoutLow(zHigh + zLow + shift + n);
  logParts[0] = whole;
  logParts[1] = zLow - (whole - n - shift - zHigh);
}

/**
 * A positive number to a power; both, and the result, of ordinary size. Anything else is left to
 * `Math.pow`.
 */
export function pow(x: number, y: number): number {
  if (!(x > 2 ** -1000 && x < 2 ** 1000 && Math.abs(y) < 2 ** 31) || x === 1 || y === 0)
    return x ** y;
  // Fewer operations, whose results IEEE 754 fixes too.
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === 0.5) return Math.sqrt(x);
  logOfTwoParts(x);
  const logHigh = logParts[0]!;
  const logLow = logParts[1]!;
  const yHigh = withoutLow(y);
  const low = (y - yHigh) * logHigh + y * logLow;
  const high = yHigh * logHigh;
  const z = low + high;
  if (!(Math.abs(z) < 1000)) return x ** y;
  const n = Math.abs(z) > 0.5 ? Math.floor(z + 0.5) : 0;
  const rest = high - n;
  const t = withoutLow(low + rest);
  const u = t * LN2_UPPER;
  const v = (low - (t - rest)) * LN2 + t * LN2_REST;
  const sum = u + v;
  const w = v - (sum - u);
  const c = sum - expSeries(sum * sum);
  const r = (sum * c) / (c - 2) - (w + sum * w);
  return timesPowerOfTwo(1 - (r - sum), n);
}

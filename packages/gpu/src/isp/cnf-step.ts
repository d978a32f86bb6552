import { dampingOf, type CnfTables } from '@lumenloom/engine/accelerate';
import { WIDE_INTEGERS_WGSL } from '../wide-integers.ts';
import type { GpuStep } from './step.ts';

/** Strength of the correction up to each limit of luma, and of chroma; beyond the last it is 0. */
const LUMA_FADES = [
  [30, 1],
  [50, 0.9],
  [70, 0.8],
  [100, 0.7],
  [150, 0.6],
  [200, 0.3],
  [250, 0.1],
] as const;
const CHROMA_FADES = [
  [30, 1],
  [50, 0.9],
  [70, 0.8],
  [100, 0.6],
  [150, 0.5],
  [200, 0.3],
] as const;

/** A double as two words from the lower on, times 2^58, which makes all products of fades whole. */
function wordsOf(fraction: number): readonly [number, number] {
  const high = Math.floor(fraction * 2 ** 26);
  return [(fraction * 2 ** 26 - high) * 2 ** 32, high];
}

/** Both lists of limits, then for each product of strengths: hundredths, and it and its rest. */
const FADES: readonly number[] = [
  ...[LUMA_FADES, CHROMA_FADES].flatMap((fades) => [
    fades.length,
    ...fades.map(([limit]) => limit),
  ]),
  ...[...LUMA_FADES, [Infinity, 0] as const].flatMap(([, byLuma]) =>
    [...CHROMA_FADES, [Infinity, 0] as const].flatMap(([, byChroma]) => {
      const fade = byLuma * byChroma;
      return [Math.round(100 * fade), ...wordsOf(fade), ...wordsOf(1 - fade)];
    }),
  ),
];

/** Fading with the bits of doubles, which WGSL does not have. */
const FADING_WGSL = /* wgsl */ `
/** The number of limits of a list, which begins with their number, that a value exceeds. */
fn exceeded(list: u32, value: i32) -> u32 {
  var number = 0u;
  while (number < u32(tables[list]) && value > tables[list + 1u + number]) { number++; }
  return number;
}
/** A fraction of a double, times 2^58, times an integer; rounded like the product of doubles. */
fn doubleProduct(fraction: u32, factor: i32) -> vec3u {
  let words = vec2u(u32(tables[fraction]), u32(tables[fraction + 1u]));
  var result = longProduct(words, u32(factor));
  var top = firstLeadingBit(result.y) + 32u;
  if (result.z != 0u) { top = firstLeadingBit(result.z) + 64u; }
  // A double has 53 bits. Shorter numbers have no high words, and a top of 31.
  if (top <= 52u) { return result; }
  let unit = 1u << (top - 52u);
  let rest = result.x & (unit - 1u);
  result.x -= rest;
  if (2u * rest > unit || (2u * rest == unit && (result.x & unit) != 0u)) {
    result.x += unit;
    if (result.x < unit) {
      result.y += 1u;
      if (result.y == 0u) { result.z += 1u; }
    }
  }
  return result;
}
/**
 * The mean of two numbers as doubles give it, truncated: fade/100 of the first. Where the mean is a
 * whole number, the rounding of doubles may leave one less.
 */
fn faded(first: i32, second: i32, fade: u32) -> i32 {
  let hundredths = tables[fade] * first + (100 - tables[fade]) * second;
  let whole = hundredths / 100;
  if (whole * 100 != hundredths || whole == 0) { return whole; }
  let a = doubleProduct(fade + 1u, first);
  let b = doubleProduct(fade + 3u, second);
  let low = a.x + b.x;
  let carry = select(0u, 1u, low < a.x);
  let middle = a.y + b.y + carry;
  let carried = middle < a.y || (middle == a.y && carry == 1u);
  let high = a.z + b.z + select(0u, 1u, carried);
  // What the sum is short of the whole number, modulo 2^32: it is far less than 2^31.
  let isShort = high < (u32(whole) >> 6u) || (high == (u32(whole) >> 6u) && middle < (u32(whole) << 26u));
  let missing = 0u - low;
  // Half the distance to the double below; a tie gives the whole number, which is even.
  let octave = firstLeadingBit(u32(whole));
  let half = 1u << (octave + select(5u, 4u, u32(whole) == 1u << octave));
  return select(whole, whole - 1, isShort && missing > half);
}
`;

export const cnf: GpuStep = {
  neighbours: true,
  // Differences are integers: 'more than 2.5' means 'more than 2', 'less than 2.5' 'less than 3'.
  numbers: ({ phases, threshold, redGain, blueGain, saturation }: CnfTables) => [
    phases,
    ...[Math.floor(threshold), Math.ceil(threshold)],
    ...[dampingOf(redGain), dampingOf(blueGain), saturation],
    FADES,
  ],
  code: () => /* wgsl */ `${WIDE_INTEGERS_WGSL}${FADING_WGSL}
/** Mean of 5x5 pixels of the colour that has this place in the cell. */
fn meanOfFive(place: i32) -> i32 {
  let top = (row & ~1) + (place >> 1u);
  let left = (column & ~1) + (place & 1);
  var sum = 0;
  for (var down = -4; down <= 4; down += 2) {
    let line = mirrorInPlane(top + down, rows);
    for (var right = -4; right <= 4; right += 2) {
      sum += bayerAt(line, mirrorInPlane(left + right, columns));
    }
  }
  return sum / 25;
}
fn quieten(t: u32, place: i32, isRed: bool) {
  // Green is beside, above and below; the other colour across. Few pixels need all means.
  let threshold = tables[t + 4u];
  let green = (meanOfFive(place ^ 1) + meanOfFive(place ^ 2)) >> 1u;
  if (bayer - green <= threshold) { return; }
  let own = meanOfFive(place);
  if (own - green <= threshold) { return; }
  let other = meanOfFive(place ^ 3);
  if (bayer - other <= threshold || own - other >= tables[t + 5u]) { return; }
  let most = max(green, other);
  let damping = tables[t + select(7u, 6u, isRed)];
  let corrected = most + ((damping * (bayer - most)) >> 8u);
  let luma = (select(117, 306, isRed) * own + 601 * green + select(306, 117, isRed) * other) >> 10u;
  let lumaFades = t + 9u;
  let chromaFades = lumaFades + 1u + u32(tables[lumaFades]);
  let fades = chromaFades + 1u + u32(tables[chromaFades]);
  let fade = exceeded(lumaFades, luma) * u32(tables[chromaFades] + 1) + exceeded(chromaFades, own);
  bayer = faded(corrected, bayer, fades + 5u * fade);
}
fn cnf(t: u32) {
  let place = (row & 1) * 2 + (column & 1);
  let colour = tables[t + u32(place)];
  if (colour == 0 || colour == 3) { quieten(t, place, colour == 0); }
  bayer = min(bayer, tables[t + 8u]);
}`,
};

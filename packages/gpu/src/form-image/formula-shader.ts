import type { Formula } from './scene-frames.ts';

/** Distribution functions of sums of splines, as `edge.ts` of the engine has them. */
const SPLINES = `
// E((v + Z)^3 where that is positive) for a sum Z of three uniform variables in ±1/2.
fn cubeAbove(v: f32) -> f32 {
  if (v <= -1.5) { return 0.0; }
  let outer = 1.5 - abs(v);
  var tail = 0.0;
  if (outer > 0.0) {
    let o = outer * outer;
    let inner = max(0.0, 0.5 - abs(v));
    let i = inner * inner;
    tail = (o * o * o - 3.0 * i * i * i) / 120.0;
  }
  return select(tail, v * v * v + 0.75 * v + tail, v > 0.0);
}

// P(S1 + S2 < t) where each S is the sum of three uniform variables in ±width/2: sums over the
// knots of the wide spline, of which the terms are small where the narrow one is far narrower.
fn sumOfSplinesBelow(t: f32, wide: f32, narrow: f32) -> f32 {
  if (narrow < 5e-3 * wide) { return splineBelow(t / wide); }
  let low = -abs(t);
  if (low <= -1.5 * (wide + narrow)) { return select(0.0, 1.0, t > 0.0); }
  let ratio = narrow / wide;
  let sum = cubeAbove((low + 1.5 * wide) / narrow) - 3.0 * cubeAbove((low + 0.5 * wide) / narrow)
    + 3.0 * cubeAbove((low - 0.5 * wide) / narrow) - cubeAbove((low - 1.5 * wide) / narrow);
  let below = sum * ratio * ratio * ratio / 6.0;
  return select(below, 1.0 - below, t > 0.0);
}
`;

/** Mean of a formula under the spline of a sample; FIRST is the place of its numbers in `sizes`. */
const FORMULAS: Readonly<Record<Formula['kind'], string>> = {
  // dark
  edge: `${SPLINES}
fn formulaAt(at: Place) -> f32 {
  let a = abs(at.across.x);
  let b = abs(at.down.x);
  let dark = number(FIRST);
  return dark + (1.0 - dark) * sumOfSplinesBelow(f32(at.whole.x), max(a, b), min(a, b));
}
`,
  // dark
  stripes: `${SPLINES}
fn formulaAt(at: Place) -> f32 {
  let unit = powerOfTwo(-i32(at.bits));
  let stripe = at.unit.x + (at.whole.x >> at.bits);
  let place = at.whole.x & ((1 << at.bits) - 1);
  let a = abs(at.across.x);
  let b = abs(at.down.x);
  let reach = 1.5 * (a + b);
  let first = i32(ceil((f32(place) - reach) * unit));
  let last = i32(floor((f32(place) + reach) * unit));
  // White up to the first edge; from then on each edge exchanges white and dark.
  var white = select(1.0, 0.0, ((stripe + first) & 1) == 1);
  for (var edge = first; edge <= last; edge += 1) {
    let share = sumOfSplinesBelow(f32(place - (edge << at.bits)), max(a, b), min(a, b));
    white += select(-share, share, ((stripe + edge) & 1) == 1);
  }
  let dark = number(FIRST);
  return dark + (1.0 - dark) * white;
}
`,
  // squares along a side; half the side of a square in cells; cosine and sine of the tilt;
  // background, level
  squares: `${SPLINES}
fn turned(v: vec2f) -> vec2f {
  let c = number(FIRST + 2u);
  let s = number(FIRST + 3u);
  return vec2f(c * v.x + s * v.y, c * v.y - s * v.x);
}

// The cell that has a place, relative to another cell, of which the place is given.
fn cellAt(cell: vec2i, place: vec2f) -> vec2i {
  return clamp(vec2i(floor(place)), -cell, vec2i(i32(number(FIRST))) - 1 - cell);
}

// Area of the part of a parallelogram, ±a ±b from its middle, that lies within ±half.
fn areaWithin(middle: vec2f, a: vec2f, b: vec2f, half: f32) -> f32 {
  var polygon = array<vec2f, 8>();
  polygon[0] = middle - a - b;
  polygon[1] = middle + a - b;
  polygon[2] = middle + a + b;
  polygon[3] = middle - a + b;
  var count = 4u;
  for (var side = 0u; side < 4u; side += 1u) {
    var kept = array<vec2f, 8>();
    var next = 0u;
    let sign = select(1.0, -1.0, (side & 1u) == 1u);
    for (var i = 0u; i < count; i += 1u) {
      let one = polygon[i];
      let other = polygon[(i + 1u) % count];
      let here = half - sign * select(one.x, one.y, side > 1u);
      let there = half - sign * select(other.x, other.y, side > 1u);
      if (here >= 0.0) {
        kept[next] = one;
        next += 1u;
      }
      if ((here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0)) {
        kept[next] = one + (here / (here - there)) * (other - one);
        next += 1u;
      }
    }
    polygon = kept;
    count = next;
  }
  var twice = 0.0;
  for (var i = 2u; i < count; i += 1u) {
    let one = polygon[i - 1u] - polygon[0];
    let other = polygon[i] - polygon[0];
    twice += one.x * other.y - other.x * one.y;
  }
  return 0.5 * abs(twice);
}

// Share of the squares in a parallelogram, of which the middle lies in a cell.
fn shareOf(cell: vec2i, middle: vec2f, a: vec2f, b: vec2f) -> f32 {
  let reach = abs(a) + abs(b);
  let first = cellAt(cell, middle - reach);
  let last = cellAt(cell, middle + reach);
  var area = 0.0;
  for (var row = first.y; row <= last.y; row += 1) {
    for (var column = first.x; column <= last.x; column += 1) {
      let own = middle - vec2f(f32(column), f32(row)) - 0.5;
      area += areaWithin(turned(own), turned(a), turned(b), number(FIRST + 1u));
    }
  }
  return area / (4.0 * abs(a.x * b.y - a.y * b.x));
}

fn formulaAt(at: Place) -> f32 {
  let unit = powerOfTwo(-i32(at.bits));
  let half = number(FIRST + 1u);
  let count = i32(number(FIRST));
  let whole = at.unit + (at.whole >> vec2u(at.bits));
  let cell = clamp(whole, vec2i(), vec2i(count - 1));
  // In the middle of the cell is 1/2: from there the numbers are as exact as they can be.
  let fraction = at.whole & vec2i((1 << at.bits) - 1);
  let fromMiddle = vec2f(fraction - vec2i(1 << (at.bits - 1u))) * unit + vec2f(whole - cell);
  let a = at.across * unit;
  let b = at.down * unit;
  let turnedA = abs(turned(a));
  let turnedB = abs(turned(b));
  let reach = 1.5 * (turnedA + turnedB);
  let inside = half - abs(turned(fromMiddle));
  var share = 0.0;
  if (all(inside > -reach)) {
    let one = max(turnedA, turnedB);
    let other = min(turnedA, turnedB);
    if (inside.y >= reach.y && reach.x <= half) {
      share = sumOfSplinesBelow(inside.x, one.x, other.x);
    } else if (inside.x >= reach.x && reach.y <= half) {
      share = sumOfSplinesBelow(inside.y, one.y, other.y);
    } else {
      for (var j = 0u; j < 6u; j += 1u) {
        let t = 0.5 * f32(j) - 1.25;
        let down = splineBelow(t + 0.25) - splineBelow(t - 0.25);
        for (var i = 0u; i < 6u; i += 1u) {
          let s = 0.5 * f32(i) - 1.25;
          let weight = down * (splineBelow(s + 0.25) - splineBelow(s - 0.25));
          share += weight * shareOf(cell, fromMiddle + 0.5 + s * a + t * b, 0.25 * a, 0.25 * b);
        }
      }
    }
  }
  let background = number(FIRST + 4u);
  return background + (number(FIRST + 5u) - background) * share;
}
`,
  // frequency; middle and amplitude of the rays. A single plane wave, see `hasFormula`.
  rays: `
// sin(x)/x for |x| < 0.2, which a single plane wave of up to 64 rays keeps; the device's own sine
// may be exact to 11 bits only.
fn smallSinc(x: f32) -> f32 {
  let squared = x * x;
  return 1.0 - squared * (1.0 / 6.0 - squared / 120.0);
}

fn product(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn cross2(a: vec2f, b: vec2f) -> f32 {
  return a.x * b.y - a.y * b.x;
}

fn formulaAt(at: Place) -> f32 {
  let d = vec2f(at.whole);
  let frequency = number(FIRST);
  let inverse = 1.0 / dot(d, d);
  // The unit vector at twice the angle, to the power of the frequency.
  let twice = vec2f((d.x - d.y) * (d.x + d.y), 2.0 * d.x * d.y) * inverse;
  let digits = u32(frequency);
  var power = twice;
  for (var digit = firstLeadingBit(digits); digit > 0u; digit -= 1u) {
    power = product(power, power);
    if (((digits >> (digit - 1u)) & 1u) == 1u) { power = product(power, twice); }
  }
  let loss = smallSinc(frequency * inverse * cross2(d, at.across))
    * smallSinc(frequency * inverse * cross2(d, at.down));
  return number(FIRST + 1u) + number(FIRST + 2u) * power.x * loss * loss * loss;
}
`,
};

/**
 * WGSL of `formulaAt(at: Place) -> f32`: the mean of a formula under the spline of a sample, as the
 * engine's plain twins compute it.
 *
 * @param first place in `sizes` of the numbers that `formulaNumbers` gives.
 */
export const formulaCode = (kind: Formula['kind'], first: number): string =>
  `const FIRST = ${first}u;\n${FORMULAS[kind]}`;

/** A point of a half profile: distance from the axis and height, cm. */
export type ProfilePoint = readonly [radius: number, height: number];

/**
 * Samples a smooth curve near the control points: a uniform cubic B-spline, whose curvature has no
 * jumps, so that reflections run over the surface without kinks. Both ends lie on the axis and the
 * points are mirrored there, which makes the poles smooth too.
 */
export function sampleProfile(points: readonly ProfilePoint[], perSpan: number): ProfilePoint[] {
  const last = points.length - 1;
  const at = (index: number): ProfilePoint => {
    if (index < 0) {
      const [radius, height] = points[-index]!;
      return [-radius, height];
    }
    if (index > last) {
      const [radius, height] = points[2 * last - index]!;
      return [-radius, height];
    }
    return points[index]!;
  };
  const samples: ProfilePoint[] = [];
  for (let span = 0; span < last; span++) {
    const steps = span === last - 1 ? perSpan + 1 : perSpan;
    for (let step = 0; step < steps; step++) {
      const t = step / perSpan;
      const s = 1 - t;
      const w0 = (s * s * s) / 6;
      const w1 = (3 * t * t * t - 6 * t * t + 4) / 6;
      const w2 = (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6;
      const w3 = (t * t * t) / 6;
      const [a, b, c, d] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
      samples.push([
        w0 * a[0] + w1 * b[0] + w2 * c[0] + w3 * d[0],
        w0 * a[1] + w1 * b[1] + w2 * c[1] + w3 * d[1],
      ]);
    }
  }
  return samples;
}

/** Number of cells of a table made by `tabulateByAngle`. */
const TABLE_CELLS = 4096;

/**
 * Tabulates the distance from the origin over `s = sin(angle / 2)`, where the angle is measured
 * from the upward axis. Every ray from the origin must cross the profile once.
 */
export function tabulateByAngle(points: readonly ProfilePoint[]): Float64Array {
  const samples = sampleProfile(points, 600);
  const table = new Float64Array(TABLE_CELLS + 2);
  let next = 1;
  const position = ([radius, height]: ProfilePoint): number =>
    Math.sin(Math.atan2(Math.max(radius, 0), height) / 2);
  for (let i = 0; i <= TABLE_CELLS; i++) {
    const s = i / TABLE_CELLS;
    while (next < samples.length - 1 && position(samples[next]!) < s) next++;
    const before = samples[next - 1]!;
    const after = samples[next]!;
    const from = position(before);
    const to = position(after);
    const t = to > from ? Math.min(Math.max((s - from) / (to - from), 0), 1) : 0;
    const low = Math.hypot(before[0], before[1]);
    const high = Math.hypot(after[0], after[1]);
    table[i] = low + (high - low) * t;
  }
  table[TABLE_CELLS + 1] = table[TABLE_CELLS]!;
  return table;
}

/** Tabulates a function of the cosine to the upward axis like `tabulateByAngle`. */
export function tabulateByCosine(value: (cosine: number) => number): Float64Array {
  return Float64Array.from({ length: TABLE_CELLS + 2 }, (_, i) => {
    const s = Math.min(i / TABLE_CELLS, 1);
    return value(1 - 2 * s * s);
  });
}

/** Reads a table of `tabulateByAngle` at a direction whose cosine to the upward axis is given. */
export function readByCosine(table: Float64Array, cosine: number): number {
  const place = Math.sqrt(Math.max(0, 0.5 - 0.5 * cosine)) * TABLE_CELLS;
  const cell = place | 0;
  const low = table[cell]!;
  return low + (table[cell + 1]! - low) * (place - cell);
}

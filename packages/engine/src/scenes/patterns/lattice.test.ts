import { expect, it } from 'vitest';
import type { Lattice } from './lattice.ts';
import type { Pattern } from './pattern.ts';
import { sampleQuads } from './quads.ts';
import { latticeSampler } from './sample-lattice.ts';

/** Sums of some tens of numbers in single precision. */
const ROUNDING = 2e-5;
/**
 * Tolerances of the amount of light and of its place, in steps, where a spline is a sum over
 * quadrilaterals of half a step: the place of smaller details is rounded.
 */
const SHEARED = { light: 1e-3, place: 0.02 };
/** Rays are averaged as plane waves, and sampled where they jump. */
const RAYS = 6e-3;

const cells: Pattern = {
  kind: 'cells',
  rows: 5,
  columns: 7,
  planes: [0, 1].map((plane) =>
    Float32Array.from({ length: 35 }, (_, i) => ((i * 37 + plane * 11) % 10) / 10),
  ),
};
const patterns: Readonly<Record<string, Pattern>> = {
  cells,
  edge: { kind: 'edge', slope: 0.3, dark: 0.1 },
  squares: {
    kind: 'squares',
    count: 3,
    side: 0.19,
    tilt: 0.09,
    background: 0.2,
    level: 0.8,
  },
  'edge along the lattice': { kind: 'edge', slope: 0, dark: 0.1, through: [0.5, 0.47] },
  rays: {
    kind: 'rays',
    frequency: 8,
    low: 0.01,
    centre: 0.498,
    disc: { centre: 0.5, radius: 0.03, value: 0.5 },
  },
};
const planesOf = (pattern: Pattern): number =>
  pattern.kind === 'cells' ? pattern.planes.length : 1;

/** Nodes at the middles of rows x columns squares of the unit square, moved by `place`. */
function latticeOf(
  rows: number,
  columns: number,
  place: (u: number, v: number) => readonly [number, number] = (u, v) => [u, v],
): Lattice {
  const places = Array.from({ length: (rows + 2) * (columns + 2) }, (_, i) =>
    place(((i % (columns + 2)) - 0.5) / columns, (Math.floor(i / (columns + 2)) - 0.5) / rows),
  );
  return {
    rows,
    columns,
    x: Float64Array.from(places, ([x]) => x),
    y: Float64Array.from(places, ([, y]) => y),
  };
}

/** The quadratic B-spline by its definition, the box convolved with itself twice. */
const spline = (u: number): number =>
  Math.abs(u) < 0.5 ? 0.75 - u * u : Math.max(0, 1.5 - Math.abs(u)) ** 2 / 2;

it.each(Object.keys(patterns))('weighs a pattern with a spline round each node: %s', (name) => {
  const pattern = patterns[name]!;
  const [rows, columns] = [61, 65];
  const out = Array.from({ length: planesOf(pattern) }, () => new Float32Array(rows * columns));
  latticeSampler(pattern)(latticeOf(rows, columns), out);
  // Many small rectangles, each the exact mean, weighed with the spline at their middles.
  const fine = 12;
  const [high, wide] = [rows * fine, columns * fine];
  const means = out.map(() => new Float32Array(high * wide));
  const corner = (count: number, i: number): number => i / count;
  sampleQuads(
    pattern,
    {
      rows: high,
      columns: wide,
      x: Float64Array.from({ length: (high + 1) * (wide + 1) }, (_, i) =>
        corner(wide, i % (wide + 1)),
      ),
      y: Float64Array.from({ length: (high + 1) * (wide + 1) }, (_, i) =>
        corner(high, Math.floor(i / (wide + 1))),
      ),
    },
    means,
  );
  for (const [plane, mean] of means.entries()) {
    for (const [row, column] of [
      [30, 32],
      [29, 30],
      [28, 34],
      [12, 45],
      [48, 13],
      [0, 0],
      [60, 64],
    ] as const) {
      let sum = 0;
      for (let y = Math.max(0, (row - 1) * fine); y < Math.min(high, (row + 2) * fine); y += 1)
        for (
          let x = Math.max(0, (column - 1) * fine);
          x < Math.min(wide, (column + 2) * fine);
          x += 1
        )
          sum +=
            mean[y * wide + x]! *
            spline((x + 0.5) / fine - column - 0.5) *
            spline((y + 0.5) / fine - row - 0.5);
      const expected = sum / fine ** 2;
      const tolerance = name === 'rays' ? RAYS : 2 / fine ** 2;
      expect(Math.abs(out[plane]![row * columns + column]! - expected)).toBeLessThan(tolerance);
    }
  }
});

/**
 * Amount and centroid, in steps from the upper left node, of what one small cell leaves on a
 * lattice.
 */
function lightOf(lattice: Lattice, cellRow: number, cellColumn: number, count: number) {
  const plane = new Float32Array(count * count);
  plane[cellRow * count + cellColumn] = 1;
  const out = [new Float32Array(lattice.rows * lattice.columns)];
  latticeSampler({ kind: 'cells', rows: count, columns: count, planes: [plane] })(lattice, out);
  let [total, across, down] = [0, 0, 0];
  for (const [i, value] of out[0]!.entries()) {
    total += value;
    across += value * (i % lattice.columns);
    down += value * Math.floor(i / lattice.columns);
  }
  return { total, across: across / total, down: down / total };
}

it('keeps the amount and the place of a point, wherever it lies between nodes', () => {
  const lattice = latticeOf(20, 20);
  const count = 97;
  for (const [row, column] of [
    [40, 50],
    [41, 52],
    [43, 47],
    [60, 33],
  ] as const) {
    const { total, across, down } = lightOf(lattice, row, column, count);
    expect(Math.abs((total * count ** 2) / 400 - 1)).toBeLessThan(ROUNDING);
    expect(Math.abs(across - (((column + 0.5) / count) * 20 - 0.5))).toBeLessThan(ROUNDING);
    expect(Math.abs(down - (((row + 0.5) / count) * 20 - 0.5))).toBeLessThan(ROUNDING);
  }
});

it('keeps them on sheared lattices too', () => {
  const [shear, size] = [0.4, 0.5];
  const lattice = latticeOf(24, 24, (u, v) => [
    0.5 + size * (u - 0.5 + shear * (v - 0.5)),
    0.5 + size * (v - 0.5 + shear * (u - 0.5)),
  ]);
  const count = 61;
  const steps = (x: number, y: number): number =>
    ((x - shear * y) / (size * (1 - shear * shear))) * 24 + 11.5;
  for (const [row, column] of [
    [30, 30],
    [31, 28],
    [26, 35],
  ] as const) {
    const { total, across, down } = lightOf(lattice, row, column, count);
    const [x, y] = [(column + 0.5) / count - 0.5, (row + 0.5) / count - 0.5];
    const cellsPerStep = (count * size) ** 2 * (1 - shear ** 2);
    expect(Math.abs((total * cellsPerStep) / 576 - 1)).toBeLessThan(SHEARED.light);
    expect(Math.abs(across - steps(x, y))).toBeLessThan(SHEARED.place);
    expect(Math.abs(down - steps(y, x))).toBeLessThan(SHEARED.place);
  }
});

it('is black outside the scene', () => {
  const out = [new Float32Array(400)];
  const lattice = latticeOf(20, 20, (u, v) => [3 * u - 1, 3 * v - 1]);
  for (const pattern of [
    { kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] },
    { kind: 'edge', slope: 0, dark: 1 },
  ] as const satisfies readonly Pattern[]) {
    latticeSampler(pattern)(lattice, out);
    const total = out[0]!.reduce((sum, value) => sum + value, 0);
    expect(Math.abs((total * 9) / 400 - 1)).toBeLessThan(ROUNDING);
    expect(out[0]![0]).toBe(0);
    expect(out[0]![10 * 20 + 10]).toBeCloseTo(1, 5);
  }
});

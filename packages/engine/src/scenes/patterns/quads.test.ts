import { expect, it } from 'vitest';
import { rowSampler, type Pattern } from './pattern.ts';
import type { QuadGrid } from './quad-grid.ts';
import { sampleQuads } from './quads.ts';

const cells: Pattern = {
  kind: 'cells',
  rows: 5,
  columns: 7,
  planes: [0, 1].map((plane) =>
    Float32Array.from({ length: 35 }, (_, i) => (i * 37 + plane * 11) % 10),
  ),
};
const patterns: Readonly<Record<string, Pattern>> = {
  cells,
  edge: { kind: 'edge', slope: 2.6, dark: 0.1 },
  squares: {
    kind: 'squares',
    count: 3,
    side: 0.19,
    tilt: 0.09,
    background: 0.2,
    level: 0.8,
  },
  rays: {
    kind: 'rays',
    frequency: 8,
    low: 0.01,
    centre: 0.498,
    disc: { centre: 0.5, radius: 0.03, value: 0.5 },
  },
};
/** Sums of a few numbers in single precision. */
const ROUNDING = 1e-5;
/**
 * The ray pattern is averaged by plane waves; both samplers promise 1e-3 of its amplitude and jumps
 * are sampled.
 */
const RAYS = 4e-3;

function grid(
  rows: number,
  columns: number,
  place: (u: number, v: number) => readonly [number, number],
): QuadGrid {
  const corners = Array.from({ length: (rows + 1) * (columns + 1) }, (_, i) =>
    place((i % (columns + 1)) / columns, Math.floor(i / (columns + 1)) / rows),
  );
  return {
    rows,
    columns,
    x: Float64Array.from(corners, ([x]) => x),
    y: Float64Array.from(corners, ([, y]) => y),
  };
}

const planesFor = (pattern: Pattern, size: number): Float32Array[] =>
  (pattern.kind === 'cells' ? pattern.planes : [0]).map(() => new Float32Array(size));

it.each(Object.keys(patterns))('agrees with rectangles on a straight grid: %s', (name) => {
  const pattern = patterns[name]!;
  const [rows, columns] = [23, 31];
  const out = planesFor(pattern, rows * columns);
  sampleQuads(
    pattern,
    grid(rows, columns, (u, v) => [u, v]),
    out,
  );
  const sample = rowSampler(
    pattern,
    Float64Array.from({ length: columns + 1 }, (_, i) => i / columns),
  );
  const expected = planesFor(pattern, columns);
  for (let row = 0; row < rows; row += 1) {
    sample(row / rows, (row + 1) / rows, expected);
    for (const [plane, values] of expected.entries())
      for (const [column, value] of values.entries())
        expect(Math.abs(out[plane]![row * columns + column]! - value)).toBeLessThan(
          name === 'rays' ? RAYS : ROUNDING,
        );
  }
});

/** A barrel that reaches beyond the scene on all sides. */
const barrel = (u: number, v: number): readonly [number, number] => {
  const [x, y] = [2.4 * (u - 0.5), 2.4 * (v - 0.5)];
  const stretch = 1 + 0.3 * (x * x + y * y);
  return [0.5 + 0.5 * x * stretch, 0.5 + 0.5 * y * stretch];
};

const areas = ({ rows, columns, x, y }: QuadGrid): Float64Array =>
  Float64Array.from({ length: rows * columns }, (_, i) => {
    const a = Math.floor(i / columns) * (columns + 1) + (i % columns);
    const b = a + columns + 1;
    return (
      ((x[b + 1]! - x[a]!) * (y[b]! - y[a + 1]!) - (x[b]! - x[a + 1]!) * (y[b + 1]! - y[a]!)) / 2
    );
  });

it.each([
  [40, 50],
  [300, 400],
])('neither loses nor counts twice any cell on a warped grid of %i x %i', (rows, columns) => {
  const warped = grid(rows, columns, barrel);
  const out = planesFor(cells, rows * columns);
  sampleQuads(cells, warped, out);
  const area = areas(warped);
  for (const [plane, values] of cells.planes.entries()) {
    const total = out[plane]!.reduce((sum, value, i) => sum + value * area[i]!, 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(total / mean - 1)).toBeLessThan(ROUNDING);
  }
});

it('averages sheared quadrilaterals as many samples do', () => {
  const warped = grid(6, 6, (u, v) => [0.1 + 0.6 * u + 0.2 * v, 0.05 + 0.15 * u + 0.7 * v]);
  for (const [name, pattern] of Object.entries(patterns)) {
    const out = planesFor(pattern, 36);
    sampleQuads(pattern, warped, out);
    const fine = 400;
    const [first] = planesFor(pattern, (6 * fine) ** 2 / 36);
    sampleQuads(
      pattern,
      grid(fine, fine, (u, v) => [0.1 + 0.1 * u + (0.2 / 6) * v, 0.05 + 0.025 * u + (0.7 / 6) * v]),
      [first!, new Float32Array(fine * fine)],
    );
    const mean = first!.reduce((sum, value) => sum + value, 0) / (fine * fine);
    expect(Math.abs(out[0]![0]! - mean), name).toBeLessThan(name === 'rays' ? RAYS : 1e-4);
  }
});

it('is black outside the scene', () => {
  for (const pattern of Object.values(patterns)) {
    const out = planesFor(pattern, 100);
    sampleQuads(
      pattern,
      grid(10, 10, (u, v) => [1.5 + u, v]),
      out,
    );
    for (const plane of out) expect(plane.every((value) => value === 0)).toBe(true);
  }
});

import { expect, it } from 'vitest';
import type { NetworkDescriptor } from '../../descriptor.ts';
import { lineOf } from './read-line.ts';
import { task } from './task.ts';

const [ROWS, COLUMNS] = [40, 60];
/** The picture is twice as large as the map, and the input as large as the picture. */
const placement = {
  rows: 2 * ROWS,
  columns: 2 * COLUMNS,
  height: 2 * ROWS,
  width: 2 * COLUMNS,
  scaleX: 1,
  scaleY: 1,
  left: 0,
  top: 0,
};
const read = (
  kind: 'text-map' | 'ctc',
  shape: readonly number[],
  data: Float32Array,
  labels: readonly string[] | null = null,
) =>
  task.read(kind, {
    outputs: { o: { shape: [...shape], data } },
    descriptor: {
      labels,
      output: { kind, names: ['o'] },
      thresholds: { score: 0.6, overlap: 0.7, most: 9 },
    } as unknown as NetworkDescriptor,
    placement,
    score: 0.6,
    hasMasks: false,
  });
const mapOf = (valueAt: (row: number, column: number) => number): Float32Array =>
  Float32Array.from({ length: ROWS * COLUMNS }, (_, at) =>
    valueAt(Math.floor(at / COLUMNS), at % COLUMNS),
  );

it('grows boxes by their area times 1.5 over their perimeter', () => {
  // 20 x 4 pixels of the map: 80 x 1.5 / 48 = 2.5 on each side.
  const map = mapOf((row, column) =>
    row >= 10 && row < 14 && column >= 15 && column < 35 ? 0.9 : 0.1,
  );
  const { regions } = read('text-map', [1, 1, ROWS, COLUMNS], map);
  expect(regions).toHaveLength(1);
  expect(regions[0]!.score).toBeCloseTo(0.9, 6);
  const [x, y, ...rest] = regions[0]!.rectangle;
  const sides = rest.slice(0, 2).toSorted((one, other) => one - other);
  for (const [value, right] of [
    [x, 50],
    [y, 24],
    [sides[0]!, 18],
    [sides[1]!, 50],
  ] as const)
    expect(value).toBeCloseTo(right, 9);
});

it('finds a turned line, and neither weak nor thin ones', () => {
  const at = 0.5;
  const map = mapOf((row, column) => {
    const [a, b] = [column + 0.5 - 25, row + 0.5 - 20];
    const along = a * Math.cos(at) + b * Math.sin(at);
    const across = b * Math.cos(at) - a * Math.sin(at);
    if (Math.abs(along) < 14 && Math.abs(across) < 3) return 0.8;
    if (row === 2) return 0.9;
    return row > 34 && column > 45 ? 0.5 : 0;
  });
  const { regions } = read('text-map', [1, 1, ROWS, COLUMNS], map);
  expect(regions).toHaveLength(1);
  const [x, y, width, height, angle] = regions[0]!.rectangle;
  expect(Math.hypot(x - 50, y - 40)).toBeLessThan(0.5);
  expect(angle).toBeCloseTo(at, 1);
  expect(width).toBeGreaterThan(2 * height);
});

it('reads the strongest characters, equal neighbours once', () => {
  // For none, a, b; then a class beyond the labels, which is a space.
  const best = [1, 1, 0, 1, 3, 2];
  const data = Float32Array.from({ length: 4 * best.length }, (_, at) =>
    best[Math.floor(at / 4)] === at % 4 ? 0.7 : 0.1,
  );
  const { regions } = read('ctc', [1, best.length, 4], data, ['a', 'b']);
  expect(regions).toEqual([
    {
      rectangle: [COLUMNS, ROWS, 2 * COLUMNS, 2 * ROWS, 0],
      text: 'aa b',
      score: expect.closeTo(0.7, 6) as number,
    },
  ]);
});

it('cuts out a line and turns it upright', () => {
  // Red grows to the right, green downwards.
  const picture = {
    rows: 50,
    columns: 80,
    rgb: Uint8Array.from({ length: 3 * 50 * 80 }, (_, at) => {
      const pixel = Math.floor(at / 3);
      return at % 3 === 0 ? 2 * (pixel % 80) : at % 3 === 1 ? 2 * Math.floor(pixel / 80) : 0;
    }),
  };
  const level = lineOf(picture, [40, 25, 20, 6, 0]);
  expect([level.columns, level.rows, ...level.rgb.slice(0, 2)]).toEqual([20, 6, 60, 44]);
  // The same box with its sides exchanged and a quarter turn.
  expect(lineOf(picture, [40, 25, 6, 20, Math.PI / 2])).toEqual(level);
  const upright = lineOf(picture, [40, 25, 6, 20, 0]);
  // From its foot up: the first column is the lowest row.
  expect([upright.columns, upright.rows, ...upright.rgb.slice(0, 2)]).toEqual([20, 6, 74, 68]);
});

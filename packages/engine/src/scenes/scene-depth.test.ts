import { expect, test } from 'vitest';
import { knownDistances } from './scene-depth.ts';

test('an unknown distance is the one of the nearest known place', () => {
  const [rows, columns] = [13, 17];
  const values = Float64Array.from({ length: rows * columns }, (_, at) =>
    (at * 7919) % 11 === 0 ? 1 + at : at % 2 ? NaN : 0,
  );
  values[5] = Infinity;
  const { distances, unknownShare } = knownDistances(values, rows, columns);
  const known = [...values.keys()].filter((at) => values[at]! > 0);
  const away = (one: number, other: number): number =>
    Math.hypot(
      (one % columns) - (other % columns),
      Math.floor(one / columns) - Math.floor(other / columns),
    );
  for (let at = 0; at < rows * columns; at += 1) {
    const source = known.find((one) => values[one] === distances[at])!;
    expect(away(at, source)).toBe(Math.min(...known.map((one) => away(at, one))));
  }
  expect(unknownShare).toBe(1 - known.length / (rows * columns));
});

test('maps that cannot be are refused', () => {
  expect(() => knownDistances([1, -2], 1, 2)).toThrow(
    'The depth map has negative distances: depths must be more than 0 m.',
  );
  expect(() => knownDistances([0, NaN], 1, 2)).toThrow('The depth map holds no known distance.');
});

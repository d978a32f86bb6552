import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeSampler, type Edge } from './edge.ts';

/** Shares kept in single precision. */
const SINGLE = 1e-6;

function average(edge: Edge, left: number, right: number, top: number, bottom: number): number {
  const out = new Float32Array(1);
  edgeSampler(edge, Float64Array.of(left, right))(top, bottom, [out]);
  return out[0]!;
}

/**
 * Share of a rectangle where y > slope·x, by clipping its outline with the line (Sutherland and
 * Hodgman) and measuring the area left.
 */
function byClipping(
  { slope, dark }: Edge,
  left: number,
  right: number,
  top: number,
  bottom: number,
): number {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([x, y]) => [x! - 0.5, y! - 0.5] as const);
  const side = ([x, y]: readonly [number, number]): number => y - slope * x;
  const kept: (readonly [number, number])[] = [];
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % 4]!;
    const [here, there] = [side(corner), side(next)];
    if (here >= 0) kept.push(corner);
    if (here * there < 0)
      kept.push([
        corner[0] + ((next[0] - corner[0]) * here) / (here - there),
        corner[1] + ((next[1] - corner[1]) * here) / (here - there),
      ]);
  });
  const area = kept.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = kept[(index + 1) % kept.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
  return dark + ((1 - dark) * Math.abs(area)) / ((right - left) * (bottom - top));
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const interval = fc
  .tuple(place, place)
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  .filter(([low, high]) => high - low > 1e-3);
const edge: fc.Arbitrary<Edge> = fc.record({
  kind: fc.constant('edge'),
  slope: fc.oneof(
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.constantFrom(0, 1, -1, 2.6, 1000, -1000),
  ),
  dark: fc.oneof(fc.constant(1e-6), place),
});

describe('area averages of an edge', () => {
  test('lower left is bright for a positive slope, lower right for a negative one', () => {
    expect(average({ kind: 'edge', slope: 2.6, dark: 0.1 }, 0, 0.1, 0.9, 1)).toBe(1);
    expect(average({ kind: 'edge', slope: 2.6, dark: 0.1 }, 0.9, 1, 0, 0.1)).toBeCloseTo(0.1, 7);
    expect(average({ kind: 'edge', slope: -2.6, dark: 0.1 }, 0.9, 1, 0.9, 1)).toBe(1);
  });
  test('the middle is half and half, whatever the slope', () => {
    for (const slope of [0, 1e-9, 0.3, 1, 2.6, 1000, -1000])
      expect(average({ kind: 'edge', slope, dark: 0 }, 0.4, 0.6, 0.45, 0.55)).toBeCloseTo(0.5, 7);
  });
  test('a level edge at slope 0', () => {
    expect(average({ kind: 'edge', slope: 0, dark: 0 }, 0, 1, 0.4, 0.8)).toBeCloseTo(0.75, 7);
  });
  test('any rectangle is the clipped polygon', () => {
    fc.assert(
      fc.property(edge, interval, interval, (pattern, [left, right], [top, bottom]) => {
        expect(
          Math.abs(
            average(pattern, left, right, top, bottom) -
              byClipping(pattern, left, right, top, bottom),
          ),
        ).toBeLessThan(SINGLE);
      }),
      { numRuns: 2000, seed: 13 },
    );
  });
  test('any rectangle is near what 64 x 64 points see', () => {
    fc.assert(
      fc.property(edge, interval, interval, ({ slope, dark }, [left, right], [top, bottom]) => {
        let bright = 0;
        for (let i = 0; i < 64; i += 1)
          for (let j = 0; j < 64; j += 1)
            bright += Number(
              top + ((bottom - top) * (i + 0.5)) / 64 - 0.5 >
                slope * (left + ((right - left) * (j + 0.5)) / 64 - 0.5),
            );
        // A line passes through at most 2 · 64 of the points' squares, each of which is wrong by at
        // most a half.
        expect(
          Math.abs(
            average({ kind: 'edge', slope, dark }, left, right, top, bottom) -
              (dark + ((1 - dark) * bright) / 64 ** 2),
          ),
        ).toBeLessThanOrEqual(1 / 64);
      }),
      { numRuns: 200, seed: 14 },
    );
  });
  test('any partition holds the whole', () => {
    const partition = fc
      .array(place, { maxLength: 12 })
      .map((places) =>
        Float64Array.from(
          [0, ...places, 1]
            .sort((a, b) => a - b)
            .filter((value, i, all) => i === 0 || value - all[i - 1]! > 1e-4 || value === 1),
        ),
      );
    fc.assert(
      fc.property(edge, partition, partition, (pattern, xEdges, yEdges) => {
        const out = new Float32Array(xEdges.length - 1);
        const sampler = edgeSampler(pattern, xEdges);
        let sum = 0;
        for (let row = 0; row + 1 < yEdges.length; row += 1) {
          sampler(yEdges[row]!, yEdges[row + 1]!, [out]);
          out.forEach((value, i) => {
            sum += value * (xEdges[i + 1]! - xEdges[i]!) * (yEdges[row + 1]! - yEdges[row]!);
          });
        }
        expect(Math.abs(sum - average(pattern, 0, 1, 0, 1))).toBeLessThan(SINGLE);
      }),
      { numRuns: 200, seed: 15 },
    );
  });
});

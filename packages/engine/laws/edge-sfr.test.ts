import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeSfr } from '../src/analysis/edge-sfr/edge-sfr.ts';
import { transposed, type Region } from '../src/analysis/edge-sfr/region.ts';

/** Error function. Source: Abramowitz and Stegun, 7.1.26; errors below 1.5e-7. */
function erf(x: number): number {
  // Of a double all bits.
  if (Math.abs(x) > 6) return Math.sign(x);
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const polynomial = terms.reduce((sum, term) => (sum + term) * t, 0);
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}

interface Edge {
  readonly rows?: number;
  readonly columns?: number;
  readonly degrees?: number;
  readonly blur?: number;
  readonly low?: number;
  readonly high?: number;
  readonly shift?: number;
}

/** An edge under a Gaussian blur, averaged over square pixels by 8 x 8 points each. */
function edge({
  rows = 80,
  columns = 72,
  degrees = 5,
  blur = 0.7,
  low = 0.1,
  high = 0.8,
  shift = 0,
}: Edge): Region {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const points = 8;
  const values = Float64Array.from({ length: rows * columns }, (_, pixel) => {
    let sum = 0;
    for (let i = 0; i < points * points; i += 1) {
      const x = (pixel % columns) - (columns - 1) / 2 - shift + ((i % points) + 0.5) / points - 0.5;
      const y =
        Math.floor(pixel / columns) -
        (rows - 1) / 2 +
        (Math.floor(i / points) + 0.5) / points -
        0.5;
      sum += 0.5 * (1 + erf((x * cosine + y * sine) / blur / Math.SQRT2));
    }
    return low + ((high - low) * sum) / points ** 2;
  });
  return { rows, columns, values, used: new Uint8Array(rows * columns).fill(1) };
}

/** The response of blur and of the mean over the points of a pixel, along the normal. */
const truth = (frequency: number, degrees: number, blur: number): number => {
  const points = (f: number): number =>
    f === 0 ? 1 : Math.sin(Math.PI * f) / (8 * Math.sin((Math.PI * f) / 8));
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (
    Math.exp(-2 * (Math.PI * blur * frequency) ** 2) *
    Math.abs(points(frequency * x) * points(frequency * y))
  );
};

/** What bins of a quarter pixel leave. */
const EXACTNESS = 0.01;
const largest = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, i) => Math.abs(value - other[i]!)));

/**
 * Directions from the columns in which the edge meets the pixels at many places: no slope of small
 * whole numbers. At the last three, up to .017 was measured with the least blur.
 */
const degrees = fc
  .double({ min: 2, max: 43, noNaN: true })
  .filter((angle) =>
    [2, 3, 4, 5, 1.5, 4 / 3, 2.5, 5 / 3, 7 / 3, 8 / 5, 7 / 6].every(
      (ratio) => Math.abs(angle - (Math.atan(1 / ratio) * 180) / Math.PI) > 0.6,
    ),
  );

describe('the response of an edge', () => {
  test('is the response of its blur and the pixels, at any angle, place and blur', () => {
    const cases = fc.record({
      degrees,
      blur: fc.double({ min: 0.35, max: 2.5, noNaN: true }),
      shift: fc.double({ min: -12, max: 12, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, (sample) => {
        const { sfr, frequencies, edgeDegrees, emptyBins } = edgeSfr(edge(sample));
        fc.pre(emptyBins === 0);
        const known = frequencies.map((f) => truth(f, sample.degrees, sample.blur));
        expect(largest(sfr, known)).toBeLessThan(EXACTNESS);
        expect(edgeDegrees).toBeCloseTo(sample.degrees, 1);
      }),
      { numRuns: 40 },
    );
  });

  test('does not depend on exposure, offset and on which side is bright', () => {
    const region = edge({});
    const { sfr } = edgeSfr(region);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.boolean(),
        (exposure, offset, isNegative) => {
          const values = region.values.map(
            (value) => exposure * (offset + (isNegative ? 1 - value : value)),
          );
          expect(largest(edgeSfr({ ...region, values }).sfr, sfr)).toBeLessThan(1e-9);
        },
      ),
    );
  });

  test('does not depend on the direction of reading', () => {
    const region = edge({ degrees: 8 });
    const upright = edgeSfr(region);
    const lying = edgeSfr(transposed(region));
    expect(lying.sfr).toEqual(upright.sfr);
    expect(upright.edgeDegrees).toBeCloseTo(8, 3);
    expect(lying.edgeDegrees).toBeCloseTo(82, 3);
    const turned = { ...region, values: region.values.toReversed() };
    expect(largest(edgeSfr(turned).sfr, upright.sfr)).toBeLessThan(1e-9);
  });

  test('of one colour of a mosaic equals the response of all pixels', () => {
    const region = edge({ rows: 160, columns: 100, degrees: 6 });
    const all = edgeSfr(region).sfr;
    for (const isColour of [
      (row: number, column: number) => (row + column) % 2 === 0,
      (row: number, column: number) => row % 2 === 0 && column % 2 === 1,
    ]) {
      const used = region.used.map((_, i) => (isColour(Math.floor(i / 100), i % 100) ? 1 : 0));
      expect(largest(edgeSfr({ ...region, used }).sfr, all)).toBeLessThan(EXACTNESS);
    }
  });

  test('follows an edge that a lens bends', () => {
    const straight = edge({ rows: 120, columns: 80 });
    // Each row is moved by a parabola of 3 pixels, between neighbours by a linear ramp of its
    // blurred edge.
    const bent = edge({ rows: 120, columns: 80 });
    for (let row = 0; row < 120; row += 1) {
      const shift = 3 * ((row - 59.5) / 59.5) ** 2;
      bent.values.set(
        edge({ rows: 120, columns: 80, shift }).values.subarray(row * 80, row * 80 + 80),
        row * 80,
      );
    }
    const { sfr, residualPx } = edgeSfr(bent);
    expect(residualPx).toBeLessThan(0.02);
    expect(largest(sfr, edgeSfr(straight).sfr)).toBeLessThan(0.01);
  });

  test('has the figures that go with it', () => {
    const {
      mtf50,
      mtf30,
      mtf10,
      atNyquist,
      atHalfNyquist,
      contrast,
      overshootPercent,
      rise1090Px,
    } = edgeSfr(edge({ blur: 0.7 }));
    const at = (frequency: number | null): number => truth(frequency!, 5, 0.7);
    expect([at(mtf50), at(mtf30), at(mtf10)].map((value) => value.toFixed(2))).toEqual([
      '0.50',
      '0.30',
      '0.10',
    ]);
    expect(atNyquist).toBeCloseTo(truth(0.5, 5, 0.7), 2);
    expect(atHalfNyquist).toBeCloseTo(truth(0.25, 5, 0.7), 2);
    expect(contrast).toBeCloseTo(0.7 / 0.9, 3);
    expect(overshootPercent).toBeLessThan(1e-3);
    // Gauss and pixel together: 2.563 standard deviations from 10 to 90 %.
    expect(rise1090Px).toBeCloseTo(2.563 * Math.sqrt(0.7 ** 2 + 1 / 12), 1);
  });

  test('says null for a level that is not reached', () => {
    const region = edge({});
    const values = region.values.map((value) => (value > 0.45 ? 0.8 : 0.1));
    expect(edgeSfr({ ...region, values })).toMatchObject({ mtf50: null, mtf30: null, mtf10: null });
  });

  test('tells the overshoot of a sharpened edge', () => {
    const region = edge({ blur: 0.9 });
    const soft = edge({ blur: 1.8 }).values;
    const values = region.values.map((value, i) => value + 0.8 * (value - soft[i]!));
    const { overshootPercent, sfr } = edgeSfr({ ...region, values });
    expect(overshootPercent).toBeGreaterThan(5);
    expect(Math.max(...sfr)).toBeGreaterThan(1.05);
  });
});

describe('a region that cannot be measured gets a sentence', () => {
  const step = edge({});
  const changed = (change: (value: number, row: number, column: number) => number): Region => ({
    ...step,
    values: step.values.map((value, i) => change(value, Math.floor(i / 72), i % 72)),
  });
  const second = (column: number, row: number): boolean => column > 55 - 0.08 * (row - 40);
  test.each([
    ['even', changed(() => 0.4), /no edge in this region: it is even/],
    ['too little contrast', edge({ low: 0.5, high: 0.53 }), /contrast between its sides is 0\.029/],
    ['upright', edge({ degrees: 0 }), /0\.0 degrees from the columns/],
    ['level', edge({ degrees: 90 }), /0\.0 degrees from the rows/],
    ['diagonal', edge({ degrees: 45 }), /45\.0 degrees/],
    ['few slopes', edge({ degrees: 26.565 }), /bins of a quarter pixel stay empty/],
    [
      'a bar',
      changed((value, row, column) => (second(column, row) ? 0.1 : value)),
      /single straight edge|two that cancel/,
    ],
    [
      'two steps',
      changed((value, row, column) => (second(column, row) ? value + 0.5 : value)),
      /two edges/,
    ],
    [
      'a corner',
      changed((value, row) => (row < 40 ? 0.1 : value)),
      /not straight|single straight edge/,
    ],
    ['near the side', edge({ shift: 34 }), /from the side of the region|single straight edge/],
    ['a ramp', changed((_, __, column) => column / 72), /single straight edge/],
    [
      'a texture',
      changed((_, row, column) => 0.5 + 0.4 * Math.sin(row) * Math.sin(0.7 * column)),
      /edge/,
    ],
    ['five rows', edge({ rows: 5 }), /at least 10 pixels long/],
    ['one pixel', edge({ rows: 1, columns: 1 }), /edge/],
  ])('%s', (_, region, sentence) => {
    expect(() => edgeSfr(region)).toThrow(sentence);
  });
});

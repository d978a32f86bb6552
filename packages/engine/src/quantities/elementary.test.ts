import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acos, atan, atan2, cos, cosSin, exp, log, pow, sin, tan } from './elementary.ts';

const angle = fc.oneof(
  fc.double({ min: -800_000, max: 800_000, noNaN: true }),
  fc.double({ min: -7, max: 7, noNaN: true }),
);
/**
 * Units in the last place by which a result may differ from `Math`, whose own results are not
 * exact.
 */
const close = (result: number, expected: number): void => {
  if (Object.is(result, expected)) return;
  expect(Math.abs(result - expected)).toBeLessThanOrEqual(
    2 * Number.EPSILON * Math.abs(expected) + Number.MIN_VALUE,
  );
};
const holds = (
  values: fc.Arbitrary<number>,
  one: (x: number) => number,
  other: (x: number) => number,
) => {
  fc.assert(
    fc.property(values, (x) => {
      close(one(x), other(x));
    }),
    { numRuns: 20_000 },
  );
};

describe('elementary functions', () => {
  it('give cosine and sine at once to the same bits', () => {
    fc.assert(
      fc.property(angle, (x) => {
        const both = new Float64Array(2);
        cosSin(x, both);
        expect([...both]).toEqual([cos(x), sin(x)]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('are those of Math but for rounding', () => {
    holds(angle, sin, (x) => Math.sin(x));
    holds(angle, cos, (x) => Math.cos(x));
    holds(angle, tan, (x) => Math.tan(x));
    holds(fc.double({ noNaN: true }), atan, (x) => Math.atan(x));
    holds(fc.double({ min: -1, max: 1, noNaN: true }), acos, (x) => Math.acos(x));
    holds(fc.double({ min: -760, max: 720, noNaN: true }), exp, (x) => Math.exp(x));
    holds(fc.double({ min: 0, noNaN: true }), log, (x) => Math.log(x));
    const size = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(size, size, (y, x) => {
        close(atan2(y, x), Math.atan2(y, x));
        close(pow(Math.abs(x), y), Math.abs(x) ** y);
      }),
      { numRuns: 20_000 },
    );
  });

  it('have the bits that they had when this was written', () => {
    // Sum of the words of results over a fixed sequence of arguments.
    const bits = new Uint32Array(2);
    const value = new Float64Array(bits.buffer);
    const sums = Object.entries({
      sin: (x: number) => sin(60 * x),
      cos: (x: number) => cos(60 * x),
      tan: (x: number) => tan(3 * x),
      atan: (x: number) => atan(9 * x),
      atan2: (x: number) => atan2(x, 1 - 2 * x),
      acos: (x: number) => acos(2 * x - 1),
      exp: (x: number) => exp(40 * x - 20),
      log: (x: number) => log(x * x * x),
      pow: (x: number) => pow(3 * x, 2.4 - 5 * x),
    }).map(([name, evaluate]) => {
      let [sum, x] = [0, 0];
      for (let i = 0; i < 10_000; i += 1) {
        x = (x + 0.6180339887498949) % 1;
        value[0] = evaluate(x);
        sum = (Math.imul(sum, 31) + bits[0]! + bits[1]!) >>> 0;
      }
      return [name, sum];
    });
    expect(Object.fromEntries(sums)).toMatchInlineSnapshot(`
      {
        "acos": 806981367,
        "atan": 3110846727,
        "atan2": 3487270836,
        "cos": 3614920267,
        "exp": 104247632,
        "log": 563162213,
        "pow": 2494994502,
        "sin": 1383421303,
        "tan": 302476976,
      }
    `);
  });

  it.each([
    [pow(0, 2.4), 0],
    [pow(1, 1e9), 1],
    [pow(0.25, 0.5), 0.5],
    [pow(0.3, 1), 0.3],
    [pow(10, -3), 1e-3],
    [exp(0), 1],
    [exp(-1000), 0],
    [log(1), 0],
    [log(0), -Infinity],
    [atan2(0, -1), Math.PI],
    [acos(-1), Math.PI],
  ])('%f is exactly %f', (result, expected) => {
    expect(result).toBe(expected);
  });
});

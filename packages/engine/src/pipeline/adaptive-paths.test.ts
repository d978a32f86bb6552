import { expect, test } from 'vitest';
import { pathBatches } from '../worlds.ts';
import { adaptivePaths, pilotPaths, pilotSeed } from './adaptive-paths.ts';

/** Uniform numbers of a seed (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const DEVIATION = 2;
/** Of log-normal samples. */
const MEAN = Math.exp(DEVIATION ** 2 / 2);

/** Mean of so many heavy-tailed samples, and its error told by batches. */
function estimate(count: number, next: () => number) {
  const batches = pathBatches(count);
  const means = Array.from({ length: batches }, () => {
    let sum = 0;
    for (let i = 0; i < count / batches; i += 1)
      sum += Math.exp(
        DEVIATION * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
      );
    return sum / (count / batches);
  });
  const mean = means.reduce((sum, value) => sum + value, 0) / batches;
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (batches - 1) / batches) };
}

const TARGET = 0.1;
const wanted = { allowed: (mean: number) => TARGET * mean, sampling: 1, groups: 1, most: 4096 };

test('the rule keeps the mean of heavy-tailed samples, and stopping by their own error does not', () => {
  const next = uniform(5);
  const [ours, naive]: [number[], number[]] = [[], []];
  for (let pixel = 0; pixel < 3000; pixel += 1) {
    const paths = pilotPaths(1);
    const pilot = estimate(paths, next);
    const [count] = adaptivePaths(
      {
        rows: 1,
        columns: 1,
        paths,
        luminance: Float32Array.of(pilot.mean),
        error: Float32Array.of(pilot.error),
      },
      wanted,
    );
    ours.push(estimate(count!, next).mean / MEAN);
    let [sum, done] = [0, 0];
    for (;;) {
      const more = Math.max(64, done);
      const { mean, error } = estimate(more, next);
      sum += mean * more;
      done += more;
      if (error / Math.SQRT2 <= TARGET * mean || done >= 4096) break;
    }
    naive.push(sum / done / MEAN);
  }
  const spread = (values: readonly number[]) => {
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
    return { bias: mean - 1, error: Math.sqrt(squares) / values.length };
  };
  const [kept, lost] = [spread(ours), spread(naive)];
  expect(Math.abs(kept.bias)).toBeLessThan(3 * kept.error);
  expect(lost.bias).toBeLessThan(-5 * lost.error);
});

const flat = (size: number, value: number) => new Float32Array(size).fill(value);

test('paths grow by the square of the error over its target, a power of two, the same in a tile', () => {
  const columns = 20;
  const size = 16 * columns;
  // The last tile errs by 3.1 times what is allowed.
  const error = flat(size, 1).map((_, at) => (at % columns < 16 ? 1 : 31));
  const counts = adaptivePaths(
    { rows: 16, columns, paths: 64, luminance: flat(size, 100), error },
    wanted,
  );
  expect(new Set(counts)).toEqual(new Set([64, 1024]));
  expect([...counts.subarray(0, columns)]).toEqual([
    ...new Array<number>(16).fill(64),
    ...new Array<number>(4).fill(1024),
  ]);
  const most = adaptivePaths(
    { rows: 1, columns: 1, paths: 64, luminance: flat(1, 1), error: flat(1, 1e3) },
    { ...wanted, most: 512 },
  );
  expect([...most]).toEqual([512]);
});

test('four samples of a pixel share its paths, and groups of bands take whole turns', () => {
  const pilot = {
    rows: 1,
    columns: 1,
    paths: pilotPaths(2),
    luminance: flat(1, 100),
    // A pixel of four samples errs by half as much: twice what is allowed.
    error: flat(1, 40),
  };
  expect(pilot.paths).toBe(16);
  expect([...adaptivePaths(pilot, { ...wanted, sampling: 2 })]).toEqual([64]);
  const [count] = adaptivePaths(pilot, { ...wanted, groups: 31 });
  expect(count! % (31 * pathBatches(count!))).toBe(0);
  expect(count).toBeGreaterThanOrEqual(256);
  expect(pilotSeed(0)).not.toBe(0);
});

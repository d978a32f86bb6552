import { expect, test } from 'vitest';
import { firstDrawn } from './drawn-lines.ts';

/** Lines of runs with so many lines each. */
const logOf = (...runs: readonly number[]) =>
  runs.flatMap((lines) =>
    Array.from({ length: lines }, (_, at) => (at === 0 ? { startsRun: true as const } : {})),
  );

test('whole runs are drawn, with at least so many lines', () => {
  expect(firstDrawn([], 5)).toBe(0);
  expect(firstDrawn(logOf(3, 3), 6)).toBe(0);
  expect(firstDrawn(logOf(3, 3, 3), 3)).toBe(6);
  expect(firstDrawn(logOf(3, 3, 3), 4)).toBe(3);
  expect(firstDrawn(logOf(3, 9), 4)).toBe(3);
  // Lines before the first run.
  expect(firstDrawn([{}, {}, {}, ...logOf(2)], 3)).toBe(0);
});

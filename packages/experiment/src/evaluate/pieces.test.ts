import { expect, it } from 'vitest';
import { piecesOf } from './pieces.ts';

it('divides a sweep into batches without gaps, of at most 16 runs, smaller towards the end', () => {
  for (const runs of [1, 2, 15, 16, 17, 26, 64, 200, 9999, 100_000]) {
    const batches = piecesOf(runs);
    const sizes = batches.map(([first, end]) => end - first);
    expect(batches[0]![0]).toBe(0);
    expect(batches.at(-1)![1]).toBe(runs);
    for (const [at, [first]] of batches.entries())
      if (at > 0) expect(first).toBe(batches[at - 1]![1]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    // Two workers that compute equally fast end within two runs of one another.
    expect(sizes.at(-1)).toBeLessThanOrEqual(2);
    expect(batches.length).toBeLessThanOrEqual(runs / 16 + 12);
  }
});

import { pictureDifference } from '@lumenloom/engine/measuring';
import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { amplified, differenceInParts } from './difference.ts';
import { initialRun } from '../../model/run/run-store.ts';
import { keptSnapshots, type Snapshot } from '../../kit/picture/snapshots.ts';

const pictureOf = (rows: number, columns: number, code: (at: number) => number) => ({
  rows,
  columns,
  channels: 3 as const,
  largest: 255,
  data: Uint8Array.from({ length: rows * columns * 3 }, (_, at) => code(at)),
});
const pause = (): Promise<void> => Promise.resolve();

describe('the difference of two pictures', () => {
  it('in parts equals the figures of the whole', async () => {
    // More than one part.
    const one = pictureOf(200, 301, (at) => (at * 37) % 256);
    const other = pictureOf(200, 301, (at) => (at * 41) % 256);
    const whole = pictureDifference({ one: one.data, other: other.data, peak: 255, isSrgb: true });
    const parts = await differenceInParts(one, other, pause);
    expect(parts.maxAbs).toBe(whole.maxAbs);
    expect(parts.meanAbs).toBeCloseTo(whole.meanAbs, 9);
    expect(parts.psnrDb).toBeCloseTo(whole.psnrDb!, 9);
    expect(parts.ciede2000!.max).toBe(whole.ciede2000!.max);
    expect(parts.ciede2000!.mean).toBeCloseTo(whole.ciede2000!.mean, 9);
  });

  it('of equal pictures is none; grey pictures have no colour difference', async () => {
    const grey = pictureOf(4, 4, (at) => Math.floor(at / 3) * 10);
    expect(await differenceInParts(grey, grey, pause)).toEqual({
      maxAbs: 0,
      meanAbs: 0,
      rms: 0,
      psnrDb: null,
    });
  });

  it('is amplified and clipped', () => {
    const one = pictureOf(1, 1, () => 100);
    const other = { ...one, data: Uint8Array.of(103, 100, 30) };
    expect([...amplified(one, other, 4)]).toEqual([12, 0, 255]);
  });
});

describe('runs that are kept', () => {
  const run = (number: number, changes: Partial<Snapshot> = {}): Snapshot => ({
    number,
    name: '',
    recipe: initialRecipe,
    run: initialRun,
    at: 0,
    address: `blob:${number}`,
    bytes: 1e6,
    ...changes,
  });
  const numbers = (snapshots: readonly Snapshot[]): number[] =>
    keptSnapshots(snapshots).map(({ number }) => number);

  it('are the last twenty, and those with a name', () => {
    const runs = Array.from({ length: 30 }, (_, at) =>
      run(at + 1, at === 2 ? { name: 'warm' } : {}),
    );
    expect(numbers(runs)).toEqual([3, ...Array.from({ length: 20 }, (_, at) => at + 11)]);
  });

  it('are fewer where their pictures are large; the last one always stays', () => {
    expect(numbers([run(1), run(2, { bytes: 200e6 }), run(3, { bytes: 100e6 })])).toEqual([3]);
    expect(numbers([run(1), run(2, { bytes: 900e6 })])).toEqual([2]);
  });
});

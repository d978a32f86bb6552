import { expect, test } from 'vitest';
import { build } from './build.ts';

const loadImage = () => Promise.reject(new Error('a chart loads no image'));

/** Places along one side, from 0, where anything is lit. */
async function places(arraySize: number, pointSpacing: number): Promise<number[]> {
  const scene = await build({ hfov: 0.17, arraySize, pointSpacing }, { loadImage });
  const plane = scene.raster(0);
  const lit = [...plane.keys()].filter((sample) => plane[sample] === 1);
  const rows = [...new Set(lit.map((sample) => Math.floor(sample / arraySize)))];
  expect([...new Set(lit.map((sample) => sample % arraySize))]).toEqual(rows);
  expect(lit).toHaveLength(rows.length ** 2);
  expect(plane.reduce((sum, value) => sum + value, 0)).toBe(lit.length);
  return rows;
}

test('counting from 1, round(spacing/2), then every spacing', async () => {
  expect(await places(64, 16)).toEqual([7, 23, 39, 55]);
  expect(await places(128, 16)).toHaveLength(8);
  // 5/2 rounds up, away from zero.
  expect(await places(10, 5)).toEqual([2, 7]);
  expect(await places(4, 2)).toEqual([0, 2]);
});

test('a spacing that leaves no point is refused with its field', () => {
  expect(() => build({ hfov: 0.17, arraySize: 4, pointSpacing: 12 }, { loadImage })).toThrow(
    expect.objectContaining({ name: 'SimulationError', field: 'pointarrayParams.pointSpacing' }),
  );
});

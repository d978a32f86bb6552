import { expect, test } from 'vitest';
import { build } from './build.ts';

const loadImage = () => Promise.reject(new Error('a chart loads no image'));

/** Columns of the last row but one that are bright; that row is on no line here. */
async function lines(
  gridlineSize: number,
  lineSpacing: number,
  lineThickness: number,
): Promise<number[]> {
  const scene = await build(
    { hfov: 0.17, gridlineSize, lineSpacing, lineThickness },
    { loadImage },
  );
  const plane = scene.raster(0);
  // The same along rows as along columns.
  for (let row = 0; row < gridlineSize; row += 1)
    for (let column = 0; column < row; column += 1)
      expect(plane[row * gridlineSize + column]).toBe(plane[column * gridlineSize + row]);
  return [...plane.subarray(0, gridlineSize).keys()].filter((column) => plane[column] === 1);
}

test('counting from 1, lines begin at round(spacing/2), then every spacing', async () => {
  expect(await lines(64, 16, 1)).toEqual([7, 23, 39, 55]);
  expect(await lines(64, 16, 3)).toEqual([7, 8, 9, 23, 24, 25, 39, 40, 41, 55, 56, 57]);
});

test('a line that passes the end is cut there', async () => {
  expect(await lines(10, 8, 4)).toEqual([3, 4, 5, 6]);
  expect(await lines(12, 8, 4)).toEqual([3, 4, 5, 6, 11]);
});

test('lines as wide as their spacing leave nothing dark after the first', async () => {
  expect(await lines(8, 4, 4)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('between the lines it is 1e-5, not black', async () => {
  const scene = await build(
    { hfov: 0.17, gridlineSize: 64, lineSpacing: 16, lineThickness: 1 },
    { loadImage },
  );
  expect(scene.raster(0)[0]).toBe(Math.fround(1e-5));
});

test('a spacing that leaves no line is refused with its field', () => {
  expect(() =>
    build({ hfov: 0.17, gridlineSize: 4, lineSpacing: 12, lineThickness: 1 }, { loadImage }),
  ).toThrow(
    expect.objectContaining({ name: 'SimulationError', field: 'gridlinesParams.lineSpacing' }),
  );
});

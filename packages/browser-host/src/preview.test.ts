import { toPlan } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { bitmapOf } from './bitmap.ts';
import { enlarged, previewOf } from './preview.ts';

const planOf = (recipe: object) => {
  const decoded = toPlan({ scene: 'Macbeth', sensor: 'Bayer-grbg', ...recipe });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value.plan!;
};

it('a preview has a quarter of the pixels on the same area', () => {
  const plan = planOf({ sensorParams: { rows: 101, cols: 200, pixel_size: 3 } });
  const { grid, sensor } = previewOf(plan)!;
  expect(grid).toMatchObject({ rows: 51, columns: 100 });
  expect(grid.pitch).toBeCloseTo(6e-6, 12);
  expect(sensor!.parameters).toMatchObject({ rows: 51, cols: 100, pixel_size: grid.pitch });
  expect(previewOf(planOf({ sensorParams: { rows: 20, cols: 200 } }))).toBeUndefined();
});

it('is enlarged to the size of the full picture, also where the ISP crops', () => {
  const plan = planOf({ sensorParams: { rows: 33, cols: 34 } });
  const image = { rows: 17, columns: 17, channels: 1 as const, data: new Uint8Array(17 * 17) };
  image.data.fill(7, 17, 34);
  const shown = enlarged(image, plan);
  expect([shown.rows, shown.columns]).toEqual([33, 34]);
  expect([...shown.data.subarray(34, 34 * 5)].join('')).toBe(
    `${'0'.repeat(34)}${'7'.repeat(68)}${'0'.repeat(34)}`,
  );
  const developed = planOf({ sensorParams: { rows: 33, cols: 35 }, isp: 'Fast-openISP' });
  const small = { rows: 16, columns: 18, channels: 3 as const, data: new Uint8Array(864) };
  expect(enlarged(small, developed)).toMatchObject({ rows: 32, columns: 34 });
  // Scaled by the ISP to a size of its own.
  expect(enlarged({ ...small, rows: 10 }, developed)).toMatchObject({ rows: 10, columns: 18 });
});

it('a bitmap file has its rows from the top, padded, and blue first', () => {
  const file = bitmapOf({
    rows: 2,
    columns: 1,
    channels: 3,
    data: Uint8Array.of(1, 2, 3, 4, 5, 6),
  });
  expect(file.byteLength).toBe(54 + 8);
  expect([...new Uint8Array(file, 0, 2)]).toEqual([...new TextEncoder().encode('BM')]);
  const header = new DataView(file);
  expect([header.getInt32(18, true), header.getInt32(22, true)]).toEqual([1, -2]);
  expect([...new Uint8Array(file, 54)]).toEqual([3, 2, 1, 0, 6, 5, 4, 0]);
});

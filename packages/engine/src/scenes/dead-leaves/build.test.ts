import { expect, test } from 'vitest';
import { layLeaves, readLeavesChart } from '../../analysis/texture/leaves.ts';
import { build } from './build.ts';

const host = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };

test('leaves are those of the generator, the first on top, wherever they are drawn', async () => {
  const parameters = {
    hfov: 0.1,
    imageSize: 64,
    seed: 7,
    smallest: 3,
    largest: 20,
    low: 0.1,
    high: 0.9,
  };
  const scene = await build(parameters, host);
  const chart = readLeavesChart({ seed: 7, size: 64, smallest: 3, largest: 20 });
  // Every sample has the grey of the first leaf that covers it, by a second generator in BigInt.
  const draw = (k: number): number => {
    const mask = 2n ** 64n - 1n;
    let z = ((BigInt(k) + BigInt(chart.seed) * 2n ** 32n + 1n) * 0x9e3779b97f4a7c15n) & mask;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    z ^= z >> 31n;
    return Number(z >> 11n) * 2 ** -53;
  };
  const grey = (px: number, py: number): number => {
    for (let i = 0; ; i += 1) {
      const x = draw(4 * i) * (64 + 40) - 20;
      const y = draw(4 * i + 1) * (64 + 40) - 20;
      const r = 1 / Math.sqrt(3 ** -2 + draw(4 * i + 2) * (20 ** -2 - 3 ** -2));
      if ((px - x) ** 2 + (py - y) ** 2 <= r * r) return 0.1 + 0.8 * draw(4 * i + 3);
    }
  };
  const { pattern } = scene;
  if (pattern.kind !== 'cells') throw new Error('leaves are cells');
  for (const [row, column] of [
    [0, 0],
    [100, 317],
    [511, 5],
    [256, 256],
  ] as const)
    expect(pattern.planes[0]![row * 512 + column]).toBeCloseTo(
      grey((column + 0.5) / 8, (row + 0.5) / 8),
      6,
    );
  expect(layLeaves(chart, 256).leaves).toBeGreaterThan(layLeaves(chart, 64).leaves - 1);
});

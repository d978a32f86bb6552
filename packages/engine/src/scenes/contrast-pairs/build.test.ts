import { expect, test } from 'vitest';
import { build, scenePairs } from './build.ts';

const host = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };

test('pairs have their contrast at their level, the bright one left', async () => {
  const lists = { contrasts: [[0.05, 0.1, 0.2, 0.4, 0.8]], levels: [[1, 0.1, 0.01, 0.001]] };
  const side = 320;
  const scene = await build({ hfov: 0.1, imageSize: side, ...lists }, host);
  const plane = scene.raster(0);
  const at = ({ u, v, width, height }: { u: number; v: number; width: number; height: number }) =>
    plane[Math.floor((v + height / 2) * side) * side + Math.floor((u + width / 2) * side)]!;
  const pairs = scenePairs(lists);
  expect(pairs).toHaveLength(20);
  for (const { bright, dark, contrast, level } of pairs) {
    expect(at(bright)).toBeCloseTo(level, 6);
    expect((at(bright) - at(dark)) / (at(bright) + at(dark))).toBeCloseTo(contrast, 5);
    expect(bright.u).toBeLessThan(dark.u);
  }
});

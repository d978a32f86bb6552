import { expect, test } from 'vitest';
import { rowSampler } from '../patterns/pattern.ts';
import { build } from './build.ts';

const host = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };

test.each([60, 61])(
  'a star of %i cycles is its formula, and grey in the middle',
  async (cycles) => {
    const side = 128;
    const scene = await build(
      { hfov: 0.1, imageSize: side, cycles, modulation: 0.6, mean: 0.5 },
      host,
    );
    const plane = scene.raster(0);
    const sample = (x: number, y: number) => plane[y * side + x]!;
    expect(sample(64, 64)).toBeCloseTo(0.5, 6);
    for (const [x, y] of [
      [5, 9],
      [120, 30],
      [20, 100],
      [90, 115],
    ] as const) {
      const angle = Math.atan2(y + 0.5 - 64, x + 0.5 - 64);
      expect(sample(x, y)).toBeCloseTo(0.5 * (1 + 0.6 * Math.cos(cycles * angle)), 5);
      // The pattern over a tiny square round the sample.
      const [u, v] = [(x + 0.5) / side, (y + 0.5) / side];
      const out = [new Float32Array(1)];
      rowSampler(scene.pattern, Float64Array.of(u - 1e-5, u + 1e-5))(v - 1e-5, v + 1e-5, out);
      expect(out[0]![0]).toBeCloseTo(sample(x, y), 4);
    }
  },
);

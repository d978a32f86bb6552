import { gaussianOf, philox } from '@lumenloom/engine';
import { expect, it } from 'vitest';
import { pictureNoise } from './picture-noise.ts';

it('finds the deviation of white noise on a gradient with edges, within 5 %', () => {
  const [rows, columns, deviation] = [128, 128, 6];
  const words = new Uint32Array(4);
  const data = Uint8Array.from({ length: rows * columns }, (_, i) => {
    philox([i, 0, 0, 0], [3, 4], words);
    const edge = i % columns > 50 ? 60 : 0;
    return Math.round(60 + edge + i / columns / 4 + deviation * gaussianOf(words[0]!));
  });
  const found = pictureNoise(data, { rows, columns, channels: 1 });
  expect(Math.abs(found / deviation - 1)).toBeLessThan(0.05);
  expect(pictureNoise(data.fill(90), { rows, columns, channels: 1 })).toBe(0);
});

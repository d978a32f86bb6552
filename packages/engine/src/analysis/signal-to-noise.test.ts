import { expect, test } from 'vitest';
import { signalToNoise } from './signal-to-noise.ts';

test('shot noise alone: the signal-to-noise ratio in dB is ten times the logarithm of the electrons', () => {
  const { total, shot, read } = signalToNoise(1000, { readNoise: 0, dsnu: 0, prnu: 0 });
  expect(total).toBeCloseTo(30, 12);
  expect(shot).toBeCloseTo(30, 12);
  expect(read).toBe(Infinity);
});

test('the powers of all sources add up', () => {
  const { total, shot, read, dsnu, prnu } = signalToNoise(400, {
    readNoise: 7.5,
    dsnu: 7.8,
    prnu: 0.0022,
  });
  const noise = [shot, read, dsnu, prnu].reduce((sum, decibels) => sum + 10 ** (-decibels / 10), 0);
  expect(total).toBeCloseTo(-10 * Math.log10(noise), 12);
});

import { describe, expect, it } from 'vitest';
import { keepUnits, logGroups } from './log-groups.ts';

describe('logGroups', () => {
  it('joins consecutive lines of a topic, and leaves lines without one alone', () => {
    expect(logGroups([undefined, undefined, 'Lens', 'Lens', 'Sensor', 'Lens', undefined])).toEqual([
      { topic: undefined, from: 0, to: 1 },
      { topic: undefined, from: 1, to: 2 },
      { topic: 'Lens', from: 2, to: 4 },
      { topic: 'Sensor', from: 4, to: 5 },
      { topic: 'Lens', from: 5, to: 6 },
      { topic: undefined, from: 6, to: 7 },
    ]);
    expect(logGroups([])).toEqual([]);
  });
});

describe('keepUnits', () => {
  it.each([
    ['clipped: G 6.78 %.', 'clipped: G 6.78_%.'],
    ['Gain: 128 µV/e⁻, 8.79 e⁻ per code.', 'Gain: 128_µV/e⁻, 8.79_e⁻ per code.'],
    ['0.0123456 s (chart)', '0.0123456_s (chart)'],
    ['MTF at Nyquist (227 lp/mm)', 'MTF at Nyquist (227_lp/mm)'],
    ['points smaller than 2 px are removed', 'points smaller than 2_px are removed'],
  ])('ties figure and unit: %s', (line, tied) => {
    expect(keepUnits(line).replaceAll('\u00a0', '_')).toBe(tied);
  });

  it.each([
    '96 x 64 samples',
    '3 simulations start before this one.',
    'axis 0.75; corner 0.73 tangential',
  ])('leaves other words free: %s', (line) => {
    expect(keepUnits(line)).toBe(line);
  });
});

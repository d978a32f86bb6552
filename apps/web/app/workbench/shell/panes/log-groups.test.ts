import { describe, expect, it } from 'vitest';
import { keepUnits, labelOf, logGroups } from './log-groups.ts';

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
    ['clipped: G 6.78 %.', 'clipped: G_6.78_%.'],
    ['Gain: 128 µV/e⁻, 8.79 e⁻ per code.', 'Gain: 128_µV/e⁻, 8.79_e⁻ per code.'],
    ['0.0123456 s (chart)', '0.0123456_s (chart)'],
    ['MTF at Nyquist (227 lp/mm)', 'MTF at Nyquist (227_lp/mm)'],
    ['R 1 %, B < 0.01 %', 'R_1_%, B_< 0.01_%'],
    ['blue, B/R +21 %.', 'blue, B/R_+21_%.'],
    ['96 × 64 samples', '96_×_64 samples'],
    ['Exposure: 44.1 ms (chart)', 'Exposure: 44.1_ms (chart)'],
    ['Headroom: 0.71 stops to', 'Headroom: 0.71_stops to'],
    ['points smaller than 2 px are removed', 'points smaller than 2_px are removed'],
  ])('ties figure and unit: %s', (line, tied) => {
    expect(keepUnits(line).replaceAll('\u00a0', '_')).toBe(tied);
  });

  it.each(['3 simulations start before this one.', 'axis 0.75; corner 0.73 tangential'])(
    'leaves other words free: %s',
    (line) => {
      expect(keepUnits(line)).toBe(line);
    },
  );
});

describe('labelOf', () => {
  it.each([
    ['Exposure: 0.01 s (chart).', 'Exposure:'],
    ['MTF at Nyquist (227 lp/mm): axis 0.46.', 'MTF at Nyquist (227 lp/mm):'],
    ['Set R 1.167, B 4.167; neutral R 1.268: a white diffuser will look blue.', ''],
    ['DPC replaced 1 pixel, 0 of them isolated bright. The sensor has no defects.', ''],
    ['8 rows above and below the scene stay black.', ''],
  ])('%s', (line, label) => {
    expect(labelOf(line)).toBe(label);
  });
});

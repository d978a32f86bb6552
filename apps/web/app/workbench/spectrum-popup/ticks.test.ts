import { describe, expect, it } from 'vitest';
import { shortNumber, ticksTo } from './ticks.ts';

describe('ticksTo', () => {
  it.each([
    [100, [0, 20, 40, 60, 80, 100]],
    [118, [0, 25, 50, 75, 100, 125]],
    [0.0031, [0, 0.001, 0.002, 0.003, 0.004]],
    [7, [0, 2, 4, 6, 8]],
    [0, [0, 1]],
    [NaN, [0, 1]],
  ])('%d', (maximum, ticks) => expect(ticksTo(maximum)).toEqual(ticks));
});

describe('shortNumber', () => {
  it.each([[0, '0'], [117.812345, '117.8'], [0.0001234, '1.23e-4'], [2.5e7, '2.50e7']])('%d is %s', (value, text) => expect(shortNumber(value)).toBe(text));
});

import { describe, expect, it } from 'vitest';
import { exposureInWords, exposureOf } from './typed-exposure.ts';

const typed = { mode: 'auto', seconds: '', longest: '', compensation: '0' };

describe('the exposure as it is typed', () => {
  it('is nothing where the meter decides alone', () => {
    expect(exposureOf(typed)).toBeUndefined();
    expect(
      exposureOf({ ...typed, seconds: '3', longest: ' ', compensation: '-0.0' }),
    ).toBeUndefined();
    expect(exposureInWords(undefined)).toBe('auto');
  });

  it('has the fields of its mode alone', () => {
    const all = { ...typed, seconds: ' 0.02', longest: '1', compensation: '-2' };
    expect(exposureOf({ ...all, mode: 'fixed' })).toEqual({ mode: 'fixed', seconds: '0.02' });
    expect(exposureOf(all)).toEqual({ longest: '1', compensation: '-2' });
  });

  it('is said in a line', () => {
    expect(exposureInWords({ mode: 'fixed', seconds: '0.02' })).toBe('fixed 0.02 s');
    expect(exposureInWords({ longest: '0.033', compensation: '1' })).toBe(
      'auto, at most 0.033 s, +1 stops',
    );
    expect(exposureInWords({ mode: 'fixed' })).toBe('fixed');
  });
});

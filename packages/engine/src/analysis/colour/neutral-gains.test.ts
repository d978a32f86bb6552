import { describe, expect, it } from 'vitest';
import { neutralGains } from './neutral-gains.ts';

const spectrum = (...values: number[]): Float64Array => Float64Array.from(values);
const responses = [spectrum(0, 0.1, 0.4), spectrum(0.1, 0.5, 0.1), spectrum(0.4, 0.1, 0)];

describe('neutralGains', () => {
  it('divides the green signal by the red and the blue one', () => {
    // Green 1*.1 + 2*.5 + 4*.1 = 1.5; red 2*.1 + 4*.4 = 1.8; blue 1*.4 + 2*.1 = .6.
    const { red, blue } = neutralGains(spectrum(1, 2, 4), responses);
    expect(red).toBeCloseTo(1.5 / 1.8, 12);
    expect(blue).toBeCloseTo(1.5 / 0.6, 12);
  });

  it('does not depend on the brightness', () => {
    expect(neutralGains(spectrum(8, 16, 32), responses)).toEqual(
      neutralGains(spectrum(1, 2, 4), responses),
    );
  });

  it('has no finite gain for a channel without light', () => {
    expect(neutralGains(spectrum(1, 0, 0), responses).red).toBe(Infinity);
    expect(neutralGains(spectrum(0, 0, 0), responses).blue).toBeNaN();
  });
});

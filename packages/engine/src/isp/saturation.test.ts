import { describe, expect, it } from 'vitest';
import { saturationLevel } from './saturation.ts';

const none = { blcR: 0, blcGr: 0, blcGb: 0, blcB: 0, blcalpha: 0, blcbeta: 0 };

describe('saturation level', () => {
  it('is full scale without black levels', () => {
    expect(saturationLevel(none, 10)).toBe(1023);
  });
  it('is the largest of the four colours', () => {
    expect(saturationLevel({ ...none, blcR: 100, blcGr: 50, blcGb: 60, blcB: 70 }, 10)).toBe(973);
    // 973 + 923 · 512/1024 = 1434.5, cut off.
    expect(
      saturationLevel({ ...none, blcR: 100, blcGr: 50, blcGb: 60, blcB: 70, blcalpha: 512 }, 10),
    ).toBe(1434);
  });
});

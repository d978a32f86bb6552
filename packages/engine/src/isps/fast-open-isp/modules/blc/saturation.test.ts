import { describe, expect, it } from 'vitest';
import { fullAfterBlc } from './saturation.ts';

const none = { blcR: 0, blcGr: 0, blcGb: 0, blcB: 0, blcalpha: 0, blcbeta: 0 };

describe('the highest code after BLC', () => {
  it('stays what it is without black levels', () => {
    expect(fullAfterBlc(none, 1023)).toBe(1023);
  });
  it('is the largest of the four colours', () => {
    expect(fullAfterBlc({ ...none, blcR: 100, blcGr: 50, blcGb: 60, blcB: 70 }, 1023)).toBe(973);
    // 973 + 923 · 512/1024 = 1434.5, cut off.
    expect(
      fullAfterBlc({ ...none, blcR: 100, blcGr: 50, blcGb: 60, blcB: 70, blcalpha: 512 }, 1023),
    ).toBe(1434);
  });
});

import { DEFAULT_CUSTOM_PHOTONS } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { editCell, leaveCell, spectrumRows } from './spectrum-rows.ts';

/** Index of 550 nm. */
const BAND = 15;
const rows = spectrumRows(DEFAULT_CUSTOM_PHOTONS);

describe('the custom spectrum table', () => {
  it('shows 31 rows with six decimals', () => {
    expect(rows).toHaveLength(31);
    for (const { photonsText, energyText } of rows)
      expect([photonsText, energyText]).toEqual([
        expect.stringMatching(/^\d+\.\d{6}$/),
        expect.stringMatching(/^\d+\.\d{6}$/),
      ]);
  });

  it('turns photons into energy: h c / 550 nm x 10^20 = 36.117 J', () => {
    // 6.62607015e-34 x 299792458 / 550e-9 x 1e20, by hand: 36.1171...
    const row = editCell(rows[BAND]!, 'photons', '1', BAND);
    expect(row).toMatchObject({ photonsText: '1', photons: 1 });
    expect(Number(row.energyText)).toBeCloseTo(36.1174, 3);
    expect(row.energyText).toMatch(/^\d+\.\d{6}$/);
  });

  it('turns energy into photons, and keeps all digits of what is sent', () => {
    const row = editCell(rows[BAND]!, 'energy', '36.117', BAND);
    expect(row).toMatchObject({
      photonsText: expect.stringMatching(/^(0\.9999|1\.0000)\d\d$/) as string,
      energyText: '36.117',
    });
    expect(row.photons).toBeCloseTo(1, 4);
    expect(String(row.photons).length).toBeGreaterThan(8);
  });

  it.each(['abc', '', ' ', '1e999', '--1'])('ignores %j and clears the other cell', (text) => {
    const before = rows[BAND]!;
    const photons = editCell(before, 'photons', text, BAND);
    expect(photons).toEqual({ photonsText: text, energyText: '', photons: before.photons });
    expect(editCell(before, 'energy', text, BAND)).toEqual({
      photonsText: '',
      energyText: text,
      photons: before.photons,
    });
    expect(leaveCell(photons, BAND)).toBe(photons);
  });

  it('writes six decimals again when a cell is left', () => {
    expect(leaveCell(editCell(rows[BAND]!, 'photons', '2.5', BAND), BAND).photonsText).toBe(
      '2.500000',
    );
  });
});

import { expect, it } from 'vitest';
import { focusOf, SETTINGS, USUAL } from './analysed-for.ts';

const { fields, wavelengths, objectM } = SETTINGS;

it('reads what it shows', () => {
  for (const { textOf, read } of [fields, wavelengths, objectM])
    expect({ ...USUAL, ...(read(textOf(USUAL)) as object) }).toEqual(USUAL);
});

it('takes lists with spaces or commas, in their order', () => {
  expect(fields.read('100, 0 50')).toEqual({ fields: [0, 0.5, 1] });
  expect(wavelengths.read('550')).toEqual({ wavelengths: [550] });
  expect(wavelengths.read('656.3,486.1')).toEqual({ wavelengths: [486.1, 656.3] });
});

it('says what is wrong', () => {
  expect(fields.read('0 120')).toBe('Fields: 120 is not from 0 to 100.');
  expect(fields.read('')).toBe('Fields: one to 5 numbers, with spaces between them.');
  expect(wavelengths.read('blue')).toBe('Wavelengths: blue is not from 360 to 1000.');
  expect(objectM.read('-1')).toBe('Object: metres above 0, or ∞.');
});

it('puts object and focus', () => {
  expect(focusOf(USUAL)).toEqual({});
  expect(focusOf({ ...USUAL, objectM: 0.5 })).toEqual({ focus: { objectDistance: 0.5 } });
  expect(focusOf({ ...USUAL, objectM: 0.5, isFocused: true })).toEqual({
    focus: { objectDistance: 0.5, focusDistance: 0.5 },
  });
});

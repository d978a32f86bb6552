import { describe, expect, it } from 'vitest';
import { pastedRows } from './pasted-numbers.ts';

const cells = (text: string, from = 0) =>
  pastedRows(text, from)?.rows.map(({ band, cells: row }) => [band, ...row]);

describe('pastedRows', () => {
  it('takes a column of a spreadsheet downwards, from the row of the focus', () => {
    expect(cells('1.5\r\n2.5\r\n3\r\n', 4)).toEqual([
      [4, '1.5'],
      [5, '2.5'],
      [6, '3'],
    ]);
  });

  it('takes two columns side by side', () => {
    expect(cells('1\t36.1\n2\t72.2')).toEqual([
      [0, '1', '36.1'],
      [1, '2', '72.2'],
    ]);
  });

  it('puts the values of a CSV file to their wavelengths, without its heading', () => {
    expect(cells('wavelength,photons\n500,1.5\n510,2.5\n700,9', 3)).toEqual([
      [10, '1.5'],
      [11, '2.5'],
      [30, '9'],
    ]);
  });

  it('knows decimal commas in a column and beside semicolons', () => {
    expect(cells('1,5\n2,25')).toEqual([
      [0, '1.5'],
      [1, '2.25'],
    ]);
    expect(cells('400;1,5\n410;2,5')).toEqual([
      [0, '1.5'],
      [1, '2.5'],
    ]);
    expect(cells('1.5,36\n2.5,37')).toEqual([
      [0, '1.5', '36'],
      [1, '2.5', '37'],
    ]);
  });

  it('strips quotes, keeps a cell that is no number, and counts what does not fit', () => {
    expect(cells('"1"\nn/a\n3')).toEqual([
      [0, '1'],
      [1, 'n/a'],
      [2, '3'],
    ]);
    const forty = Array.from({ length: 40 }, (_, index) => index).join('\n');
    expect(pastedRows(forty, 1)).toMatchObject({ left: 10, rows: { length: 30 } });
  });

  it('leaves a single value and text without numbers to the field', () => {
    expect(pastedRows('3.5', 0)).toBeUndefined();
    expect(pastedRows('3,5\n', 0)).toBeUndefined();
    expect(pastedRows('light\nblue', 0)).toBeUndefined();
  });
});

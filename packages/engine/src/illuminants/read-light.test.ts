import { describe, expect, it } from 'vitest';
import { WAVELENGTHS, energyToPhotons } from '../quantities/wavelengths.ts';
import { illuminants } from './list.ts';
import { readLight } from './read-light.ts';

const { energy } = illuminants.d65;
const table = (values: readonly number[], separator = ','): string =>
  values.map((value, band) => `${WAVELENGTHS[band]}${separator}${value}`).join('\n');
const bandsOf = (text: string): readonly number[] => [
  ...readLight(text, 'mine').illuminant.energy!,
];

describe('a spectrum of one’s own', () => {
  it.each([
    ['commas', table(energy)],
    ['a header', `nm,energy\n${table(energy)}\n`],
    ['tabs', table(energy, '\t')],
    ['semicolons and decimal commas', table(energy, ';').replaceAll('.', ',')],
    [
      'blanks, comments and other line ends',
      `# D65\r\n${table(energy, '  ').replaceAll('\n', '\r\n')}`,
    ],
  ])('of the samples of D65 is D65: %s', (_, text) => {
    const { illuminant, notes } = readLight(text, 'mine');
    expect(illuminant).toEqual({
      label: 'D65',
      energy: Float64Array.from(energy),
      absolute: false,
    });
    expect(notes).toEqual([
      'The light is that of mine: 31 samples of energy from 400 to 700 nm, those of D65.',
    ]);
  });
  it('photons, where the header says so, become energy', () => {
    const photons = [...energyToPhotons(energy)].map((value) => value * 1e-18);
    const read = bandsOf(`wavelength,photons\n${table(photons)}`);
    for (const [band, value] of read.entries())
      expect(value / read[16]!).toBeCloseTo(energy[band]! / energy[16]!, 12);
  });
  it('a linear spectrum is that line at any step', () => {
    for (const step of [0.5, 1, 2, 5, 10, 20, 50]) {
      const rows = Array.from({ length: 400 / step + 1 }, (_, i) => 350 + i * step);
      const read = bandsOf(rows.map((nm) => `${nm} ${nm - 300}`).join('\n'));
      for (const [band, value] of read.entries())
        expect(value, `step ${step}`).toBeCloseTo(WAVELENGTHS[band]! - 300, 9);
    }
  });
  it('a narrow line keeps its area', () => {
    const rows = Array.from({ length: 401 }, (_, i) => `${350 + i} ${i === 193 ? 40 : 0}`);
    const read = bandsOf(rows.join('\n'));
    expect(read.reduce((sum, value) => sum + 10 * value, 0)).toBeCloseTo(40, 12);
    expect(read[14]).toBeCloseTo(4, 12);
  });
  it('says that bands are not covered, and takes them as dark', () => {
    const { illuminant, notes } = readLight(
      table(energy).split('\n').slice(3, 20).join('\n'),
      'led.csv',
    );
    expect(notes[1]).toBe(
      'led.csv does not cover 400 to 700 nm: the light is taken as 0 in the bands outside.',
    );
    expect([...illuminant.energy!].map((value) => value > 0)).toEqual(
      WAVELENGTHS.map((nm) => nm >= 430 && nm <= 590),
    );
  });
});

describe('wrong spectra', () => {
  it.each([
    ['an empty file', '', 'Line 1: the file has no numbers.'],
    ['one sample', '400,1', 'Line 1: a spectrum needs at least two samples.'],
    ['a negative value', '400,1\n410,-2', 'Line 2: the value -2 is negative.'],
    ['NaN', '400,1\n410,NaN', 'Line 2: "NaN" in column 2 is no number.'],
    ['infinity', '400,1\n410,1e999', 'Line 2: "1e999" in column 2 is no number.'],
    ['a line cut off', '400,1\n410', 'Line 2: 1 columns; there must be 2.'],
    ['three columns', '400,1,2\n410,1,2', 'Line 1: 3 columns; there must be 2.'],
    [
      'wavelengths that go back',
      '400,1\n410,1\n405,1',
      'Line 3: the wavelength 405 nm does not exceed the one before it.',
    ],
    [
      'micrometres',
      '0.4,1\n0.5,1',
      'Line 1: the wavelength must be in nm, from 100 to 20000, not 0.4.',
    ],
    ['text after the header', 'nm,energy\nblue,1', 'Line 2: "blue" in column 1 is no number.'],
    ['no light that counts', '800,1\n900,1', 'The light has no energy between 400 and 700 nm.'],
  ])('%s', (_, text, sentence) => {
    expect(() => readLight(text, 'mine')).toThrow(sentence);
  });
});

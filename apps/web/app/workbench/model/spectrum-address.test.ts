import { describe, expect, it } from 'vitest';
import { readSpectrum, spectrumAddress } from './spectrum-address.ts';

describe('the address of a plot', () => {
  const spectrum = {
    label: 'Illuminant A',
    luminance: 12.5,
    wave: [400, 410],
    energy: [1, 2.5],
  } as const;

  it('carries the curve', () => {
    const address = spectrumAddress(spectrum);
    expect(address).toMatch(/^\/spectrum#/);
    expect(readSpectrum(address.slice(address.indexOf('#')))).toEqual(spectrum);
  });

  it.each([
    '',
    '#',
    '#%',
    '#null',
    '#{"label":"x"}',
    '#{"label":"x","wave":[400,410],"energy":[1]}',
    '#{"label":"x","wave":[400],"energy":["1"]}',
  ])('takes %j for none', (hash) => {
    expect(readSpectrum(hash)).toBeUndefined();
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spectrumColours, wavelengthColour } from './spectrum-colours.ts';

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

describe('wavelength colours', () => {
  it.each([
    [450, 2],
    [530, 1],
    [650, 0],
  ])('%d nm is mostly channel %d', (wavelength, strongest) => {
    const found = channels(wavelengthColour(wavelength));
    expect(found.indexOf(Math.max(...found))).toBe(strongest);
  });

  it('are valid colours, and never so dark that they vanish on ink', () => {
    for (const colour of spectrumColours(31)) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(Math.max(...channels(colour))).toBeGreaterThan(150);
    }
  });

  it('are one per thread', () => {
    expect(spectrumColours(31)).toHaveLength(31);
    expect(spectrumColours(7).at(0)).toBe(spectrumColours(31).at(0));
    expect(spectrumColours(7).at(-1)).toBe(spectrumColours(31).at(-1));
  });

  it('are the ones of the favicon', () => {
    const favicon = readFileSync(new URL('../../../public/favicon.svg', import.meta.url), 'utf8');
    expect(favicon.match(/#[0-9a-f]{6}/g)).toEqual(spectrumColours(7));
  });
});

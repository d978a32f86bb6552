import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { chosenFigures, figureLabel, foundFigures } from './figure-labels.ts';
import { FIGURE_NAMES, isFigure } from './report-schema.ts';

describe('figureLabel', () => {
  it.each([
    ['sensor.snrAtGrey18', 'SNR at 18 % grey, dB'],
    ['sensor.clippedPercent[1]', 'Clipped pixels of the sensor, 2nd channel (Bayer: green), %'],
    ['isp.clippedPercent.ccm.2', 'Clipped pixels after CCM, blue, %'],
    ['isp.clippedPercent.gac.0', 'Clipped pixels after GAC, red, %'],
    ['measurements.sfr.edges.1.developed.mtf50', 'MTF50 of the developed picture, edge 2, cy/px'],
    ['case:Night/measurements.colour.mean', 'Night: Mean colour error, ΔE00'],
    ['measurements.histogram.raw.red.length', 'Number of histogram raw red'],
    ['measurements.star.raw.modulationAtHalfNyquist', 'Star raw modulation at half Nyquist'],
    ['measurements.nps.true.rowVariance', 'NPS true row variance'],
    ['measurements.texture.true.mtf50', 'Texture true MTF50'],
    ['design.levels[0].snrDb[1]', 'SNR by design, 1st illuminance, 2nd channel (Bayer: green), dB'],
    ['design.levels[11].lux', 'Illuminance by design, 12th illuminance, lx'],
    ['design.snr10Lux', 'Illuminance of SNR 10 by design, lx'],
    ['sensor.snrAtGrey18 ≥', 'SNR at 18 % grey, dB'],
    ['price', 'price'],
  ])('calls %s %s', (figure, label) => {
    expect(figureLabel(figure)).toBe(label);
  });

  it('has another name without code for each figure', () => {
    const labels = [...FIGURE_NAMES, ...chosenFigures(), ...DATASET_FIGURES.keys()].map(
      (figure) => [figure, figureLabel(figure)] as const,
    );
    expect(labels.filter(([, label]) => /[a-z]\.[a-z]|[a-z][A-Z][a-z]{2}/.test(label))).toEqual([]);
    expect(new Set(labels.map(([, label]) => label)).size).toBe(
      new Set(labels.map(([figure]) => figure)).size,
    );
  });
});

it('lists figures of reports, and finds the others by their names, groups and codes', () => {
  expect(chosenFigures().filter((figure) => !isFigure(figure))).toEqual([]);
  expect(foundFigures('')).toHaveLength(chosenFigures().length);
  expect(foundFigures('grey developed')).toEqual(['measurements.noise.grey18Db']);
  expect(foundFigures('snratgrey')).toEqual(['sensor.snrAtGrey18']);
  expect(foundFigures('sensor.clippedPercent[3]')[0]).toBe('sensor.clippedPercent[3]');
  expect(foundFigures('forming nodes')).toEqual(['optics.forming.nodes']);
});

import { describe, expect, it } from 'vitest';
import { filtered, NO_FILTERS, type Filters } from './filters.ts';
import type { PartRow, SensorFigures } from './part-rows.ts';

const lens = (label: string, focalLengthMm: number, fNumber: number, circle: number): PartRow => ({
  name: `published:${label}`,
  label,
  group: 'Published',
  summary: '',
  lens: { focalLengthMm, fNumber, imageCircleMm: circle },
});
const sensor = (label: string, pixelUm: number | null, pattern: string): PartRow => ({
  ...lens(label, 0, 0, 0),
  lens: undefined,
  shutter: label.startsWith('G') ? 'global' : null,
  sensor: { pixelUm, pattern } as SensorFigures,
});
const rows: readonly PartRow[] = [
  lens('Heliar 100 mm f/4', 100.1, 3.995, 80),
  lens('Ultron 50 mm f/2', 50, 1.99, 42),
  lens('Triplet', 8.2, 4.98, 5.9),
  { name: 'D65', label: 'D65', group: 'Built in', summary: '' },
];
const labelsFor = (filters: Partial<Filters>, diagonalMm = 1.7) =>
  filtered(rows, { ...NO_FILTERS, ...filters }, diagonalMm).rows.map(({ label }) => label);

describe('finding parts', () => {
  it('by words, focal lengths and f-numbers in the search', () => {
    expect(labelsFor({ search: '50 f/2' })).toEqual(['Ultron 50 mm f/2']);
    expect(labelsFor({ search: 'f/4' })).toEqual(['Heliar 100 mm f/4']);
    expect(labelsFor({ search: '8.2' })).toEqual(['Triplet']);
    expect(labelsFor({ search: 'HELIAR' })).toEqual(['Heliar 100 mm f/4']);
  });

  it('by group, focal length, f-number and image circle', () => {
    expect(labelsFor({ groups: ['Built in'] })).toEqual(['D65']);
    expect(labelsFor({ shortest: '20', longest: '60' })).toEqual(['Ultron 50 mm f/2']);
    expect(labelsFor({ slowest: '2' })).toEqual(['Ultron 50 mm f/2']);
    expect(labelsFor({ covers: true }, 50)).toEqual(['Heliar 100 mm f/4']);
  });

  it('by pitch, shutter and colours of a sensor; what is not known is left out', () => {
    const sensors = [
      sensor('G1', 3.45, 'mono'),
      sensor('G2', 6.9, 'rggb'),
      sensor('R', null, 'mono'),
    ];
    const found = (filters: Partial<Filters>) =>
      filtered(sensors, { ...NO_FILTERS, ...filters }, 1).rows.map(({ label }) => label);
    expect(found({ finest: '4' })).toEqual(['G2']);
    expect(found({ coarsest: '4' })).toEqual(['G1']);
    expect(found({ shutter: 'global', mono: true })).toEqual(['G1']);
    const mounted = [{ ...rows[0]!, mount: 'C' }, rows[1]!];
    expect(filtered(mounted, { ...NO_FILTERS, mount: 'C' }, 1).rows).toEqual([mounted[0]]);
  });

  it('says which filter leaves out most where nothing fits', () => {
    expect(filtered(rows, { ...NO_FILTERS, covers: true, slowest: '5' }, 1000).problem).toBe(
      'Nothing fits. Covers my sensor excludes most: without it there are 3.',
    );
    expect(filtered(rows, { ...NO_FILTERS, search: 'x', longest: '1' }, 1).problem).toBe(
      'Nothing fits, not even without one of the filters: clear two of them.',
    );
    expect(filtered(rows, NO_FILTERS, 1).problem).toBeUndefined();
  });
});

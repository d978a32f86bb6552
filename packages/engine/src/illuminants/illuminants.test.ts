import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { luminanceOf } from '../colour/xyz.ts';
import { BANDS } from '../quantities/wavelengths.ts';
import { illuminants } from './list.ts';

const folder = new URL('./tables/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const tables = Object.values(illuminants).filter((entry) => 'energy' in entry);

test('the choice list begins with the documented ones, in their order', () => {
  const documented = [
    'Custom',
    'D50',
    'D55',
    'D65',
    'D75',
    'Illuminant A',
    'Illuminant B',
    'Illuminant C',
    'Fluorescent',
    'Tungsten',
  ];
  const labels = Object.values(illuminants).map(({ label }) => label);
  expect(labels.slice(0, documented.length)).toEqual(documented);
});

test.each(files)('tables/%s has its line in list.ts', (name) => {
  const table = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown;
  expect(tables).toContainEqual(table);
});

test('there are as many lines as files', () => {
  expect(tables).toHaveLength(files.length);
});

describe.each(tables)('$label', (table) => {
  test('says where it is from', () => {
    expect(table.source.length).toBeGreaterThan(20);
    expect(table.quantity).toContain('S(560 nm) = 100');
  });
  test('has 31 positive numbers, 100 at 560 nm', () => {
    expect(table.energy).toHaveLength(BANDS);
    expect(table.energy.every((value) => value > 0 && Number.isFinite(value))).toBe(true);
    expect(table.energy[16]).toBe(100);
    expect(luminanceOf(table.energy)).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import { limitProblem, toEngineUnits, type Field, type NumberField } from './field-descriptor.ts';
import { UNIT_FACTORS, type Unit } from './quantities/units.ts';
import { hfovField } from './scenes/scene-descriptor.ts';
import { sensorFields } from './sensors/bayer/descriptor.ts';

const number = (unit: Unit, limits: Partial<NumberField> = {}): NumberField => ({
  kind: 'number',
  key: 'x',
  label: 'Thing',
  unit,
  default: 3,
  ...limits,
});

describe('the units people type', () => {
  test.each([
    ['', 1],
    ['°', Math.PI / 180],
    ['px', 1],
    ['µm', 1e-6],
    ['V', 1],
    ['mV', 1e-3],
    ['µV/s', 1e-6],
    ['e⁻', 1],
    ['%', 0.01],
    ['cd/m²', 1],
    ['s', 1],
    ['m', 1],
    ['mm', 1e-3],
    ['lx', 1],
    ['lp/mm', 1e3],
    ['stops', 1],
    ['Hz', 1],
  ] as const)('1 %s is %f in the engine', (unit, expected) => {
    expect(toEngineUnits([number(unit)], { x: 1 })).toEqual({ x: expected });
  });
  test('every unit is in the table above', () => {
    expect(Object.keys(UNIT_FACTORS)).toHaveLength(17);
  });
  test('the sensor’s defaults in SI units', () => {
    const parameters = toEngineUnits(sensorFields, {});
    const expected = {
      voltage_swing: 1.15,
      well_capacity: 9000,
      fill_factor: 0.45,
      pixel_size: 2.2e-6,
      dark_voltage: 1e-5,
      read_noise: 0.96e-3,
      prnu: 0.002218,
      dsnu: 1e-3,
      analog_gain: 1,
      analog_offset: 0,
      rows: 450,
      cols: 650,
    };
    expect(Object.keys(parameters)).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected))
      expect(parameters[key as keyof typeof parameters]).toBeCloseTo(value, 12);
  });
  test('180 degrees are π', () => {
    expect(toEngineUnits([hfovField], { hfov: 90 }).hfov).toBeCloseTo(Math.PI / 2, 15);
  });
  test('what is missing takes its default, in engine units too; 0 and false and blank are given, not missing', () => {
    const fields: readonly Field[] = [
      number('%'),
      { kind: 'switch', key: 'on', label: 'On', default: true },
      { kind: 'choice', key: 'kind', label: 'Kind', options: ['', 'a', 'b'], default: 'a' },
    ];
    expect(toEngineUnits(fields, {})).toEqual({ x: 0.03, on: true, kind: 'a' });
    expect(toEngineUnits(fields, { x: 0, on: false, kind: '' })).toEqual({
      x: 0,
      on: false,
      kind: '',
    });
  });
  test('every number of a pair and of a table is turned', () => {
    const fields: readonly Field[] = [
      {
        kind: 'pair',
        key: 'two',
        label: 'Two',
        unit: 'mV',
        parts: ['one', 'other'],
        default: [4, 6],
      },
      {
        kind: 'matrix',
        key: 'table',
        label: 'Table',
        unit: '%',
        rows: ['a', 'b'],
        columns: ['c', 'd'],
        default: [
          [1, 2],
          [3, 4],
        ],
      },
    ];
    expect(toEngineUnits(fields, {})).toEqual({
      two: [4 * 1e-3, 6 * 1e-3],
      table: [
        [0.01, 0.02],
        [0.03, 0.04],
      ],
    });
  });
  test('what is no field is left out', () => {
    expect(toEngineUnits([number('')], { x: 1, y: 2 })).toEqual({ x: 1 });
  });
});

describe('limits in sentences', () => {
  test.each([
    [number('px', { whole: true }), 2.5, 'Thing must be a whole number, not 2.5 px.'],
    [number('px', { whole: true, min: 1 }), 0, 'Thing must be at least 1 px, not 0 px.'],
    [number('', { min: 0 }), -0.25, 'Thing must be at least 0, not -0.25.'],
    [number('°', { above: 0 }), 0, 'Thing must be more than 0 °, not 0 °.'],
    [number('', { max: 1 }), 1.5, 'Thing must be at most 1, not 1.5.'],
    [number('°', { below: 180 }), 180, 'Thing must be less than 180 °, not 180 °.'],
    [number('V', { max: 100 }), 123456.789, 'Thing must be at most 100 V, not 123457 V.'],
    [number('e⁻', { above: 0 }), -1e-9, 'Thing must be more than 0 e⁻, not -1e-9 e⁻.'],
    [number('', { odd: true }), 4, 'Thing must be an odd whole number, not 4.'],
    [number('', { odd: true }), 3.5, 'Thing must be an odd whole number, not 3.5.'],
    [number('px', { whole: true }), Infinity, 'Thing must be a whole number, not Infinity px.'],
  ])('%j and %d', (field, value, sentence) => {
    expect(limitProblem(field, value)).toBe(sentence);
  });
  test.each([
    [number('px', { whole: true, min: 1, max: 4 }), 1],
    [number('px', { whole: true, min: 1, max: 4 }), 4],
    [number('', { above: 0, max: 1 }), 1e-300],
    [number('°', { above: 0, below: 180 }), 179.999999],
    [number(''), -1e300],
    [number('', { odd: true }), -3],
  ])('%j takes %d', (field, value) => {
    expect(limitProblem(field, value)).toBeUndefined();
  });
});

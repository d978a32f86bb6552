import { describe, expect, it } from 'vitest';
import { QUANTUM_EFFICIENCY, WAVELENGTHS } from '@lumenloom/engine/catalogue';
import {
  bellCurve,
  coloursOf,
  curvesOfText,
  darkCurve,
  filterCurve,
  scaledCurves,
  smoothedAt,
  textOf,
  tileOf,
  typedValue,
  valueAt,
  withCurves,
  withFilter,
  withQuantity,
  withRecipe,
  withTile,
  withValue,
} from './sensor-draft.ts';

const FILE = { name: 'Test', sensorParams: { read_noise: 1, rows: 64 } };

describe('a value of the sheet', () => {
  it('is put at its place, and objects that are empty go with it', () => {
    const dark = withValue(FILE, 'darkCurrent.electronsPerSecond', 5);
    expect(valueAt(dark, 'darkCurrent.electronsPerSecond')).toBe(5);
    expect(withValue(dark, 'darkCurrent.electronsPerSecond', undefined)).toEqual(FILE);
  });

  it('takes the place of the same quantity in other units', () => {
    expect(withQuantity(FILE, 'readNoiseElectrons', 3)).toEqual({
      name: 'Test',
      sensorParams: { rows: 64 },
      readNoiseElectrons: 3,
    });
  });

  it('is the number, the list or the text that was typed', () => {
    expect(typedValue({ kind: 'number' }, ' −2,5 ')).toBe(-2.5);
    expect(typedValue({ kind: 'number' }, 'two')).toBe('two');
    expect(typedValue({ kind: 'json' }, '[0.1, 0]')).toEqual([0.1, 0]);
    expect(typedValue({ kind: 'json' }, '[0.1,')).toBe('[0.1,');
    expect(typedValue({ kind: 'number' }, '')).toBeUndefined();
    expect(textOf({ aperture: [0.5, 1] }, { path: 'aperture' })).toBe('[0.5,1]');
  });

  it('of a recipe stands over that of a file, unless the file has another one in its place', () => {
    const laid = withRecipe(
      { ...FILE, readNoiseElectrons: 2, sensorParams: { rows: 64 } },
      { rows: '128', read_noise: '9', prnu: '' },
      { shutter: { kind: 'rolling' } },
    );
    expect(laid).toEqual({
      name: 'Test',
      readNoiseElectrons: 2,
      sensorParams: { rows: 128 },
      shutter: { kind: 'rolling' },
    });
  });
});

describe('the tile', () => {
  it('has its colours in the order of the channels', () => {
    expect(tileOf({ pattern: 'rccb' })).toEqual(['rw', 'wb']);
    expect(tileOf({ pattern: ['rq'] })).toBeUndefined();
    expect(coloursOf(['wb', 'rw'])).toEqual(['red', 'blue', 'white']);
  });

  it('keeps curves, and gives new colours those of the reference sensor', () => {
    const curves = { red: WAVELENGTHS.map(() => 0.5), green: WAVELENGTHS.map(() => 0.4) };
    const changed = withTile({ quantumEfficiency: {} }, ['rw'], curves);
    const { red, white } = changed['quantumEfficiency'] as Readonly<
      Record<string, readonly number[]>
    >;
    expect(red).toBe(curves.red);
    expect(white![20]).toBe(Math.max(...QUANTUM_EFFICIENCY.map((curve) => curve[20]!)));
    expect(changed['quantumEfficiency']).not.toHaveProperty('green');
  });
});

describe('curves', () => {
  it('are read from a text, whatever the order of its columns', () => {
    expect(curvesOfText('green;nm\n.5;400\n.6;700', ['green'])).toEqual({
      nm: [400, 700],
      green: [0.5, 0.6],
    });
    expect(curvesOfText('nm,red\n400,.1', ['green'])).toBe(
      'The first line must name the columns: nm,green.',
    );
    expect(curvesOfText('nm,green\n400,.1\n700', ['green'])).toBe('Line 3 must have 2 numbers.');
  });

  it('are scaled together to a known value between two bands', () => {
    const curves = {
      green: WAVELENGTHS.map((nm) => nm / 1400),
      red: WAVELENGTHS.map(() => 0.2),
    };
    const scaled = scaledCurves(curves, 'green', 525, 0.75);
    expect(scaled['red']![0]).toBeCloseTo(0.4, 12);
    expect(scaled['green']!.at(-1)).toBe(1);
  });

  it('of IR cut and coating stand between the points of their tables', () => {
    const sensor = { irCut: { nm: [500, 600], transmission: [1, 0.5] } };
    const curve = filterCurve(sensor, 'irCut')!;
    const at = (nm: number): number => curve[WAVELENGTHS.indexOf(nm)]!;
    expect([400, 500, 550, 600, 700].map(at)).toEqual([1, 1, 0.75, 0.5, 0.5]);
    expect(filterCurve(sensor, 'antiReflection')).toBeUndefined();
    expect(filterCurve({ irCut: 'ir.csv' }, 'irCut')).toBeUndefined();
    const { irCut } = withFilter(withCurves(sensor, {}), 'irCut', curve) as typeof sensor;
    expect(filterCurve({ irCut }, 'irCut')).toEqual(curve);
  });

  it('are a bell of a width at half of its peak, and smoother with their neighbours', () => {
    const bell = bellCurve(550, 100, 0.6);
    const [peak, half] = [550, 600].map((nm) => bell[WAVELENGTHS.indexOf(nm)]!);
    expect(peak).toBe(0.6);
    expect(half).toBe(0.3);
    expect([0, 1, 2].map((band) => smoothedAt([0, 1, 0], band))).toEqual([0.25, 0.5, 0.25]);
  });

  it('of the dark current double with every so many kelvins', () => {
    const { celsius, rate } = darkCurve({
      darkCurrent: { electronsPerSecond: 4, atCelsius: 20, doublingKelvin: 10 },
    })!;
    expect(rate[celsius.indexOf(50)]).toBeCloseTo(32, 9);
    expect(rate[celsius.indexOf(0)]).toBeCloseTo(1, 9);
    expect(darkCurve({ darkCurrent: { electronsPerSecond: 4 } })).toBeUndefined();
  });
});

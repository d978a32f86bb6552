import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  decodeText,
  drawLens,
  isMeasured,
  lensDesign,
  lensReport,
  loadGlassCatalogue,
  measuredDesign,
  measuredReport,
  readLens,
  readSensorFile,
  traceRays,
  type AssumedFigure,
} from '@lumenloom/engine';
import { sensorOfFile, sensors, toEngineUnits } from '@lumenloom/engine/catalogue';
import { partsIndex, publishedLens, publishedNames, readPublished } from '../src/published.ts';
import { factsOfSensors } from '../src/published-sensors.ts';

const sensorNames = await publishedNames('sensors');
/** What was measured of a lens in place of its surfaces. */
const MEASURED = ['pixel-4a'];
const lenses = (await publishedNames('lenses')).filter((name) => !MEASURED.includes(name));
const D_LINE = 587.5618;
/** Relative; sources round the focal length. */
const FOCAL_LENGTH_ERROR = 0.01;
/**
 * Relative: f-numbers are focal length over beam before the lens, working ones are the cone behind
 * it; lenses of old are not aplanatic.
 */
const WORKING_F_NUMBER_ERROR = 0.035;
const VISIBLE = [420, 450, 486.1327, 520, 550, 570, 580, D_LINE, 600, 656.2725, 700];
/** At these the blur is looked at, over the whole field. */
const [COLOURS, FIELDS] = [
  [450, 550, 650],
  [0, 0.2, 0.4, 0.5, 0.7, 0.85, 1],
];
/**
 * RMS radius of the blur over the radius of the image circle: in the inner half of the field, and
 * anywhere.
 */
const [INNER_BLUR, BLUR] = [1 / 150, 1 / 80];
const ROUNDING = 1e-9;
const ADDRESS = /^https?:\/\/\S+/;
/** Fields whose unknown values leave the signal as it is; the others are 0. */
const NEUTRAL = ['voltage_swing', 'fill_factor', 'analog_gain'];
const ASSUMED: Readonly<Record<string, AssumedFigure['key']>> = {
  well_capacity: 'wellElectrons',
  read_noise: 'readNoiseElectrons',
};
const facts = await factsOfSensors();

interface StatedSensor {
  readonly name: string;
  readonly source: string;
  readonly bits?: number;
  readonly sensorParams: Readonly<Record<string, number | null>>;
  readonly quantumEfficiency?: null | { readonly value: number; readonly nm: number };
  readonly emva1288?: { readonly snrMaxDb: number; readonly dynamicRangeDb?: number };
}

test('names are those of the lists, and nothing else is read', async () => {
  expect(lenses.length).toBeGreaterThanOrEqual(40);
  expect(sensorNames.length).toBeGreaterThanOrEqual(25);
  for (const name of ['../sensors/imx250', 'heliar.json', '', '/etc/passwd', '__proto__'])
    expect(await readPublished('lenses', name)).toBeUndefined();
});

describe.each(lenses)('the published lens %s', async (name) => {
  const catalogue = await loadGlassCatalogue([]);
  const { file } = readLens((await readPublished('lenses', name))!, `${name}.json`, {
    catalogue,
    keepFocus: false,
  });
  const design = lensDesign(file);
  const { stated } = file;

  it('names its source, has the focal length and the f-number that it states, and is drawn', () => {
    expect(file.source).toMatch(ADDRESS);
    const { firstOrder } = lensReport(design, [D_LINE], [0]);
    const [{ eflMm }] = firstOrder as [(typeof firstOrder)[0]];
    expect(Math.abs(eflMm / stated!.focalLengthMm - 1)).toBeLessThan(FOCAL_LENGTH_ERROR);
    const beside = [1 - ROUNDING, 1 + ROUNDING].map((share) => ({
      x: 0,
      y: (share * eflMm) / stated!.fNumber / 2,
      z: -1,
      L: 0,
      M: 0,
      N: 1,
      wavelengthNm: D_LINE,
    }));
    expect(traceRays(design, beside).map(({ ok }) => ok)).toEqual([true, false]);
    const svg = drawLens(design, D_LINE, [0, 0.7, 1]);
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toContain('NaN');
  });

  it('works at its f-number in all colours', () => {
    for (const { workingFNumber } of lensReport(design, VISIBLE, []).firstOrder)
      expect(Math.abs(workingFNumber / stated!.fNumber - 1)).toBeLessThan(WORKING_F_NUMBER_ERROR);
  });

  it('draws every field up to its rim, with ever less light and a blur that a photograph bears', () => {
    for (const colour of COLOURS) {
      const { fields } = lensReport(design, [colour], FIELDS);
      const heights = fields.map(({ chiefHeightMm }) => Math.abs(chiefHeightMm));
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
      const light = fields.map(({ relativeIllumination }) => relativeIllumination);
      expect(light).toEqual(light.toSorted((a, b) => b - a));
      expect(light[0]).toBe(1);
      expect(light.at(-1)).toBeGreaterThan(0.05);
      for (const [i, { rmsSpotUm }] of fields.entries())
        expect(rmsSpotUm / 1000 / heights.at(-1)!, `${colour} nm, field ${FIELDS[i]}`).toBeLessThan(
          FIELDS[i]! <= 0.5 ? INNER_BLUR : BLUR,
        );
    }
  });
});

test.each(MEASURED)('the measured lens %s says where each of its tables is from', async (name) => {
  const { file } = (await publishedLens(name))!;
  if (!isMeasured(file)) throw new Error('It has surfaces.');
  expect(file.source).toMatch(ADDRESS);
  const tables = Object.keys(file).filter((key) => !NAMES.includes(key));
  expect(Object.keys(file.sources!)).toEqual(expect.arrayContaining(tables));
  const { measured, fields } = measuredReport(measuredDesign(file), {
    ...{ wavelengths: [555], fields: [0, 1], frequencies: [] },
  });
  expect(measured.worst).toBeLessThan(CURVES);
  expect(fields[1]!.relativeIllumination).toBeCloseTo(0.358626, 3);
});
const NAMES = ['kind', 'name', 'source', 'sources'];
/** Law of the golden for the Pixel 4a (measured: .0095). */
const CURVES = 0.02;

describe.each(sensorNames)('the published sensor %s', (name) => {
  it('names its source, and is a sensor with the figures that this states', async () => {
    const text = decodeText((await readPublished('sensors', name))!);
    const stated = JSON.parse(text) as StatedSensor;
    expect(stated.source).toMatch(facts.has(name) ? /\S/ : ADDRESS);
    const { sensor, notes } = await readSensorFile(text, name);
    const plan = sensorOfFile(sensor, toEngineUnits(sensors.bayerGrbg.fields, sensor.parameters));
    expect(sensor.name).toBe(stated.name);
    if (stated.bits !== undefined) expect(plan.bits).toBe(stated.bits);
    const keys = sensor.assumed?.map(({ key }) => key) ?? [];
    // Values that it does not state are reported as unknown or assumed.
    for (const [key, value] of Object.entries(stated.sensorParams))
      if (value !== null) expect(sensor.parameters).toHaveProperty(key, value);
      else if (!ASSUMED[key])
        expect(sensor.parameters).toHaveProperty(key, NEUTRAL.includes(key) ? 1 : 0);
      else if (key !== 'well_capacity' || stated.sensorParams['pixel_size'] !== undefined)
        expect(keys).toContain(ASSUMED[key]);
    expect(keys.includes('quantumEfficiency')).toBe(stated.quantumEfficiency === null);
    const unknown = notes.filter((note) => note.startsWith('Unknown'));
    expect(unknown.join()).not.toMatch(/Read Noise|Well/);
    if (!stated.emva1288) return;
    const { well_capacity: well, voltage_swing: swing, read_noise: read } = plan.parameters;
    expect(10 * Math.log10(well)).toBeCloseTo(stated.emva1288.snrMaxDb, 9);
    if (stated.emva1288.dynamicRangeDb === undefined) return;
    const rounding = well / 2 ** plan.bits / Math.sqrt(12);
    const threshold = Math.hypot((read * well) / swing, rounding) + 0.5;
    expect(20 * Math.log10(well / threshold)).toBeCloseTo(stated.emva1288.dynamicRangeDb, 9);
  });
});

/** Absolute, of the quantum efficiency at 525 nm, and relative, of well and noise. */
const [EFFICIENCY_ERROR, LEVEL_ERROR] = [0.002, 0.005];

test('the parts table has the figures of sensors-published.json, and nothing where it has none', async () => {
  const { sensors: listed } = await partsIndex();
  const file = new URL('../published/sensors-published.json', import.meta.url);
  const { sensors: published } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly sensors: readonly {
      readonly id: string;
      readonly qe525Computed: number | null;
      readonly use: Readonly<Record<string, number | null>>;
    }[];
  };
  expect(published).toHaveLength(51);
  expect(listed.filter(({ name }) => name.startsWith('published:'))).toHaveLength(64);
  for (const { id, qe525Computed: efficiency, use } of published) {
    const { figures } = listed.find(({ name }) => name === `published:${id}`)!;
    const { quantumEfficiency525, wellElectrons, readNoiseElectrons } = figures;
    if (efficiency === null) expect(quantumEfficiency525, id).toBeNull();
    else expect(Math.abs(quantumEfficiency525! - efficiency), id).toBeLessThan(EFFICIENCY_ERROR);
    const levels = [
      [wellElectrons, use['saturationCapacityElectrons']],
      [readNoiseElectrons, use['temporalDarkNoiseElectrons']],
    ] as const;
    for (const [shown, stated] of levels)
      if (typeof stated === 'number')
        expect(Math.abs(shown! / stated - 1), id).toBeLessThan(LEVEL_ERROR);
    if (use['snrMaxDb'] === null && use['saturationCapacityElectrons'] === null)
      expect([wellElectrons, readNoiseElectrons], id).toEqual([null, null]);
  }
});

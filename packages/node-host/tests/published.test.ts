import { describe, expect, it, test } from 'vitest';
import {
  decodeText,
  drawLens,
  lensDesign,
  lensReport,
  loadGlassCatalogue,
  readLens,
  readSensorFile,
} from '@lumenloom/engine';
import { sensorOfFile, sensors, toEngineUnits } from '@lumenloom/engine/catalogue';
import { publishedNames, readPublished } from '../src/published.ts';

const [lenses, sensorNames] = [await publishedNames('lenses'), await publishedNames('sensors')];
const D_LINE = 587.5618;
/**
 * Relative. Sources round the focal length. The f-number that they state is that of paraxial rays; aberrations of fast lenses and of pupils
 * far behind the first surface change the cone of real rays, by which nothing in the files was chosen.
 */
const [FOCAL_LENGTH_ERROR, REAL_F_NUMBER_ERROR] = [0.01, 0.13];
const ROUNDING = 1e-9;
const ADDRESS = /^https:\/\/\S+/;

test('names are those of the lists, and nothing else is read', async () => {
  expect(lenses.length).toBeGreaterThanOrEqual(20);
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
    const [{ eflMm, entrancePupilDiameterMm, workingFNumber }] = firstOrder as [
      (typeof firstOrder)[0],
    ];
    expect(Math.abs(eflMm / stated!.focalLengthMm - 1)).toBeLessThan(FOCAL_LENGTH_ERROR);
    expect(Math.abs(eflMm / entrancePupilDiameterMm / stated!.fNumber - 1)).toBeLessThan(ROUNDING);
    expect(Math.abs(workingFNumber / stated!.fNumber - 1)).toBeLessThan(REAL_F_NUMBER_ERROR);
    const svg = drawLens(design, D_LINE, [0, 0.7, 1]);
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toContain('NaN');
  });

  it('traces every field up to its rim', () => {
    const { fields } = lensReport(design, [D_LINE], [0, 0.25, 0.5, 0.75, 1]);
    for (const { chiefHeightMm, relativeIllumination } of fields) {
      expect(Number.isFinite(chiefHeightMm)).toBe(true);
      expect(relativeIllumination).toBeGreaterThan(0);
    }
    const heights = fields.map(({ chiefHeightMm }) => Math.abs(chiefHeightMm));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });
});

describe.each(sensorNames)('the published sensor %s', (name) => {
  it('names its source, and is a sensor with the figures that this states', async () => {
    const text = decodeText((await readPublished('sensors', name))!);
    const stated = JSON.parse(text) as {
      readonly source: string;
      readonly emva1288: { readonly snrMaxDb: number; readonly dynamicRangeDb: number };
    };
    expect(stated.source).toMatch(ADDRESS);
    const { sensor, notes } = await readSensorFile(text, name);
    const plan = sensorOfFile(sensor, toEngineUnits(sensors.bayerGrbg.fields, sensor.parameters));
    // What it leaves to defaults is said.
    expect(notes.join(' ')).toMatch(/reference sensor is the default.*leaves to the recipe/);
    const { well_capacity: well, voltage_swing: swing, read_noise: read } = plan.parameters;
    expect(10 * Math.log10(well)).toBeCloseTo(stated.emva1288.snrMaxDb, 9);
    const rounding = well / 2 ** plan.bits / Math.sqrt(12);
    const threshold = Math.hypot((read * well) / swing, rounding) + 0.5;
    expect(20 * Math.log10(well / threshold)).toBeCloseTo(stated.emva1288.dynamicRangeDb, 9);
  });
});

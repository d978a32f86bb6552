import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import golden from '../../../packages/engine/references/optimise/sensor-design.json' with { type: 'json' };
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const DOCUMENT = {
  sensorParams: { pixel_size: 3.45, well_capacity: 10500, read_noise: 0.26, fill_factor: 1 },
  illuminant: 'D65',
  fNumber: 4,
  exposureSeconds: 0.01,
};

const CLOSE = 1e-9;
/** The same value but for a rounding in its numbers. */
const near = (value: unknown): unknown => {
  if (typeof value === 'number')
    return expect.toSatisfy(
      (other: number) => Math.abs(other - value) <= CLOSE * Math.max(1, Math.abs(value)),
    ) as unknown;
  if (Array.isArray(value)) return value.map(near);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]))
    : value;
};

async function figuresOf(document: unknown): Promise<Readonly<Record<string, unknown>>> {
  const path = await jsonFile(await temporaryFolder(), 'design.json', document);
  const { status, stdout, stderr } = await lumenloom('sensor-design', path, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test.each(golden.cases)('the figures of an independent tool, case %#', async (sample) => {
  expect(await figuresOf(sample.document)).toEqual({
    ...(near(sample.figures) as object),
    colours: ['red', 'green', 'blue'],
  });
});

test('electrons of white and their SNR are those of a picture in the same light', async () => {
  const lux = 100;
  const folder = await temporaryFolder();
  const figures = await figuresOf({ ...DOCUMENT, reflectance: 1, lux: [lux] });
  // An even diffuser at 100 lx; the picture takes the ideal lens, which is f/4.
  const recipe = await jsonFile(folder, 'recipe.json', {
    scene: 'Macbeth',
    illuminant: DOCUMENT.illuminant,
    illuminantLuminance: lux / Math.PI,
    sensor: 'Bayer-grbg',
    sensorParams: { ...DOCUMENT.sensorParams, rows: 32, cols: 32 },
    exposureParams: { mode: 'fixed', seconds: DOCUMENT.exposureSeconds },
  });
  expect((await lumenloom('simulate', recipe, '--out', folder)).status).toBe(0);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
    readonly sensor: { readonly electronsAtWhite: readonly number[]; readonly snrAtWhite: number };
  };
  expect(figures['levels']).toEqual([
    {
      lux,
      electrons: near(report.sensor.electronsAtWhite),
      // The run counts the rounding of its converter besides.
      snrDb: expect.arrayContaining([expect.closeTo(report.sensor.snrAtWhite, 3)]) as unknown,
    },
  ]);
});

test('a pixel that is full before SNR 10 has no illuminance of it', async () => {
  expect(
    await figuresOf({ ...DOCUMENT, sensorParams: { well_capacity: 80 }, lux: [1] }),
  ).toMatchObject({ snr10Lux: null, columns: 650, rows: 450 });
});

test.each([
  [{ ...DOCUMENT, fNumber: 0 }, /^fNumber must be a number above 0, at most 1000\./],
  [{ ...DOCUMENT, lux: [] }, /^lux must be a list of 1 to 1000 numbers/],
  [{ ...DOCUMENT, dieMm: [6] }, /^dieMm must be a list of two numbers/],
  [{ ...DOCUMENT, illuminant: 'Moon' }, /^illuminant: /],
  [{ ...DOCUMENT, sensorParams: { pitch: 2 } }, /^sensorParams\.pitch: There is no field pitch/],
  [{ ...DOCUMENT, sensorParams: { pixel_size: -1 } }, /^sensorParams\.pixel_size: /],
  [{ ...DOCUMENT, price: 3 }, /price means nothing in a sensor design/],
  [[], /A sensor design must be a JSON object/],
])('a wrong document is refused with its field, case %#', async (document, sentence) => {
  const path = await jsonFile(await temporaryFolder(), 'design.json', document);
  const { status, stdout, stderr } = await lumenloom('sensor-design', path);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
});

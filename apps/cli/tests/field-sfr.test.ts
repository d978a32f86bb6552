/**
 * docs/reference/physics.md#p9 by the product's own measurement: what `measure sfr --recipe`
 * measures on green pixels is what it says must be there, at the default quality.
 */
import { expect, test } from 'vitest';
import type { FieldSfrReport } from '@lumenloom/engine';
import {
  SFR_BEYOND_NYQUIST,
  SFR_TO_NYQUIST,
} from '../../../packages/engine/laws/optics/tolerances.ts';
import { expectHeld, recordPoints } from '../../../packages/engine/references/held.ts';
import { fieldTable } from '../dist/commands/measure/field-sfr.js';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recipeOf = async (optics: string, more: object = {}): Promise<string> =>
  jsonFile(await temporaryFolder(), 'recipe.json', {
    illuminant: 'D65',
    scene: 'Slanted Edge',
    optics,
    sensor: 'Bayer-grbg',
    ...more,
  });

async function measure(recipe: string, ...options: readonly string[]): Promise<FieldSfrReport> {
  const { status, stdout, stderr } = await lumenloom(
    'measure',
    'sfr',
    '--recipe',
    recipe,
    '--json',
    ...options,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as FieldSfrReport;
}

test.each(['', 'Cooke Triplet', 'Double-Gauss', 'Fisheye'])(
  'measured and true agree over the field: %s',
  async (optics) => {
    const { frequencies, fields } = await measure(await recipeOf(optics));
    const green = fields.filter(({ colour }) => colour === 'green');
    expect(green.map(({ field, direction }) => [field, direction])).toEqual(
      [0, 0.35, 0.7, 0.9].flatMap((field) => [
        [field, 'radial'],
        [field, 'tangential'],
      ]),
    );
    for (const { field, direction, raw, true: known, developed } of green) {
      expect(developed).toBeNull();
      if (!raw || 'problem' in raw)
        throw new Error(`${field}, ${direction}: ${raw?.problem ?? ''}`);
      const worst = (from: number, to: number): number =>
        Math.max(
          ...frequencies.map((frequency, i) =>
            frequency < from || frequency > to ? 0 : Math.abs(raw.sfr[i]! - known.sfr[i]!),
          ),
        );
      expectHeld('field-sfr', worst(0.05, 0.5), SFR_TO_NYQUIST);
      expectHeld('field-sfr-beyond', worst(0.5, 1), SFR_BEYOND_NYQUIST);
      recordPoints('fieldSfr', [
        { lens: optics || 'Ideal lens', field, direction, measured: raw.mtf50, true: known.mtf50 },
      ]);
    }
  },
  // Kernels are traced at eight places of the field.
  180_000,
);

test('every colour, raw and developed, with noise where it is asked for', async () => {
  const recipe = await recipeOf('', { isp: 'Fast-openISP' });
  const [quiet, noisy] = [
    await measure(recipe, '--field', '.5'),
    await measure(recipe, '--field', '.5', '--noise', 'on'),
  ];
  expect(quiet.fields.map(({ colour, raw }) => [colour, raw !== null])).toEqual(
    [...quiet.fields.slice(0, 4), ...quiet.fields.slice(0, 4)].map(({ colour }) => [
      colour,
      colour !== 'luminance',
    ]),
  );
  // The table says which edges its developed figures hold for.
  expect(quiet.edge).toEqual({ tiltDegrees: 5, contrast: 0.6 });
  const [heading, , line] = fieldTable(quiet).split('\n');
  expect(heading).toBe('MTF50, cycles per pixel, of edges tilted by 5°, contrast 0.60:');
  expect(line).toMatch(/^0\.5 +\d+\.\d +radial +\d+ × 132 +red /);
  expect(fieldTable(quiet)).toContain('docs/measuring-a-camera.md#developed');
  const mtf50 = (curve: FieldSfrReport['fields'][number]['raw']): number =>
    curve && 'mtf50' in curve ? curve.mtf50! : NaN;
  for (const [i, at] of quiet.fields.entries()) {
    // NLM and the interpolation of colours blur.
    expect(mtf50(at.developed)).toBeLessThan(0.5 * at.true.mtf50!);
    if (at.raw === null) continue;
    expect(Math.abs(mtf50(at.raw) - at.true.mtf50!)).toBeLessThan(0.005);
    expect(mtf50(noisy.fields[i]!.raw)).not.toBe(mtf50(at.raw));
    expect(Math.abs(mtf50(noisy.fields[i]!.raw) - at.true.mtf50!)).toBeLessThan(0.1);
  }
});

test.each([
  [['--field', '0,2'], /--field must be shares .* from 0 to \.95/],
  [['--field', ''], /--field must be shares/],
  [['--roi', '0,0,9,9'], /--roi goes with a picture/],
  [['picture.npy'], /Measure picture\.npy or the camera of a recipe, not both/],
])('refuses %j', async (options, sentence) => {
  const { status, stderr } = await lumenloom(
    ...['measure', 'sfr', '--recipe', await recipeOf('')],
    ...options,
  );
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
});

test('refuses a recipe without a sensor, and a picture with the options of a recipe', async () => {
  const recipe = await recipeOf('', { sensor: '' });
  expect((await lumenloom('measure', 'sfr', '--recipe', recipe)).stderr).toMatch(
    /^sensor: the recipe has no sensor/,
  );
  expect((await lumenloom('measure', 'sfr', 'a.npy', '--field', '0')).stderr).toMatch(
    /--field goes with --recipe/,
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSED,
  filesOnPage,
  linesAddedOnPage,
  makeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts';

/**
 * The example of docs/adding-a-measurement.md, added to a copy of the engine: one folder and one
 * line, all checks pass, and it measures what the lens does.
 */

const PAGE = 'adding-a-measurement.md';
const measurements = 'packages/engine/src/pipeline/measurements';
/** Noise of 4 x 512 green pixels beside 512, and the change of shading over a square, per cent. */
const TOLERANCE = 1;
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy();
  for (const [path, text] of await filesOnPage(PAGE))
    await copy.write(`${measurements}/${path}`, text);
});
afterAll(() => copy.remove());

test('a folder that is missing in the list fails', async () => {
  const { status, output } = await copy.unitTests(`${measurements}/measurements.test.ts`);
  expect(status).toBe(1);
  expect(output).toContain('every folder of a measurement has its line in list.ts');
});

test('with its line and the import, types, format, lint and tests pass', async () => {
  const added = await linesAddedOnPage(PAGE);
  expect(added).toHaveLength(2);
  const list = await copy.read(`${measurements}/list.ts`);
  await copy.write(
    `${measurements}/list.ts`,
    `${added[0]!}\n${list.replace(/^export const MEASUREMENTS .*$/m, added[1]!)}`,
  );
  expect(await copy.check(`${measurements}/shading`)).toEqual(PASSED);
  const { status, output } = await copy.unitTests(`${measurements}/measurements.test.ts`);
  expect(status, output).toBe(0);
});

test('a run measures it, with the shading of the lens beside it', async () => {
  await copy.write(
    'recipe.json',
    JSON.stringify({
      scene: 'Uniform Field',
      uniformParams: { hfov: 60 },
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 90, cols: 130, pixel_size: 44 },
    }),
  );
  const { status, output } = await copy.lumenloom('simulate', 'recipe.json', '--out', 'out');
  expect(status, output).toBe(0);
  const { measurements: measured } = JSON.parse(await copy.read('out/report.json')) as {
    measurements: readonly { name: string; cornerPercent: number; lensPercent: number }[];
  };
  const { cornerPercent, lensPercent } = measured.find(({ name }) => name === 'shading')!;
  expect(lensPercent).toBeLessThan(95);
  expect(Math.abs(cornerPercent - lensPercent)).toBeLessThan(TOLERANCE);
  expect(await copy.read('out/log.txt')).toMatch(
    /^Shading \d+\.\d° off axis: \d+\.\d % of the mid/m,
  );
});

test('a sweep can measure it', async () => {
  const { output } = await copy.lumenloom('figures', 'shading');
  expect(output.trim().split('\n')).toEqual([
    'measurements.shading.fieldDegrees',
    'measurements.shading.cornerPercent',
    'measurements.shading.lensPercent',
  ]);
});

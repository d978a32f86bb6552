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
 * line, all checks pass, and a run measures it.
 */

const PAGE = 'adding-a-measurement.md';
const measurements = 'packages/engine/src/pipeline/measurements';
/** Noise of 4 x 512 green pixels beside 512, which is .2 % of their signal, per cent. */
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

test('with its line and the import, types, format, lint and tests pass, and a run measures it', async () => {
  const added = await linesAddedOnPage(PAGE);
  expect(added).toHaveLength(2);
  const list = await copy.read(`${measurements}/list.ts`);
  await copy.write(
    `${measurements}/list.ts`,
    `${added[0]!}\n${list.replace(/^export const MEASUREMENTS .*$/m, added[1]!)}`,
  );
  await copy.write(
    'recipe.json',
    JSON.stringify({ scene: 'Uniform Field', uniformParams: { hfov: 30 }, sensor: 'Bayer-grbg' }),
  );
  const simulate = ['simulate', 'recipe.json', '--out', 'out', '--threads', '1'];
  const [checked, tested, run, figures] = await Promise.all([
    copy.check(`${measurements}/shading`),
    copy.unitTests(`${measurements}/measurements.test.ts`),
    copy.lumenloom(...simulate),
    copy.lumenloom('figures', 'shading'),
  ]);
  expect(checked).toEqual(PASSED);
  expect(tested.status, tested.output).toBe(0);
  expect(run.status, run.output).toBe(0);
  const report = JSON.parse(await copy.read('out/report.json')) as {
    measurements: readonly { name: string; cornerPercent: number; lensPercent: number }[];
  };
  const { cornerPercent, lensPercent } = report.measurements.find(
    ({ name }) => name === 'shading',
  )!;
  // The ideal lens: a real one is traced for seconds.
  expect(lensPercent).toBe(100);
  expect(Math.abs(cornerPercent - lensPercent)).toBeLessThan(TOLERANCE);
  expect(await copy.read('out/log.txt')).toMatch(
    /^ *Shading \d+\.\d° off axis: \d+\.\d % of the mid/m,
  );
  expect(figures.output.trim().split('\n')).toEqual([
    'measurements.shading.fieldDegrees',
    'measurements.shading.cornerPercent',
    'measurements.shading.lensPercent',
  ]);
});

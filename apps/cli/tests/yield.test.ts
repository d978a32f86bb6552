import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const folder = await mkdtemp(join(tmpdir(), 'yield-'));
const document = join(folder, 'yield.json');
const recipe = {
  scene: 'Slanted Edge',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 16, cols: 24, pixel_size: 2.2 },
};
await writeFile(
  document,
  JSON.stringify({
    recipe,
    score: { figure: 'optics.ifovDegrees', goal: 'minimise' },
    limit: 0.0155,
    spread: [{ name: 'pitch', path: 'sensorParams.pixel_size', percent: 2 }],
    runs: 22,
    loosen: { yield: 0.5 },
  }),
);

it('a camera of the factory, its worst one, and the same bytes for any number of jobs', async () => {
  const out = join(folder, 'one');
  const { status, stdout } = await lumenloom('yield', document, '--out', out, '--jobs', '2');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /\n\d+\.\d % of cameras stay within \.0155 \(.*, 25 runs; .*\)\. pitch makes 100 % /,
  );
  expect(stdout).toMatch(/\nLoosest tolerances: pitch [\d.]+ %; run again/);
  const text = await readFile(join(out, 'results.json'), 'utf8');
  const results = JSON.parse(text) as {
    readonly share: number;
    readonly worst: readonly { readonly value: number }[];
    readonly values: readonly number[];
  };
  // 25, and 22 of the loosest tolerances, of which the worst camera is none.
  expect(results.values).toHaveLength(47);
  expect(results.worst[0]!.value).toBe(Math.max(...results.values.slice(0, 25)));
  // The worst camera, simulated by itself, has that field of a pixel.
  const again = await lumenloom(
    ...['simulate', join(out, 'worst-recipe.json'), '--out', join(folder, 'worst')],
  );
  expect(again.status).toBe(0);
  const report = JSON.parse(await readFile(join(folder, 'worst', 'report.json'), 'utf8')) as {
    readonly optics: { readonly ifovDegrees: number };
  };
  expect(report.optics.ifovDegrees).toBeCloseTo(results.worst[0]!.value, 9);
  await lumenloom('yield', document, '--out', join(folder, 'two'), '--jobs', '1');
  expect(await readFile(join(folder, 'two', 'results.json'), 'utf8')).toBe(text);
  const resumed = await lumenloom('yield', document, '--out', out, '--resume');
  expect(resumed.status).toBe(0);
  expect(await readFile(join(out, 'results.json'), 'utf8')).toBe(text);
});

it('refuses values at the ends of tolerances before the first run', async () => {
  const wrong = join(folder, 'wrong.json');
  await writeFile(
    wrong,
    JSON.stringify({
      recipe,
      score: { figure: 'optics.focalLengthMm' },
      limit: 8,
      spread: [{ path: 'environment.celsius', nominal: 100, plusMinus: 30 }],
    }),
  );
  const { status, stderr } = await lumenloom('yield', wrong, '--out', join(folder, 'none'));
  expect(status).toBe(2);
  expect(stderr).toContain('environment.celsius = 130: From -60 to 120.');
});

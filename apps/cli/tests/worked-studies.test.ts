/** The figures that docs/optimising.md and the site give of studies that ship as examples. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lumenloom, temporaryFolder } from './lumenloom.ts';

async function json<Content>(folder: string, name: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Content;
}

test('a lamp: colour from 19.2 to 8.4 in 400 runs, with fresh noise 8.47, and simulate repeats it', async () => {
  const out = await temporaryFolder();
  expect(
    await lumenloom('optimise', 'example:lamp-study', '--out', out, '--jobs', '2'),
  ).toMatchObject({ status: 0 });
  const results = await json<{
    readonly runs: readonly { readonly figures: { readonly colour: number } }[];
    readonly best: { readonly figures: { readonly colour: number; readonly noise: number } };
    readonly validation: readonly {
      readonly figures: {
        readonly colour: { readonly mean: number; readonly standardError: number };
      };
    }[];
    readonly computed: Readonly<Record<string, number>>;
  }>(out, 'results.json');
  expect(results.runs).toHaveLength(400);
  expect(results.runs[0]!.figures.colour.toFixed(1)).toBe('19.2');
  expect(results.best.figures.colour.toFixed(1)).toBe('8.4');
  expect(results.best.figures.noise).toBeGreaterThanOrEqual(27);
  const { mean, standardError } = results.validation[0]!.figures.colour;
  expect([mean.toFixed(2), standardError.toFixed(2)]).toEqual(['8.47', '0.01']);
  // Scene and optics once for each job, the sensor once more for each fresh noise.
  expect(results.computed['scene']).toBeLessThanOrEqual(2);
  expect(results.computed['optics']).toBeLessThanOrEqual(2);
  expect(results.computed['sensor']).toBeLessThanOrEqual(6);

  const run = await temporaryFolder();
  const { status } = await lumenloom('simulate', join(out, 'best-recipe.json'), '--out', run);
  expect(status).toBe(0);
  const report = await json<{
    readonly measurements: readonly { readonly name: string; readonly mean?: number }[];
  }>(run, 'report.json');
  expect(report.measurements.find(({ name }) => name === 'colour')!.mean).toBe(
    results.best.figures.colour,
  );
});

test('a triplet: from 6,072 to 11.3 µm in 34 steps', async () => {
  const out = await temporaryFolder();
  expect(await lumenloom('lens', 'optimise', 'example:lens-study', '--out', out)).toMatchObject({
    status: 0,
  });
  const results = await json<{
    readonly trail: readonly unknown[];
    readonly best: { readonly merit: number };
    readonly start: { readonly merit: number };
  }>(out, 'results.json');
  expect((1000 * results.start.merit).toFixed(0)).toBe('6072');
  expect((1000 * results.best.merit).toFixed(1)).toBe('11.3');
  expect(results.trail.length - 1).toBe(34);
});

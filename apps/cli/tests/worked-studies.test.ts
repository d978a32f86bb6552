/** The figures that docs/optimising.md and the site give of studies that ship as examples. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

interface PitchStudy {
  readonly recipe: { readonly sensorParams: object };
}

async function json<Content>(folder: string, name: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Content;
}

test('a lamp: colour from 19.2 to 8.4 in 400 runs, with fresh noise 8.40, and simulate repeats it', async () => {
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
  expect([mean.toFixed(2), standardError.toFixed(2)]).toEqual(['8.40', '0.05']);
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

test('a warm lamp: white stays neutral while the search varies it, and noise is held', async () => {
  const out = await temporaryFolder();
  const path = new URL('../../../examples/warm-lamp-study.json', import.meta.url);
  const example = JSON.parse(await readFile(path, 'utf8')) as object;
  const study = await jsonFile(out, 'study.json', {
    ...example,
    budget: { runs: 240 },
    validate: 4,
  });
  expect(await lumenloom('optimise', study, '--out', join(out, 'lamp'))).toMatchObject({
    status: 0,
  });
  type Figures = Readonly<Record<string, number>>;
  const { runs, validation, best } = await json<{
    readonly runs: readonly { readonly figures: Figures; readonly status: string }[];
    readonly validation: readonly {
      readonly run: number;
      readonly figures: Readonly<Record<string, { readonly mean: number }>>;
    }[];
    readonly best: { readonly run: number };
  }>(join(out, 'lamp'), 'results.json');
  const [blue, green] = ['blueOverRedPercent', 'greenPercent'].map(
    (name) => `case:Macbeth/isp.whiteBalance.${name} ≤`,
  );
  const neutral = runs.filter(
    ({ figures }) => Math.max(Math.abs(figures[blue!]!), Math.abs(figures[green!]!)) <= 1,
  );
  // With the first step of the other variables one run in a hundred is.
  expect(neutral.length).toBeGreaterThan(100);
  const meanOf = (run: number, figure: string): number =>
    validation.find((one) => one.run === run)!.figures[figure]!.mean;
  const colour = 'case:Macbeth/measurements.colour.mean';
  const noise = 'case:Macbeth, a tenth of the light/measurements.noise.grey18Db ≥';
  expect(meanOf(0, colour).toFixed(1)).toBe('8.5');
  // 400 runs reach 6.0.
  expect(meanOf(best.run, colour)).toBeLessThan(7);
  expect(meanOf(best.run, noise)).toBeGreaterThanOrEqual(meanOf(0, noise));
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

test('pixel pitch and aperture: what a decibel costs along the front', async () => {
  const out = await temporaryFolder();
  const example = JSON.parse(
    await readFile(new URL('../../../examples/pitch-study.json', import.meta.url), 'utf8'),
  ) as PitchStudy;
  const optimised = async (name: string, study: object) => {
    const path = await jsonFile(out, `${name}.json`, study);
    const to = join(out, name);
    expect(await lumenloom('optimise', path, '--out', to, '--jobs', '1')).toMatchObject({
      status: 0,
    });
    const results = await json<{
      readonly front: readonly number[];
      readonly runs: readonly {
        readonly figures: { readonly SNR: number; readonly cost: number };
        readonly values: { readonly pitch: number; readonly stop: number };
        readonly conditions: object;
      }[];
    }>(to, 'results.json');
    // The pictures have other sizes.
    return { ...results, runs: results.runs.map(({ conditions: _, ...run }) => run) };
  };
  // No figure of the study depends on what is in the picture, or on how large it is.
  const { runs, front } = await optimised('even', {
    ...example,
    recipe: {
      ...example.recipe,
      scene: 'Uniform Field',
      sensorParams: { ...example.recipe.sensorParams, rows: 8, cols: 8 },
    },
  });
  const first = await optimised('chart', { ...example, budget: { runs: 3 } });
  expect(first.runs).toEqual(runs.slice(0, 3));
  const points = front
    .map((run) => ({ ...runs[run]!.figures, ...runs[run]!.values }))
    .toSorted((a, b) => a.SNR - b.SNR);
  const [least, large, open, medium, last] = [
    points.findLast(({ SNR }) => SNR < 15)!,
    points.findLast(({ SNR }) => SNR < 20)!,
    points.find(({ SNR }) => SNR >= 20)!,
    points.findLast(({ SNR }) => SNR < 24)!,
    points.at(-1)!,
  ];
  expect(
    [least, large, open, medium, last].map(({ SNR, pitch, stop }) => [
      SNR.toFixed(1),
      pitch.toFixed(2),
      stop.toFixed(1),
    ]),
  ).toEqual([
    ['14.9', '1.45', '2.9'],
    ['20.0', '2.10', '2.2'],
    ['20.0', '1.48', '1.8'],
    ['24.0', '2.43', '1.7'],
    ['26.6', '3.09', '1.5'],
  ]);
  expect([large.cost.toFixed(1), open.cost.toFixed(1)]).toEqual(['25.4', '25.4']);
  const perDecibel = (from: typeof least, to: typeof least): string =>
    ((to.cost - from.cost) / (to.SNR - from.SNR)).toFixed(1);
  expect([perDecibel(least, open), perDecibel(open, medium), perDecibel(medium, last)]).toEqual([
    '2.3',
    '3.5',
    '6.4',
  ]);
});

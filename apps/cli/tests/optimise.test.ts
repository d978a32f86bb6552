import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, mainFile, temporaryFolder } from './lumenloom.ts';

/** A study of expressions with numbers, a choice, a constraint and points that fail. */
const expressions = {
  name: 'Expressions',
  vary: [
    { name: 'x', from: -5, to: 5 },
    { name: 'y', from: 0.1, to: 100, scale: 'log' },
    { name: 'k', from: 1, to: 10, whole: true },
    { name: 'part', values: ['a', 'b', 'c'] },
  ],
  constants: { weight: 3 },
  definitions: { far: '(x - 1)**2 + log(y)**2', cost: "weight*k + (part == 'a' ? 0 : 2)" },
  objectives: [{ name: 'total', expression: 'far + cost/10', goal: 'minimise' }],
  constraints: [{ name: 'root', expression: 'sqrt(x + 2)', max: 1.6 }],
  budget: { runs: 400 },
  seed: 3,
};
/** An ISP in a fixed exposure: everything before it is the same in all runs. */
const camera = {
  name: 'Gains',
  recipe: {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 96, cols: 144, pixel_size: 10 },
    isp: 'Fast-openISP',
    illuminant: 'D65',
    exposureParams: { mode: 'fixed', seconds: 0.01 },
  },
  vary: [
    { path: 'ispParams.awbR', name: 'red', from: 800, to: 3000, scale: 'log' },
    { path: 'ispParams.awbB', name: 'blue', from: 800, to: 6000, scale: 'log' },
  ],
  definitions: { ratio: 'red/blue' },
  objectives: [{ figure: 'measurements.colour.mean', goal: 'minimise' }],
  constraints: [{ name: 'ratio', expression: 'ratio', max: 4 }],
  measure: ['sensor.dieWidthMm', 'sensor.snrAtGrey18'],
  algorithm: { name: 'tpe' },
  budget: { runs: 14 },
};

interface Validated {
  readonly run: number;
  readonly order: number | null;
  readonly figures: Readonly<Record<string, { readonly mean: number }>>;
  readonly againstStart: Readonly<
    Record<string, { readonly mean: number; readonly low: number; readonly high: number }>
  > | null;
}

interface Results {
  readonly best: {
    readonly run: number;
    readonly values: Readonly<Record<string, number>>;
    readonly figures: Readonly<Record<string, number>>;
  } | null;
  readonly front: readonly number[];
  readonly computed: Readonly<Record<string, number>>;
  readonly runs: readonly {
    readonly run: number;
    readonly status: string;
    readonly message: string;
    readonly values: object;
  }[];
  readonly validation: readonly Validated[] | null;
  readonly baseline: { readonly trail: readonly unknown[] } | null;
  readonly importance: unknown;
  readonly stopped: string;
}

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
const at = (...names: readonly string[]): string => join(folder, ...names);
async function optimise(name: string, document: object, ...more: readonly string[]) {
  const file = await jsonFile(folder, `${name}.json`, document);
  return lumenloom('optimise', file, '--out', at(name), ...more);
}
const textOf = (...names: readonly string[]): Promise<string> => readFile(at(...names), 'utf8');
const resultsOf = async (name: string): Promise<Results> =>
  JSON.parse(await textOf(name, 'results.json')) as Results;

describe('a study of expressions', () => {
  beforeAll(async () => {
    const { status, stdout, stderr } = await optimise('one', expressions, '--jobs', '1');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^At most 400 runs of "Expressions" with cma-es of expressions\.\nVaried: x; y; k; part\.\n/,
    );
    expect(stdout).toContain('All 400 runs of the budget were made.');
  });

  test('finds the best, which keeps its constraint, and says it', async () => {
    const { best, front, runs, importance, stopped } = await resultsOf('one');
    expect(best!.values).toEqual({
      k: 1,
      part: 'a',
      x: expect.closeTo(0.56, 2) as number,
      y: expect.closeTo(1, 2) as number,
    });
    expect(best!.figures['root']).toBeLessThanOrEqual(1.6);
    expect(front).toEqual([best!.run]);
    expect(runs).toHaveLength(400);
    expect(runs.find(({ status }) => status === 'failed')!.message).toBe(
      'constraints[0].expression: it gives no number.',
    );
    expect(importance).toHaveProperty('total.part.total');
    expect(stopped).toBe('All 400 runs of the budget were made.');
  });

  test('any number of jobs gives the same files', async () => {
    await optimise('several', expressions, '--jobs', '5');
    for (const name of ['results.csv', 'results.json', 'report.html'])
      expect(await textOf('several', name), name).toBe(await textOf('one', name));
  });

  test('a study that was killed goes on to the same files', async () => {
    const long = { ...expressions, budget: { runs: 12_000 } };
    const file = await jsonFile(folder, 'long.json', long);
    await lumenloom('optimise', file, '--out', at('whole'));
    const child = spawn(process.execPath, [mainFile, 'optimise', file, '--out', at('killed')]);
    while (!(await readdir(at('killed')).catch(() => [''])).includes('runs.ndjson')) await sleep(5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Half a line, as a killed process leaves it.
    await appendFile(at('killed', 'runs.ndjson'), '{"kind":"full","run":11');
    expect((await lumenloom('optimise', file, '--out', at('killed'))).status).toBe(2);
    expect((await lumenloom('optimise', file, '--out', at('killed'), '--resume')).status).toBe(0);
    expect(await textOf('killed', 'results.csv')).toBe(await textOf('whole', 'results.csv'));
    expect(await textOf('killed', 'results.json')).toBe(await textOf('whole', 'results.json'));
  });

  test('a larger budget goes on to the files of the larger budget', async () => {
    await optimise('grown', { ...expressions, budget: { runs: 300 } });
    expect((await optimise('grown', expressions, '--resume')).status).toBe(0);
    expect(await textOf('grown', 'results.csv')).toBe(await textOf('one', 'results.csv'));
    expect(
      (await optimise('grown', { ...expressions, budget: { runs: 300 } }, '--resume')).status,
    ).toBe(2);
  });

  test('another document is not mixed in, and results.json is a document', async () => {
    const other = await optimise('one', { ...expressions, seed: 4 }, '--resume');
    expect(other.stderr).toContain(
      'has the results of another study ("Expressions", or other values)',
    );
    expect(other.status).toBe(2);
    const again = await lumenloom(
      'optimise',
      at('one', 'results.json'),
      '--out',
      at('again'),
      '--json',
    );
    expect(JSON.parse(again.stdout)).toMatchObject({
      folder: at('again'),
      runs: 400,
      failed: expect.any(Number) as number,
    });
    expect(await textOf('again', 'results.csv')).toBe(await textOf('one', 'results.csv'));
  });

  test('a baseline of random points, and several objectives with their front', async () => {
    const document = {
      ...expressions,
      objectives: [
        { name: 'far', expression: 'far', goal: 'minimise' },
        { name: 'twice', expression: '2*x', goal: 'maximise' },
      ],
      budget: { runs: 120 },
      baseline: true,
    };
    await optimise('front', document);
    const { best, front, baseline } = await resultsOf('front');
    expect(best).toBeNull();
    expect(front.length).toBeGreaterThan(2);
    expect(baseline!.trail.length).toBeGreaterThan(0);
  });
});

describe('a study of a camera', () => {
  beforeAll(async () => {
    expect((await optimise('camera', camera, '--jobs', '1')).stderr).toBe('');
  });

  test('any number of jobs gives the same files; what the ISP does not change is computed once', async () => {
    expect((await resultsOf('camera')).computed).toEqual({
      scene: 1,
      optics: 1,
      sensor: 1,
      isp: 14,
    });
    await optimise('camera-3', camera, '--jobs', '3');
    expect(await textOf('camera-3', 'results.csv')).toBe(await textOf('camera', 'results.csv'));
  });

  test('begins at the recipe, and simulate repeats the best exactly', async () => {
    const { best, runs } = await resultsOf('camera');
    expect(runs[0]!.values).toEqual({ red: 1400, blue: 5000 });
    expect(best!.figures['sensor.dieWidthMm']).toBe(1.44);
    const { status } = await lumenloom(
      'simulate',
      at('camera', 'best-recipe.json'),
      '--out',
      at('best'),
    );
    expect(status).toBe(0);
    const report = JSON.parse(await textOf('best', 'report.json')) as {
      readonly measurements: readonly { readonly name: string; readonly mean?: number }[];
    };
    expect(report.measurements.find(({ name }) => name === 'colour')!.mean).toBe(
      best!.figures['measurements.colour.mean'],
    );
  });

  test('Ctrl+C ends it after the runs in progress, and --resume gives the same files', async () => {
    const file = await jsonFile(folder, 'camera.json', camera);
    const child = spawn(process.execPath, [
      mainFile,
      'optimise',
      file,
      '--out',
      at('stopped'),
      '--jobs',
      '1',
    ]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    while (!(await textOf('stopped', 'runs.ndjson').catch(() => '')).includes('\n')) await sleep(5);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(130);
    expect(said).toMatch(/It was interrupted after \d+ runs\./);
    expect(said).toMatch(/To go on: lumenloom optimise .*camera\.json --out .* --resume/);
    expect((await lumenloom('optimise', file, '--out', at('stopped'), '--resume')).status).toBe(0);
    expect(await textOf('stopped', 'results.csv')).toBe(await textOf('camera', 'results.csv'));
  });

  test('validates the best with fresh noise, repeats, cases and previews', async () => {
    const document = {
      ...camera,
      recipe: { ...camera.recipe, sensorParams: { rows: 96, cols: 144, pixel_size: 10 } },
      cases: [
        { name: 'day', set: {}, weight: 2 },
        { name: 'lamp', set: { illuminant: 'Illuminant A' } },
      ],
      measure: ['case:lamp/measurements.colour.mean', 'case:day/measurements.colour.mean'],
      preview: { recipe: { sensorParams: { rows: 72, cols: 108, pixel_size: 13 } }, share: 0.25 },
      validate: 2,
      repeats: 2,
      budget: { runs: 9 },
      constraints: [],
    };
    expect((await optimise('cases', document)).stderr).toBe('');
    const { best, runs, validation } = await resultsOf('cases');
    const [mean, lamp, day] = [
      'measurements.colour.mean',
      'case:lamp/measurements.colour.mean',
      'case:day/measurements.colour.mean',
    ].map((name) => best!.figures[name]!) as [number, number, number];
    expect(mean).toBeCloseTo((2 * day + lamp) / 3, 12);
    expect(runs.filter(({ status }) => status === 'preview').length).toBeGreaterThan(4);
    const ranked = validation!.flatMap(({ order }) => order ?? []);
    expect(ranked.toSorted()).toEqual(ranked.map((_, place) => place + 1));
    // The start is computed in the same noises, and is not ranked where it was no candidate.
    const start = validation!.find(({ run }) => run === 0)!;
    expect(start.againstStart).toBeNull();
    for (const { run, figures, againstStart } of validation!)
      for (const [name, difference] of Object.entries(againstStart ?? {})) {
        const { mean, low, high } = difference;
        expect(mean, `${run} ${name}`).toBeCloseTo(
          figures[name]!.mean - start.figures[name]!.mean,
          9,
        );
        expect(low).toBeLessThan(mean);
        expect(high).toBeGreaterThan(mean);
      }
    expect(best!.run).toBe(validation!.find(({ order }) => order === 1)!.run);
  });

  test('with keepsStart the start is ranked with the best, by fresh noise', async () => {
    const document = {
      ...camera,
      recipe: { ...camera.recipe, sensorParams: { rows: 72, cols: 108, pixel_size: 13 } },
      validate: 1,
      budget: { runs: 24 },
      constraints: [],
    };
    const places = async (name: string, more: object): Promise<readonly (number | null)[]> => {
      expect((await optimise(name, { ...document, ...more })).stderr).toBe('');
      const { validation, best } = await resultsOf(name);
      expect(best!.run).toBe(validation!.find(({ order }) => order === 1)!.run);
      return validation!.map(({ order }) => order);
    };
    // The start has gains for daylight under a lamp: five others are better.
    expect((await places('not-kept', {})).filter((place) => place === null)).toHaveLength(1);
    expect((await places('kept', { keepsStart: true })).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('with previews a larger budget goes on to the files of the larger budget', async () => {
    const previewed = (runs: number) => ({
      ...camera,
      preview: { recipe: { sensorParams: { rows: 48, cols: 72, pixel_size: 20 } }, share: 0.25 },
      constraints: [],
      validate: 1,
      baseline: true,
      budget: { runs },
    });
    await optimise('previewed', previewed(16));
    // The second batch of eight has two runs here, of which one is computed in full.
    await optimise('previewed-grown', previewed(10));
    const done = (await resultsOf('previewed-grown')).runs.findLast(
      ({ status }) => status === 'done',
    )!;
    expect(done.run).toBeGreaterThanOrEqual(8);
    const grown = await optimise('previewed-grown', previewed(16), '--resume', '--jobs', '1');
    expect(grown).toMatchObject({ status: 0, stderr: '' });
    // It is not among the best of the whole batch, so its figures do not count.
    const { runs } = await resultsOf('previewed-grown');
    expect(runs[done.run]).toMatchObject({ status: 'preview', figures: {} });
    for (const name of ['results.csv', 'best-recipe.json'])
      expect(await textOf('previewed-grown', name), name).toBe(await textOf('previewed', name));
    const comparable = async (name: string) => ({ ...(await resultsOf(name)), computed: {} });
    expect(await comparable('previewed-grown')).toEqual(await comparable('previewed'));
  });

  test('goes on after points that cannot be computed', async () => {
    const document = {
      ...camera,
      vary: [{ path: 'sensorParams.pixel_size', from: -8, to: 8 }],
      objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
      definitions: {},
      constraints: [],
      algorithm: { name: 'random' },
      budget: { runs: 8 },
    };
    await optimise('failing', document);
    const { runs } = await resultsOf('failing');
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['done', 'failed']));
    expect(runs.find(({ status }) => status === 'failed')!.message).toMatch(
      /^sensorParams\.pixel_size: /,
    );
  });
});

test('a study whose first runs all fail is refused', async () => {
  const document = {
    ...expressions,
    objectives: [{ expression: 'log(-k)', goal: 'minimise' }],
    constraints: [],
  };
  const { status, stderr } = await optimise('failed', document);
  expect(status).toBe(2);
  expect(stderr).toBe(
    'All of the first 21 runs failed; the last one because of objectives[0].expression: it gives no number.\n',
  );
});

test('a wrong document is one sentence with its place', async () => {
  const vary = [{ name: 'x', from: 3, to: 1 }];
  expect(
    await optimise('wrong', {
      ...expressions,
      vary,
      definitions: {},
      constraints: [],
      objectives: [{ expression: 'x', goal: 'minimise' }],
    }),
  ).toEqual({
    status: 2,
    stdout: '',
    stderr: 'vary[0].to: to must be above from, which is 3.\n',
  });
});

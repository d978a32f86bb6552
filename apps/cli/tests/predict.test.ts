import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const CAMERAS = 20;
const FIGURES = ['information.snriDb', 'sensor.snrAtGrey18'];
const plan = {
  name: 'Read noise and light of a small camera',
  recipe: {
    scene: 'Uniform Field',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 120, cols: 160, pixel_size: 9 },
    exposureParams: { mode: 'auto', longest: 0.02 },
    isp: 'Fast-openISP',
    seed: 1,
  },
  vary: [
    { path: 'sceneLuminance', from: 1, to: 200, steps: CAMERAS, scale: 'log' },
    { path: 'ispParams.bnfEnabled', values: [true, false] },
  ],
  mode: 'latin-hypercube',
  samples: CAMERAS,
  evaluate: { dataset: 'example:marks', network: 'example:marks', scene: { hfov: 21 }, images: 1 },
  predict: {
    score: 'dataset.map50',
    figures: [FIGURES[0], { figure: FIGURES[1], chosen: 'after' }],
    factors: ['ispParams.bnfEnabled'],
  },
};

interface Line {
  readonly run: number;
  readonly isScored?: boolean;
  readonly figures: Readonly<Record<string, number | null>>;
}

let folder: string;
let document: string;
const out = (name: string): string => join(folder, name);
const read = (name: string, file: string): Promise<string> =>
  readFile(join(out(name), file), 'utf8');
const linesOf = async (name: string): Promise<readonly Line[]> =>
  (await read(name, 'runs.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  folder = await temporaryFolder();
  document = await jsonFile(folder, 'plan.json', plan);
  const { status, stderr, stdout } = await lumenloom('predict', document, '--out', out('one'));
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain(`${CAMERAS} cameras of "${plan.name}"`);
  expect(stdout).toContain(`dataset.map50 of ${CAMERAS} cameras; fits on`);
  expect(stdout).toContain('sensor.snrAtGrey18 (chosen after)');
  expect(stdout).toContain('Measured on these scenes, this network and these cameras only.\n');
}, 120_000);

test('the figures of all cameras are computed before any score', async () => {
  const lines = await linesOf('one');
  expect(lines).toHaveLength(2 * CAMERAS);
  for (const { isScored, figures } of lines.slice(0, CAMERAS)) {
    expect(isScored).toBe(false);
    expect(figures['dataset.map50']).toBeNull();
    expect(figures['information.snriDb']).not.toBeNull();
  }
  for (const { isScored, figures } of lines.slice(CAMERAS)) {
    expect(isScored).toBeUndefined();
    expect(figures['dataset.map50']).not.toBeNull();
  }
});

test('prediction.json is the answer of its table', async () => {
  const { name, version, node, ...prediction } = JSON.parse(
    await read('one', 'prediction.json'),
  ) as Record<string, unknown>;
  expect({ name, hasPrograms: [typeof version, node] }).toEqual({
    name: plan.name,
    hasPrograms: ['string', process.version],
  });
  const { stdout } = await lumenloom(
    ...['predict', '--table', join(out('one'), 'results.csv'), '--score', 'dataset.map50'],
    ...['--figures', FIGURES.join(','), '--factors', 'ispParams.bnfEnabled', '--json'],
  );
  const table = JSON.parse(stdout) as { readonly figures: readonly { readonly figure: string }[] };
  expect(prediction).toEqual({
    ...table,
    figures: table.figures.map((one) => ({
      ...one,
      ...(one.figure === FIGURES[1] && { chosen: 'after' }),
    })),
  });
  // More light makes the signal stronger and the marks easier.
  expect(prediction['figures']).toEqual(
    expect.arrayContaining([expect.objectContaining({ figure: FIGURES[0], n: CAMERAS })]),
  );
  expect(await read('one', 'report.html')).toContain('What predicts');
});

test('goes on with the scores that are left, to the same bytes', async () => {
  const lines = await linesOf('one');
  await cp(out('one'), out('two'), { recursive: true });
  const kept = lines.slice(0, CAMERAS + 7);
  await writeFile(
    join(out('two'), 'runs.ndjson'),
    kept.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const again = await lumenloom('predict', document, '--out', out('two'), '--resume');
  expect(again.status).toBe(0);
  expect(again.stdout).toContain('Figures of 20 cameras are there already, and 7 scores.');
  for (const file of ['prediction.json', 'results.csv', 'results.json'])
    expect(await read('two', file), file).toBe(await read('one', file));
}, 120_000);

test.each([
  [['predict'], 'Name a plan, or a table with --table FILE.'],
  [['predict', 'PLAN', '--table', 'x.csv'], 'Name a plan or --table, not both.'],
  [['predict', 'PLAN', '--test', '.5'], '--test is for --table; the plan says it, in predict.'],
  [['predict', 'PLAN', '--out', 'ONE'], 'has the results of a sweep already'],
])('%j is refused', async (args, sentence) => {
  const { status, stderr } = await lumenloom(
    ...args.map((arg) => (arg === 'PLAN' ? document : arg === 'ONE' ? out('one') : arg)),
  );
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});

import { spawn } from 'node:child_process';
import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIGURE_NAMES, figureOf, isFigure, reportProblems } from '@lumenloom/contract';
import { MEASUREMENTS, scenes } from '@lumenloom/engine/catalogue';
import type { SimulationReport } from '@lumenloom/engine';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { THREE_BANDS, jsonFile, lumenloom, mainFile, temporaryFolder } from './lumenloom.ts';

const recipe = {
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 64, cols: 96 },
  isp: 'Fast-openISP',
  seed: 1,
};
const small = {
  name: 'Noise and gain',
  recipe,
  vary: [
    { path: 'sensorParams.read_noise', from: 0.5, to: 8, steps: 5, scale: 'log' },
    { path: 'sensorParams.analog_gain', values: [1, 2] },
  ],
  mode: 'grid',
  repeats: 2,
  measure: ['sensor.snrAtGrey18', 'isp.deadPixels.replaced', 'sensor.clippedPercent[1]'],
  keep: 'figures',
};

let folder: string;
let document: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  document = await jsonFile(folder, 'sweep.json', small);
});
const sweep = (out: string, ...more: readonly string[]) =>
  lumenloom('sweep', document, '--out', join(folder, out), ...more);
const resultsOf = async (out: string): Promise<{ readonly runs: readonly Run[] }> =>
  JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8')) as { runs: Run[] };
interface Run {
  readonly run: number;
  readonly seed: number;
  readonly values: Readonly<Record<string, number>>;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly status: string;
  readonly message: string;
}

describe('a sweep', () => {
  beforeAll(async () => {
    const { status, stdout, stderr } = await sweep('one', '--jobs', '1');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    // The estimate comes when two runs have ended; on a slow machine the first one has a line too.
    expect(stdout).toMatch(
      /^20 runs of "Noise and gain", 1 at a time, roughly \d+ s\.\n(1 of 20 runs\.\n)?\d+ of 20 runs, about \d+ (s|min) left\.\n/,
    );
    expect(stdout).toMatch(/20 of 20 runs in \d+ (s|min)\./);
    expect(stdout).toContain(
      'The repeats of each point gave the same SNR at 18 % grey; Clipped pixels of the sensor, 2nd channel (Bayer: green): such figures have no noise',
    );
  });

  test('gives the figures that simulate reports for the same recipe, with the seed of the row', async () => {
    const { runs } = await resultsOf('one');
    const { seed, values, figures } = runs[13]!;
    const single = await jsonFile(folder, 'single.json', {
      ...recipe,
      seed,
      sensorParams: {
        ...recipe.sensorParams,
        read_noise: values['sensorParams.read_noise'],
        analog_gain: values['sensorParams.analog_gain'],
      },
    });
    await lumenloom('simulate', single, '--out', join(folder, 'single'));
    const report = JSON.parse(
      await readFile(join(folder, 'single', 'report.json'), 'utf8'),
    ) as SimulationReport;
    expect(figures).toEqual({
      'sensor.snrAtGrey18': report.sensor!.snrAtGrey18,
      'isp.deadPixels.replaced': report.isp!.deadPixels!.replaced,
      'sensor.clippedPercent[1]': report.sensor!.clippedPercent[1],
    });
  });
  test('has a row per run in results.csv, in their order, under the paths and figures', async () => {
    const text = await readFile(join(folder, 'one', 'results.csv'), 'utf8');
    const [header, ...rows] = text.trimEnd().split('\n');
    expect(header).toBe(
      'run,seed,sensorParams.read_noise,sensorParams.analog_gain,sensor.snrAtGrey18,isp.deadPixels.replaced,sensor.clippedPercent[1],status,message',
    );
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      Array.from({ length: 20 }, (_, run) => String(run)),
    );
    expect(rows[0]).toMatch(/^0,1,0\.5,1,[\d.]+,\d+,[\d.]+,done,$/);
    expect(rows[1]).toMatch(/^1,2,0\.5,1,/);
    expect(rows[19]).toMatch(/^19,2,8,2,/);
  });
  test('of noise of rows changes ratio and range', async () => {
    const rows = await jsonFile(folder, 'rows.json', {
      name: 'Rows',
      recipe,
      mode: 'grid',
      keep: 'figures',
      vary: [{ path: 'sensorFile.rowNoiseElectrons', values: [0, 5, 50] }],
      measure: ['sensor.snrAtGrey18', 'sensor.dynamicRangeDb'],
    });
    await lumenloom('sweep', rows, '--out', join(folder, 'rows'), '--jobs', '1');
    const { runs } = await resultsOf('rows');
    for (const figure of ['sensor.snrAtGrey18', 'sensor.dynamicRangeDb']) {
      const [none, some, many] = runs.map(({ figures }) => figures[figure]!);
      expect(some).toBeLessThan(none!);
      expect(many).toBeLessThan(some!);
    }
  });
  test('does not depend on the number of jobs', async () => {
    await sweep('two', '--jobs', '2');
    expect(await resultsOf('two')).toEqual(await resultsOf('one'));
    expect(await readFile(join(folder, 'two', 'results.csv'), 'utf8')).toBe(
      await readFile(join(folder, 'one', 'results.csv'), 'utf8'),
    );
  });
  test('is interrupted by Ctrl+C, refuses to begin anew there, and goes on with --resume', async () => {
    const out = join(folder, 'stopped');
    const child = spawn(process.execPath, [
      mainFile,
      'sweep',
      document,
      '--out',
      out,
      '--jobs',
      '1',
    ]);
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const linesThere = async (): Promise<number> =>
      (await readFile(join(out, 'runs.ndjson'), 'utf8').catch(() => '')).split('\n').length - 1;
    while ((await linesThere()) < 2) await sleep(5);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const [, done] = /Stopped after (\d+) of 20 runs\. To go on: .* --resume/.exec(said) ?? [];
    expect(Number(done)).toBeGreaterThanOrEqual(2);
    expect(Number(done)).toBeLessThan(20);
    expect((await resultsOf('stopped')).runs).toHaveLength(Number(done));

    const anew = await sweep('stopped');
    expect(anew).toMatchObject({ status: 2 });
    expect(anew.stderr).toMatch(/has the results of a sweep already.*--resume/);

    // A process that is killed while it writes leaves a part of a line.
    await appendFile(join(out, 'runs.ndjson'), '{"run":19,"seed"');
    const resumed = await sweep('stopped', '--resume');
    expect(resumed.stdout).toContain(`${done} are there already, ${20 - Number(done)} are left.`);
    expect(await resultsOf('stopped')).toEqual(await resultsOf('one'));
  });
  test('is not resumed with another document, or by another version', async () => {
    const other = await jsonFile(folder, 'other.json', { ...small, repeats: 3 });
    const refused = await lumenloom('sweep', other, '--out', join(folder, 'one'), '--resume');
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stderr).toMatch(/results of another sweep/);
    const header = join(folder, 'one', 'sweep.json');
    const before = await readFile(header, 'utf8');
    await writeFile(header, before.replace(/"version": "[^"]*"/, '"version": "0.0.1"'));
    const mixed = await sweep('one', '--resume');
    expect(mixed).toMatchObject({ status: 2 });
    expect(mixed.stderr).toMatch(/begun with Lumenloom 0\.0\.1 .* not mixed/);
    await writeFile(header, before);
  });
});

test('failed runs are listed with their sentence, and the others are there', async () => {
  // Elements 40 mm apart form no picture.
  const lens = await jsonFile(folder, 'lens.json', {
    ...small,
    recipe: { ...recipe, ...THREE_BANDS, optics: 'Cooke Triplet' },
    vary: [{ path: 'lens.surfaces[1].thickness', values: [5.26, 40] }],
    repeats: 1,
    measure: ['optics.figures.modulation.onAxis.0'],
  });
  const out = join(folder, 'failed');
  const { status, stdout, stderr } = await lumenloom('sweep', lens, '--out', out);
  const { runs } = await resultsOf('failed');
  expect(status).toBe(1);
  expect(stderr).toBe(`1 of 2 runs failed: ${join(out, 'results.csv')} says why.\n`);
  expect(runs.map((run) => run.status)).toEqual(['done', 'failed']);
  expect(runs[0]!.figures['optics.figures.modulation.onAxis.0']).toBeGreaterThan(0);
  expect(runs[1]!.message).toMatch(/\.$/);
  expect(stdout).toContain(`  run 1: ${runs[1]!.message}`);
});

test('pictures are kept, and the page holds them and the figures by itself', async () => {
  const pictures = await jsonFile(folder, 'pictures.json', { ...small, keep: 'pictures' });
  const out = join(folder, 'pictures');
  const { stdout } = await lumenloom(
    ...['sweep', pictures, '--out', out, '--limit', 'sensor.snrAtGrey18>=0'],
  );
  expect(stdout).toMatch(
    /Yield: 100\.0 % of the runs have SNR at 18 % grey at least 0 dB \(\d+\.\d to 100\.0 %, 95 % interval\)\./,
  );
  expect(await readdir(join(out, 'pictures'))).toHaveLength(20);
  const { width, height } = await sharp(join(out, 'pictures', 'run_000019.png')).metadata();
  expect([width, height]).toEqual([96, 64]);
  const page = await readFile(join(out, 'report.html'), 'utf8');
  expect(page.match(/data:image\/webp;base64,/g)).toHaveLength(20);
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="?(https?:|\/)/);
});

test('stages are kept as arrays per run', async () => {
  const stages = await jsonFile(folder, 'stages.json', {
    ...small,
    keep: 'stages',
    vary: [],
    repeats: 1,
  });
  const out = join(folder, 'stages');
  await lumenloom('sweep', stages, '--out', out);
  expect(await readdir(join(out, 'stages', 'run_000000'))).toEqual(
    expect.arrayContaining(['raw.npy', 'electrons.npy', 'volts.npy']),
  );
});

test.each([
  ['--jobs', '0', /--jobs must be a whole number from 1/],
  ['--limit', 'totalMs>=1', /totalMs is not measured/],
  ['--limit', 'much', /--limit must be a figure/],
])('%s %s is refused', async (option, value, sentence) => {
  const { status, stderr } = await sweep('refused', option, value);
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
});

test('results.json of a sweep is taken as its document; results without it are refused', async () => {
  const results = {
    version: '1',
    node: 'v24',
    document: { ...small, repeats: 1 },
    runs: [],
  };
  const again = async (name: string, content: object) =>
    lumenloom('sweep', await jsonFile(folder, name, content), '--out', join(folder, `${name}-out`));
  const taken = await lumenloom(
    ...['sweep', await jsonFile(folder, 'results.json', results), '--out', join(folder, 'again')],
  );
  expect(taken.stderr).toBe('');
  expect(taken.stdout).toContain('10 runs of "Noise and gain"');
  expect((await resultsOf('again')).runs).toHaveLength(10);
  const { document: _, ...older } = results;
  const refused = await again('older.json', older);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toBe(
    'document: These results do not hold the document of their sweep: name the sweep.json that stands beside them.\n',
  );
  const ofLens = await again('of-lens.json', { ...results, lens: { surfaces: [] } });
  expect(ofLens.status).toBe(2);
  expect(ofLens.stderr).toBe(
    'lens: These results were computed with a lens file: give the same one with --lens-file.\n',
  );
});

test('a bad document is refused with the path of the field, and nothing is written', async () => {
  const bad = await jsonFile(folder, 'bad.json', {
    ...small,
    repeats: 0,
    measure: ['sensor.colour'],
  });
  const { status, stderr } = await lumenloom('sweep', bad, '--out', join(folder, 'bad'));
  expect(status).toBe(2);
  expect(stderr).toContain('repeats must be at least 1.');
  await expect(readdir(join(folder, 'bad'))).rejects.toThrow('ENOENT');
});

describe('figures', () => {
  test('report.json has the shape that figures are checked against', async () => {
    const lens = await jsonFile(folder, 'shape.json', {
      ...recipe,
      ...THREE_BANDS,
      sensorParams: {},
      optics: 'Double-Gauss',
    });
    await lumenloom('simulate', lens, '--out', join(folder, 'shape'));
    const report = JSON.parse(
      await readFile(join(folder, 'shape', 'report.json'), 'utf8'),
    ) as SimulationReport;
    expect(reportProblems(report)).toEqual([]);
    const known = FIGURE_NAMES.filter((name) => figureOf(report, name) !== undefined);
    expect(known.length).toBeGreaterThan(60);
    expect(FIGURE_NAMES.filter((name) => !isFigure(name))).toEqual([]);
    expect(figureOf(report, 'measurements.colour.mean')).toBeGreaterThan(0);
    expect(figureOf(report, 'measurements.colour.patches.3.deltaE2000')).toBeGreaterThan(0);
  });
  test.each(MEASUREMENTS.flatMap(({ scenes: ids = [] }) => ids).filter((id) => id !== 'macbeth'))(
    'the report of %s has that shape too',
    async (id) => {
      const measured = await jsonFile(folder, 'shape.json', {
        ...recipe,
        scene: scenes[id].label,
        // The sensor of the first page crops a scene of 10°.
        ...(id === 'contrastPairs' && { contrastpairsParams: { hfov: 6 } }),
        sensorParams: {},
      });
      await lumenloom('simulate', measured, '--out', join(folder, 'shape'));
      const report = JSON.parse(
        await readFile(join(folder, 'shape', 'report.json'), 'utf8'),
      ) as SimulationReport;
      expect(reportProblems(report)).toEqual([]);
      expect(report.measurements.filter((measured) => 'problem' in measured)).toEqual([]);
    },
  );
  test.each([
    ['Slanted Edge', 'measurements.sfr.edges.0.raw.mtf50'],
    ['Gridlines', 'measurements.distortion.points.length'],
  ])('%s gives %s', async (scene, figure) => {
    const edge = await jsonFile(folder, 'measured.json', {
      ...small,
      recipe: { ...recipe, ...THREE_BANDS, scene, optics: 'Double-Gauss', sensorParams: {} },
      vary: [],
      repeats: 1,
      measure: [figure],
    });
    const out = `measured ${scene}`;
    await lumenloom('sweep', edge, '--out', join(folder, out));
    expect((await resultsOf(out)).runs[0]!.figures[figure]).toBeGreaterThan(0);
  });
});

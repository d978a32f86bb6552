/** The report of a lab, through the built command. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { labReportSchema, type LabReport } from '@lumenloom/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const CAMERA = {
  ...{ scene: 'Macbeth', illuminant: 'D65', optics: '', sensor: 'Bayer-grbg' },
  sensorParams: { rows: 200, cols: 240, pixel_size: 4.4 },
};

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const recipeFile = (name: string, recipe: object = CAMERA): Promise<string> =>
  jsonFile(folder, name, recipe);

async function labOf(...args: readonly string[]): Promise<LabReport> {
  const { status, stdout, stderr } = await lumenloom('report', ...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return labReportSchema.parse(JSON.parse(stdout));
}

const figureOf = (lab: LabReport, camera: number, id: string) =>
  lab.cameras[camera]!.sections.flatMap(({ figures }) => figures).find((one) => one.id === id)!;

describe('a draft', () => {
  test('is a page that loads nothing, a PDF, lab.json and a table; the same bytes again', async () => {
    const path = await recipeFile('small.json');
    const [one, other] = ['one', 'other'].map((name) => join(folder, name)) as [string, string];
    for (const out of [one, other]) {
      const { status, stdout } = await lumenloom(
        ...['report', path, '--draft', '--date', '2026-11-30', '--out', out],
      );
      expect(status).toBe(0);
      expect(stdout).toMatch(/^small: \d+ figures in \d+ sections\.\n/);
    }
    for (const name of ['report.html', 'report.pdf', 'lab.json', 'lab.csv'])
      expect(await readFile(join(one, name), 'latin1')).toBe(
        await readFile(join(other, name), 'latin1'),
      );
    const html = await readFile(join(one, 'report.html'), 'utf8');
    expect(html).not.toMatch(/<(?:script|link|img|iframe)|\bsrc=|\bhref=|url\(|@import/);
    expect(html.match(/<svg /g)!.length).toBeGreaterThanOrEqual(10);
    const lab = labReportSchema.parse(JSON.parse(await readFile(join(one, 'lab.json'), 'utf8')));
    expect(lab).toMatchObject({ profile: 'general', draft: true, seeds: 1, date: '2026-11-30' });
    const csv = await readFile(join(one, 'lab.csv'), 'utf8');
    expect(csv.split('\n')[0]!.trim()).toBe(
      'camera,section,figure,value,unit,standardError,n,true,condition',
    );
    const figures = lab.cameras[0]!.sections.flatMap((section) => section.figures);
    expect(csv.trim().split('\n')).toHaveLength(1 + figures.length);
    const ids = figures.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Of one frame, a star has its eight segments.
    const sharpness = figureOf(lab, 0, 'star.modulationAtHalfNyquist');
    expect(sharpness.method).toBe('blocks');
    expect(sharpness.standardError).toBeGreaterThan(0);
  });

  test.each([
    [
      'automotive',
      ['conditions', 'sfr', 'contrast', 'steps', 'flare', 'geometry', 'noise', 'information'],
    ],
    [
      'machine-vision',
      ['conditions', 'emva', 'sfr', 'edge', 'noise', 'geometry', 'shading', 'information'],
    ],
  ])('of the profile %s has its sections', async (profile, sections) => {
    const lab = await labOf(await recipeFile('small.json'), '--draft', '--profile', profile);
    expect(lab.cameras[0]!.sections.map(({ id }) => id)).toEqual(sections);
    expect(lab.missing).toEqual(
      profile === 'automotive'
        ? [{ id: 'flicker', reason: expect.stringContaining('does not flicker') as string }]
        : [],
    );
  });
});

/** Noise of read-out in mV: more of it in the second camera, and nothing else. */
test('a camera with more noise is worse in each figure of noise, and as sharp', async () => {
  const noisy = { ...CAMERA, sensorParams: { ...CAMERA.sensorParams, read_noise: 30 } };
  const quiet = { ...CAMERA, sensorParams: { ...CAMERA.sensorParams, read_noise: 2 } };
  const lab = await labOf(
    await recipeFile('quiet.json', quiet),
    await recipeFile('noisy.json', noisy),
    ...['--seeds', '4'],
  );
  const differenceOf = (id: string) => lab.differences.find((one) => one.id === id)!;
  expect(figureOf(lab, 0, 'noise.variance').method).toBe('seeds');
  expect(differenceOf('noise.variance').value).toBeGreaterThan(0);
  for (const id of [
    ...['star.capacityStar', 'steps.dynamicRangeDb', 'steps.dynamicRange10Db'],
    ...['information.snriDb', 'information.capacity', 'information.edge.capacity'],
    'information.neqZero',
  ])
    expect(differenceOf(id).value, id).toBeLessThan(0);
  expect(differenceOf('information.edgeErrorPx').value).toBeGreaterThan(0);
  for (const id of ['sfr.mtf50[0,radial]', 'star.modulationAtHalfNyquist']) {
    const { value, standardError } = differenceOf(id);
    expect(Math.abs(value), id).toBeLessThan(3 * standardError!);
  }
});

const GOLDEN = new URL('../../../packages/engine/references/lab/', import.meta.url);
interface GoldenCase {
  readonly name: string;
  readonly file: string;
  readonly expected: Readonly<Record<string, number>>;
  readonly [key: string]: unknown;
}

/** Frames of the golden cases as a folder of a real camera, and what a numeric model says. */
async function goldenCamera(change: (frames: object[]) => object[] = (frames) => frames) {
  const { cases } = JSON.parse(await readFile(new URL('cases.json', GOLDEN), 'utf8')) as {
    readonly cases: readonly GoldenCase[];
  };
  const caseOf = (name: string) => cases.find((one) => one.name === name)!;
  const [edge, star, noise, steps, leaves] = [
    ...['steep 11 degrees', 'noisy star', 'white 4.0, rows 2.0, columns 1.5, fixed 2.5: temporal'],
    ...['twentyfour steps', 'leaves of seed 7, sigma 0.6, noise 0.01'],
  ].map(caseOf) as [GoldenCase, GoldenCase, GoldenCase, GoldenCase, GoldenCase];
  const camera = await temporaryFolder();
  await mkdir(join(camera, 'charts'));
  for (const { file } of [edge, star, noise, steps, leaves])
    await copyFile(new URL(file, GOLDEN), join(camera, 'charts', file));
  const entry = (chart: string, { file }: GoldenCase, params: unknown) => ({
    ...{ chart, file: `charts/${file}`, params },
  });
  const { centre, cycles, modulation } = star;
  await jsonFile(camera, 'manifest.json', {
    ...{ camera: 'bench camera', pitchUm: 3.45 },
    frames: change([
      entry('Slanted Edge', edge, { black: 64 }),
      entry('Sine Star', star, { centre, cycles, modulation }),
      entry('Uniform Field', noise, { block: noise['block'] }),
      entry('Grey Steps', steps, steps['patches']),
      entry('Dead Leaves', leaves, leaves['chart']),
    ]),
  });
  return { camera, edge, noise, steps };
}

describe('frames of a real camera', () => {
  test('give the figures of the golden cases with errors of frames or parts', async () => {
    const { camera, edge, noise, steps } = await goldenCamera();
    const lab = await labOf('--frames-dir', camera);
    expect(lab.cameras[0]).toMatchObject({ name: 'bench camera', recipe: null });
    for (const [id, expected] of [
      ['noise.variance', noise.expected['variance']],
      ['noise.rowVariance', noise.expected['rowVariance']],
      ['steps.dynamicRangeDb', steps.expected['dynamicRangeDb']],
    ] as const)
      expect(figureOf(lab, 0, id).value, id).toBeCloseTo(expected!, 5);
    // Two estimators of one SFR: 4 % of the capacity.
    const capacity = figureOf(lab, 0, 'information.edge.capacity');
    expect(Number(capacity.value) / edge.expected['capacity']! - 1).toBeLessThan(0.04);
    for (const [id, method] of [
      ['star.modulationAtHalfNyquist', 'blocks'],
      ['noise.variance', 'frames'],
      ['steps.dynamicRangeDb', 'frames'],
    ] as const) {
      const { standardError, method: found } = figureOf(lab, 0, id);
      expect(found, id).toBe(method);
      expect(standardError, id).toBeGreaterThan(0);
    }
    expect(lab.missing).toContainEqual({
      id: 'colour',
      reason: 'Not measured: no frame of Macbeth.',
    });
  });

  test('stand beside those of their twin, and what is missing is listed', async () => {
    const { camera } = await goldenCamera();
    const twin = await recipeFile('small.json');
    const lab = await labOf(twin, '--frames-dir', camera, '--draft');
    expect(lab.cameras.map(({ name }) => name)).toEqual(['bench camera', 'small']);
    const { value } = lab.differences.find(({ id }) => id === 'noise.variance')!;
    expect(value).toBeCloseTo(
      Number(figureOf(lab, 1, 'noise.variance').value) -
        Number(figureOf(lab, 0, 'noise.variance').value),
      9,
    );
    const { stdout } = await lumenloom('report', '--frames-dir', camera, '--requests');
    expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Macbeth',
      'Gridlines',
      '',
    ]);
  });

  test.each<readonly [string, object, string]>([
    ['a file outside', { file: '../edge.npy' }, 'frames[0].file must be the name of a file below'],
    ['another chart', { chart: 'Moon' }, 'frames[0].chart'],
    ['an unknown key', { gain: 2 }, 'gain'],
    ['a key that the chart has not', { params: { blak: 64 } }, 'frames[0].params.blak'],
    ['a region outside', { roi: [0, 0, 9000, 20] }, 'frames[0].roi'],
  ])('with %s are refused at their place', async (_, change, place) => {
    const { camera } = await goldenCamera(([first, ...rest]) => [{ ...first, ...change }, ...rest]);
    const { status, stderr } = await lumenloom('report', '--frames-dir', camera, '--json');
    expect(stderr).toContain(place);
    expect(status).toBe(2);
  });
});

test.each([
  [['--out', 'x', '--profile', 'cinema'], '--profile must be general or automotive'],
  [['--out', 'x', '--draft', '--seeds', '3'], '--draft has one seed: leave out --seeds.'],
  [['--out', 'x', '--seeds', '0'], '--seeds must be'],
  [[], 'Name a folder for the report with --out DIR.'],
])('%j is refused', async (args, sentence) => {
  const { status, stderr } = await lumenloom('report', ...args);
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/practise.json', import.meta.url));
/** As the reference has them. */
const [GAINS, MATRIX] = [0.03, 0.04];

interface Isp {
  readonly red: number;
  readonly blue: number;
  readonly matrix: readonly (readonly number[])[];
}

/** Share of figures that are inside: 95 % of each are, of frames this small some fewer. */
const INSIDE = 0.9;

interface Figure {
  readonly value: number;
  readonly interval: readonly [number, number] | null;
}

interface Twin {
  readonly figures: Record<string, Figure>;
  readonly compared: readonly { readonly figure: string; readonly inside: boolean }[];
  readonly verdict: { readonly inside: number; readonly outside: number; readonly text: string };
}

let folder: string;
const read = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, ...path), 'utf8')) as unknown;

beforeAll(async () => {
  folder = await temporaryFolder();
  await jsonFile(folder, 'camera.json', {
    ...{ pattern: 'mono', bits: 12, blackLevel: 64, readNoiseElectrons: 4, dsnuElectrons: 2 },
    sensorParams: { rows: 80, cols: 112, pixel_size: 6, well_capacity: 11000, prnu: 0.8 },
    darkCurrent: { electronsPerSecond: 8 },
  });
  const recipe = { scene: 'Macbeth', optics: 'Cooke Triplet', sensor: 'camera.json' };
  const path = await jsonFile(folder, 'recipe.json', recipe);
  const session = join(folder, 'session');
  const taken = await lumenloom(
    ...['twin', 'practise', path, '--out', session, '--frames-scale', '0.5'],
  );
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  const made = await lumenloom('twin', session, '--out', join(folder, 'twin'));
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toContain(
    'Wrote twin.json, sensor.json, lens.json, recipe.json and report.html to',
  );
}, 120_000);

test('a practised camera is measured by its frames, and its twin takes the same ones', async () => {
  const { figures, compared, verdict } = (await read('twin', 'twin.json')) as Twin;
  const { figures: truth } = (await read('session-truth.json')) as {
    readonly figures: Record<string, number>;
  };
  for (const [key, tolerance] of [
    ['sensor.systemGain', 0.02],
    ['sensor.readNoise', 0.04],
    ['sensor.saturation', 0.01],
    ['lens.focalLengthPx', 0.01],
  ] as const)
    expect(Math.abs(figures[key]!.value / truth[key]! - 1), key).toBeLessThan(tolerance);
  // A narrow field hardly tells where its middle is, and the interval says so.
  for (const key of ['lens.centreX', 'lens.shadingCentreY']) {
    const { value, interval } = figures[key]!;
    expect(Math.abs(value - truth[key]!), key).toBeLessThan(interval![1] - interval![0]);
  }
  expect(verdict.inside + verdict.outside).toBe(compared.length);
  expect(verdict.inside / compared.length, verdict.text).toBeGreaterThan(INSIDE);
  expect(verdict.text).toMatch(
    new RegExp(`^The twin is inside .* in ${verdict.inside} of ${compared.length} figures`),
  );
  const kinds = ['mean', 'temporal noise', 'shading at', 'SFR at', 'distance of dots', 'patch'];
  for (const kind of kinds)
    expect(
      compared.some(({ figure }) => figure.startsWith(kind)),
      kind,
    ).toBe(true);
});

test('the report is one file with the verdict, the figures and both sides', async () => {
  const page = await readFile(join(folder, 'twin', 'report.html'), 'utf8');
  const { verdict, compared } = (await read('twin', 'twin.json')) as Twin;
  expect(page).toContain(verdict.text);
  for (const heading of ['Figures', 'Assumed', 'Falloff of the lens', 'Noise against level'])
    expect(page, heading).toContain(`>${heading}<`);
  expect(page.match(/<td>(<strong>)?(in|out)side</g)).toHaveLength(compared.length);
  expect(page).not.toMatch(/<script|(src|href)="(?!#)/);
});

test('the recipe of a twin names its files, which options replace', async () => {
  const recipe = join(folder, 'twin', 'recipe.json');
  const simulated = await lumenloom('simulate', recipe, '--out', join(folder, 'picture'));
  expect(simulated).toMatchObject({ status: 0, stderr: '' });
  expect(simulated.stdout).toContain('The lens is that of lens.json.');
  expect(simulated.stdout).toContain('The sensor is that of sensor.json');
  const grey = (await read('picture', 'report.json')) as {
    readonly sensor: { readonly electronsAtWhite: number[]; readonly saturationElectrons: number };
  };
  const { electronsAtWhite, saturationElectrons } = grey.sensor;
  expect(electronsAtWhite[0]! / saturationElectrons).toBeCloseTo(1, 1);
  const other = await lumenloom(
    ...['simulate', recipe, '--out', join(folder, 'other')],
    ...['--lens-file', 'published:pixel-4a'],
  );
  expect(other.stdout).toContain('The lens is that of published:pixel-4a');
});

test.each([
  ['../lens.json', 'optics: ../lens.json leads out of the folder of the recipe.'],
  ['/lens.json', 'optics: /lens.json leads out of the folder of the recipe.'],
])('a lens that is not beside its recipe is refused: %s', async (optics, sentence) => {
  const path = await jsonFile(folder, 'away.json', { scene: 'Macbeth', optics });
  const { status, stderr } = await lumenloom('simulate', path, '--out', join(folder, 'away'));
  expect([status, stderr]).toEqual([2, `${sentence}\n`]);
});

test('the switch of the comparison takes on and off', async () => {
  const { status, stderr } = await lumenloom(
    ...['twin', join(folder, 'session'), '--out', join(folder, 'none'), '--compare', 'maybe'],
  );
  expect([status, stderr]).toEqual([2, '--compare must be on or off, not "maybe".\n']);
});

test('developed charts of a session of its own give back gains and matrix of the ISP', async () => {
  const recipe = JSON.parse(await readFile(EXAMPLE, 'utf8')) as { readonly ispParams: object };
  const path = await jsonFile(folder, 'isp.json', {
    ...recipe,
    sensorParams: { rows: 64, cols: 96, pixel_size: 12, well_capacity: 20000, analog_offset: 0.02 },
    // CSC has a resolution of 8 bits, which changes gains by some per cent.
    ispParams: { ...recipe.ispParams, cscEnabled: false, eehEnabled: false },
  });
  const lit = { kind: 'flat', frames: 8, light: 'day' };
  const chart = { kind: 'chart', frames: 4, level: 0.7, developed: true };
  const plan = await jsonFile(folder, 'plan.json', {
    frames: [
      { kind: 'dark', frames: 8, exposure: 0.001 },
      ...[0.2, 0.5, 0.8].map((level) => ({ ...lit, level })),
      ...['day', 'lamp'].map((light) => ({ ...chart, light })),
    ],
  });
  const session = join(folder, 'charts');
  const taken = await lumenloom('twin', 'practise', path, '--out', session, '--session', plan);
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  expect(taken.stdout).toContain('Wrote 40 frames of 64 × 96 and 2 developed pictures to');
  await lumenloom('twin', session, '--out', join(folder, 'charts-twin'), '--compare', 'off');
  const { isp } = (await read('charts-twin', 'twin.json')) as { readonly isp: Isp };
  const { isp: truth } = (await read('charts-truth.json')) as { readonly isp: Isp };
  for (const key of ['red', 'blue'] as const)
    expect(Math.abs(isp[key] / truth[key] - 1), key).toBeLessThan(GAINS);
  for (const [r, row] of truth.matrix.entries())
    for (const [c, factor] of row.entries())
      expect(Math.abs(isp.matrix[r]![c]! - factor), `${r} ${c}`).toBeLessThan(MATRIX);
});

test.each<[string, object, readonly string[], string]>([
  [
    'a flat without a light',
    { frames: [{ kind: 'flat', frames: 4, level: 0.5 }] },
    [],
    'frames[0].light must be the name of a light; darks have no light or level.',
  ],
  [
    'a dark without an exposure',
    { frames: [{ kind: 'dark', frames: 4 }] },
    [],
    'frames[0].exposure must be a number from 1e-7 to 100000.',
  ],
  ['an unknown chart', { charts: ['test'] }, [], 'charts must be a list of grid, edges, chart.'],
  [
    'a recipe that scales its picture',
    { lights: ['day'] },
    [
      '--set',
      'isp=Fast-openISP',
      '--set',
      'ispParams.sclEnabled=true',
      '--set',
      'sensor=Bayer-grbg',
    ],
    'isp: The ISP makes 1080 × 1920 pixels of ',
  ],
])('a session is refused before frames are taken: %s', async (_, content, more, sentence) => {
  const session = await jsonFile(folder, 'refused.json', content);
  const { status, stderr } = await lumenloom(
    ...['twin', 'practise', join(folder, 'recipe.json'), '--out', join(folder, 'refused')],
    ...['--session', session, ...more],
  );
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});

import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  PASSED,
  filesOnPage,
  linesAddedOnPage,
  makeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts';

/**
 * The examples of the pages docs/adding-*.md, all added to one copy of the packages as the pages
 * write them out: they pass all checks together, and programs of the copy use each.
 */

const engine = 'packages/engine/src';
const optics = `${engine}/optics`;
const surfaces = `${optics}/ray-trace/surfaces`;
const isps = `${engine}/isps`;
const isp = `${isps}/fast-open-isp`;
const measurements = `${engine}/pipeline/measurements`;
const tasks = `${engine}/networks/tasks`;
const scores = 'packages/experiment/src/evaluate/dataset/tasks';
const reportSchema = 'packages/contract/src/simulation/report.schema.json';
const recipes = 'packages/contract/src/simulation';
const workbench = 'apps/web/app/workbench';
const deployment = 'packages/contract/src/deployment.ts';
const tinyModels = 'packages/node-host/tests/tiny-models';

/** Pages with files to write, and the folder that their paths begin in. */
const FOLDERS = {
  'adding-a-lens.md': `${optics}/`,
  'adding-a-surface.md': `${surfaces}/`,
  'adding-a-measurement.md': `${measurements}/`,
  'adding-an-isp.md': `${isps}/`,
  'adding-an-isp-module.md': `${isp}/`,
  'adding-a-sensor-effect.md': `${engine}/sensors/read-out/`,
  'adding-a-workbench-feature.md': `${workbench}/features/`,
  'adding-a-network.md': '',
  'adding-a-task.md': '',
  'adding-a-goal.md': '',
  'adding-a-command.md': '',
  'adding-a-route.md': '',
} as const;
/** Tests that hold the lists, and what they say of a part that its list does not have. */
const MISSING = {
  [`${optics}/load-lens-file.test.ts`]: 'lenses/singlet.json has its line in list.ts',
  [`${surfaces}/surfaces.test.ts`]: 'surfaces/powers.ts has its line in list.ts',
  [`${measurements}/measurements.test.ts`]: 'every folder of a measurement has its line in list.ts',
  [`${isps}/isps.test.ts`]: 'linear/ has its line in list.ts, and all its files',
  [`${tasks}/tasks.test.ts`]: 'every folder of a task has its line in list.ts',
  [`${isp}/modules.test.ts`]: 'modules/lsc/ has its line in order.ts, and all its files',
  [`${workbench}/features.test.ts`]:
    'each folder of a feature has its line, and the name of the feature',
} as const;

const small = {
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows: 48, cols: 64, pixel_size: 15, dark_voltage: 1e5 },
};

type SensorReport = Readonly<Record<'exposureSeconds' | 'snrAtGrey18', number>> & {
  readonly noiseTerms: readonly {
    readonly name: string;
    readonly greyElectrons: number;
    readonly isInSnr: boolean;
    readonly isInDynamicRange: boolean;
  }[];
};

/** One charge that is read twice. */
const CAPTURES = [
  { name: 'high' },
  { name: 'low', sharesChargeWith: 'high', well_capacity: 36_000 },
];

let copy: ScratchCopy;
/** Paths of the files that the pages write out. */
const written: string[] = [];
/** Bits of the picture that the copy computes before it has the sensor effect. */
let bitsBefore: string;

/** Replaces the only place where a file of the copy has a text. */
async function replaceIn(path: string, before: string, after: string): Promise<void> {
  const text = await copy.read(path);
  expect(text.split(before), `${path} with ${before}`).toHaveLength(2);
  await copy.write(
    path,
    text.replace(before, () => after),
  );
}

/** Runs a command of the copy, which succeeds. @returns what it printed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { status, output } = await copy.lumenloom(...args);
  expect(status, output).toBe(0);
  return output;
}

/** Simulates a recipe. */
async function simulated(name: string, recipe: object) {
  await copy.write(`${name}.json`, JSON.stringify(recipe));
  await printed('simulate', `${name}.json`, '--out', name, '--threads', '1');
  return {
    bits: await copy.read(`${name}/result.png`, 'base64'),
    log: await copy.read(`${name}/log.txt`),
    report: JSON.parse(await copy.read(`${name}/report.json`)) as {
      readonly sensor: SensorReport;
      readonly linearIsp?: { readonly label: string; readonly gains: { readonly blue: number } };
      readonly measurements: readonly {
        readonly name: string;
        readonly cornerPercent: number;
        readonly lensPercent: number;
      }[];
      readonly algorithm?: Readonly<Record<string, unknown>>;
    },
  };
}

beforeAll(async () => {
  vi.stubEnv('MODELS_DIR', tinyModels);
  copy = await makeScratchCopy(
    ...['apps/cli/tests', 'docs/reference/optics.md', 'examples', '.dependency-cruiser.cjs'],
    ...['src', 'data', 'tests', 'package.json'].map((part) => `apps/server/${part}`),
    ...['app', 'package.json', 'tsconfig.json'].map((part) => `apps/web/${part}`),
  );
  for (const [page, folder] of Object.entries(FOLDERS))
    for (const [path, text] of await filesOnPage(page)) {
      await copy.write(folder + path, text);
      written.push(folder + path);
    }
});
afterAll(() => copy.remove());

test('what is missing in its list fails, and a label that is not the name in its file', async () => {
  const list = await copy.read(`${optics}/list.ts`);
  await replaceIn(`${optics}/list.ts`, "label: 'Fisheye'", "label: 'Duplet'");
  const { status, output } = await copy.tests({ project: 'unit', paths: Object.keys(MISSING) });
  await copy.write(`${optics}/list.ts`, list);
  expect(status).toBe(1);
  for (const message of [
    ...Object.values(MISSING),
    'each folder of a goal has its line in both lists',
    "expected 'Fisheye' to be 'Duplet'",
  ])
    expect(output).toContain(message);
});

/** Adds the lines of the pages to the lists. */
async function addLines(): Promise<void> {
  const lines = async (page: string, count: number): Promise<readonly string[]> => {
    const added = await linesAddedOnPage(page);
    expect(added, page).toHaveLength(count);
    return added;
  };
  const prepend = async (path: string, line: string): Promise<void> =>
    copy.write(path, `${line}\n${await copy.read(path)}`);

  const [lens] = await lines('adding-a-lens.md', 1);
  await replaceIn(`${optics}/list.ts`, '\n} as', `\n${lens!}\n} as`);

  const [surface] = await lines('adding-a-surface.md', 1);
  await replaceIn(`${surfaces}/list.ts`, '\nexport { sphere }', `\n${surface!}\nexport { sphere }`);

  const [measurement, list] = await lines('adding-a-measurement.md', 2);
  await replaceIn(`${measurements}/list.ts`, '\n] as const;', `\n${list!}\n] as const;`);
  await prepend(`${measurements}/list.ts`, measurement!);

  const [ofIsp, inIsps] = await lines('adding-an-isp.md', 2);
  const [listed] = /^export const isps = .*$/m.exec(await copy.read(`${isps}/list.ts`))!;
  await replaceIn(`${isps}/list.ts`, listed, inIsps!);
  await prepend(`${isps}/list.ts`, ofIsp!);

  const [module, inOrder] = await lines('adding-an-isp-module.md', 2);
  await replaceIn(`${isp}/order.ts`, '  blc,\n', `  blc,\n${inOrder!}\n`);
  await prepend(`${isp}/order.ts`, module!);

  const [feature, inList] = await lines('adding-a-workbench-feature.md', 2);
  await replaceIn(`${workbench}/features.ts`, '\n];', `\n${inList!}\n];`);
  await prepend(`${workbench}/features.ts`, feature!);
  await replaceIn(deployment, '\n] as const;', "\n  'thirds',\n] as const;");

  const field = await lines('adding-a-recipe-field.md', 12);
  for (const [file, added, place] of [
    ['recipe-numbers.ts', field.slice(0, -2), '} as const satisfies'],
    ['request.ts', field.slice(-2), '  const findings: Findings'],
  ] as const)
    await replaceIn(`${recipes}/${file}`, place, `${added.join('\n')}\n${place}`);

  for (const page of ['network', 'task', 'goal', 'command', 'route'])
    await copy.change(`adding-a-${page}.md`);
  ({ bits: bitsBefore } = await simulated('before', small));
  await copy.change('adding-a-sensor-effect.md');
}

test('with their lines, types, format, lint and layers pass', async () => {
  await addLines();
  for (const [path, ...args] of [
    ['tools/scripts/build.mjs', 'kernels', 'schema'],
    [`${tinyModels}/make.ts`],
  ] as const) {
    const { status, output } = await copy.program(path, ...args);
    expect(status, output).toBe(0);
  }
  // The build of the copy compiles what the test has written.
  await copy.write(reportSchema, await copy.read(reportSchema));
  expect(await copy.check()).toEqual(PASSED);
  // What the feature imports itself; the rest imports what it does in the repository.
  const layers = await copy.program(
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...[`${workbench}/features/thirds`, '--max-depth', '1'],
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  );
  expect(layers.status, layers.output).toBe(0);
});

test('their unit tests, laws and tests of programs pass', async () => {
  const lensFigures = 'packages/engine/laws/optics/lens-figures.test.ts';
  const [help, calls] = ['apps/cli/tests/help.test.ts', 'apps/server/tests/calls.test.ts'];
  const own = written.filter((path) => /\.test\.tsx?$/.test(path));
  const { status, output, passed } = await copy.tests(
    {
      project: 'unit',
      paths: [
        ...[...Object.keys(MISSING), ...own],
        ...['algorithms/algorithms', 'sensors/sensors', 'sensors/read-out/order'].map(
          (path) => `${engine}/${path}`,
        ),
        `${recipes}/isp-parameters.test.ts`,
      ],
    },
    // The other lenses, laws, commands and calls are tested without a copy.
    { project: 'laws', paths: [lensFigures], names: 'singlet on the default sensor' },
    { project: 'integration', paths: own },
    { project: 'integration', paths: [help], names: 'airy|overview' },
    { project: 'integration', paths: [calls], names: 'one group|POST /api/diffraction-limit' },
  );
  expect(status, output).toBe(0);
  for (const path of own) expect(passed[path], path).toBeGreaterThan(0);
  // So that other names are noticed.
  expect(passed).toMatchObject({ [lensFigures]: 3, [help]: 5, [calls]: 2 });
});

test('the command line knows and traces the lens, and a recipe may name it', async () => {
  const { firstOrder } = JSON.parse(await printed('lens', 'singlet', '--json')) as {
    firstOrder: { eflMm: number }[];
  };
  expect(firstOrder[1]!.eflMm).toBeCloseTo(8.2, 9);
  const help = await printed('lens', '--help');
  expect(help.replaceAll(/\s+/g, ' ')).toContain('fisheye, singlet or a lens file');
  await copy.write('recipe.json', JSON.stringify({ scene: 'Macbeth', optics: 'Singlet' }));
  expect(await printed('fov', 'recipe.json')).toContain('Singlet');
});

test('lens files, paraxial figures and paths have the surface, a file and a line', async () => {
  expect(await filesOnPage('adding-a-surface.md')).toHaveProperty('size', 1);
  const singlet = JSON.parse(await copy.read(`${optics}/lenses/singlet.json`)) as {
    readonly surfaces: readonly object[];
  };
  const figures = async (coefficients: readonly number[], kind = 'powers') => {
    const [stop, front, back] = singlet.surfaces;
    const shaped = { ...back, shape: { kind, coefficients } };
    await copy.write('own.json', JSON.stringify({ ...singlet, surfaces: [stop, front, shaped] }));
    return copy.lumenloom('lens', 'own.json', '--json');
  };
  const spotOf = async (coefficients: readonly number[]): Promise<number> => {
    const { status, output } = await figures(coefficients);
    expect(status, output).toBe(0);
    const { firstOrder, fields } = JSON.parse(output) as {
      readonly firstOrder: readonly { readonly eflMm: number }[];
      readonly fields: readonly { readonly rmsSpotUm: number }[];
    };
    expect(firstOrder[1]!.eflMm).toBeCloseTo(8.2, 9);
    return fields[0]!.rmsSpotUm;
  };
  const [bare, bent] = [await spotOf([]), await spotOf([0, 2e-3])];
  expect(Math.abs(bent / bare - 1)).toBeGreaterThan(0.01);
  expect((await figures([], 'saddle')).output).toContain(
    'surfaces[2].shape.kind must be odd, qcon, qbfs, biconic, toroid, xy, zernike or powers, not "saddle".',
  );
});

test('a run measures the corners', async () => {
  const { report, log } = await simulated('corner', {
    scene: 'Uniform Field',
    uniformParams: { hfov: 30 },
    sensor: 'Bayer-grbg',
  });
  const { cornerPercent, lensPercent } = report.measurements.find(({ name }) => name === 'corner')!;
  // The ideal lens: a real one is traced for seconds.
  expect(lensPercent).toBe(100);
  // Noise of 4 x 512 green pixels beside 512, which is .2 % of their signal.
  expect(Math.abs(cornerPercent - lensPercent)).toBeLessThan(1);
  expect(log).toMatch(/^ *Corners \d+\.\d° off axis: \d+\.\d % of the mid/m);
  expect((await printed('figures', 'measurements.corner')).trim().split('\n')).toEqual([
    'measurements.corner.fieldDegrees   Corner field, °',
    'measurements.corner.cornerPercent  Corner corner, %',
    'measurements.corner.lensPercent    Corner lens, %',
  ]);
});

test('a run is developed with the ISP', async () => {
  const recipe = { ...small, isp: 'Linear', whiteBalance: 'truth' };
  const { report, log, bits } = await simulated('linear', recipe);
  expect(report.linearIsp!.label).toBe('Linear');
  // Silicon sees less blue than green in daylight.
  expect(report.linearIsp!.gains.blue).toBeGreaterThan(1);
  expect(log).toContain('Bayer-grbg, Linear.');
  expect(log).toMatch(/^ *Gains of the light: R \d\.\d{3}, B \d\.\d{3}\.$/m);
  expect(bits).not.toBe(bitsBefore);
  const darker = await simulated('linear-darker', { ...recipe, linearParams: { gamma: '1' } });
  expect(darker.bits).not.toBe(bits);
  expect(await printed('figures', 'linearIsp')).toContain('linearIsp.gains.red');
});

test('the sensor effect leaves the bits where it is off, and is in report and log where it is on', async () => {
  const off = await simulated('off', small);
  const on = await simulated('on', {
    ...small,
    sensorParams: { ...small.sensorParams, dcnu: 50 },
  });
  expect(off.bits).toBe(bitsBefore);
  expect(off.log).not.toContain('DCNU');
  expect(on.bits).not.toBe(bitsBefore);
  // 0.1 V/s of 1.15 V in 9000 electrons, half of it.
  const deviation = 0.5 * ((0.1 * 9000) / 1.15) * on.report.sensor.exposureSeconds;
  const found = on.report.sensor.noiseTerms.find(({ name }) => name === 'DCNU');
  expect(found).toMatchObject({ isInSnr: true, isInDynamicRange: false });
  expect(found!.greyElectrons / deviation).toBeCloseTo(1, 9);
  expect(on.report.sensor.snrAtGrey18).toBeLessThan(off.report.sensor.snrAtGrey18);
  expect(on.log).toMatch(/SNR in green \(shot, read, DSNU, PRNU, DCNU\): /);
});

test('the sensor effect acts with a chip as without', async () => {
  const chip = { ...small, sensorFile: { rowNoiseElectrons: 5, captures: CAPTURES } };
  const off = await simulated('chip-off', chip);
  const on = await simulated('chip-on', {
    ...chip,
    sensorParams: { ...small.sensorParams, dcnu: 50 },
  });
  expect(on.bits).not.toBe(off.bits);
  expect(off.log).not.toContain('DCNU');
  expect(on.log).toMatch(/SNR in green \(shot, read, DSNU, PRNU, DCNU, rows\): /);
});

test('the sensor effect is one folder, and its lines in two lists; two more for speed', async () => {
  const page = 'adding-a-sensor-effect.md';
  const folders = [...(await filesOnPage(page)).keys()].map((path) => dirname(path));
  expect(new Set(folders)).toEqual(new Set(['steps/dcnu']));
  const [fields, list, step, inOrder] = await linesAddedOnPage(page);
  expect(fields).toContain("from './steps/dcnu/fields.ts'");
  expect(list).toContain('...dcnuFields');
  expect(step).toContain("from './steps/dcnu/step.ts'");
  expect(inOrder).toBe('  dcnu,');
});

test.each([
  ['adding-a-surface.md', ['.'], 1],
  ['adding-an-isp.md', ['linear'], 2],
  ['adding-a-task.md', [`${tasks}/counting`, scores], 3],
] as const)('%s adds files in %j and %i lines', async (page, folders, lines) => {
  const found = [...(await filesOnPage(page)).keys()].map((path) => dirname(path));
  expect(new Set(found)).toEqual(new Set(folders));
  expect(await linesAddedOnPage(page)).toHaveLength(lines);
});

test('the network runs on a picture, which shows what it found', async () => {
  const { bits, log, report } = await simulated('network', { ...small, algorithm: 'Silhouette' });
  expect(report.algorithm).toMatchObject({
    label: 'Silhouette',
    status: 'done',
    kind: 'mask',
    threshold: 0.5,
  });
  expect(report.algorithm!['overlap']).toBeGreaterThan(0.5);
  expect(report.algorithm!['overlap']).toBeLessThan(1);
  expect(log).toMatch(/Silhouette: overlap of the objects .+: 0\.\d\d\./);
  expect(bits).not.toBe(bitsBefore);
});

test('a network that counts is recognised, counts, and is scored', async () => {
  // A hundredth of red, green and blue in each pixel.
  await copy.write(
    'density.ts',
    `import { writeFileSync } from 'node:fs';
import { OnnxGraph } from './${tinyModels}/onnx-graph.ts';
const graph = new OnnxGraph();
graph.node('Conv', ['x', graph.floats([0.01, 0.01, 0.01], [1, 3, 1, 1])], {}, 'density');
writeFileSync('density.onnx', graph.write('density',
  [{ name: 'x', shape: [1, 3, 'h', 'w'] }], [{ name: 'density', shape: [1, 1, 'h', 'w'] }]));`,
  );
  expect(await copy.program('density.ts')).toEqual(PASSED);
  const picture = ['--picture', 'examples/apple.jpg', '--json'];
  const inspected = JSON.parse(await printed('network', 'inspect', 'density.onnx', ...picture)) as {
    readonly descriptor: object;
    readonly findings: readonly { readonly count: number }[];
  };
  expect(inspected.descriptor).toMatchObject({ task: 'counting', output: { kind: 'density' } });
  expect(inspected.findings[0]!.count).toBeGreaterThan(0);
  const scored = async (counts: object) => {
    await copy.write('counts.json', JSON.stringify(counts));
    await copy.write('truth.json', JSON.stringify({ 'a.png': 3, 'b.png': 5 }));
    const args = ['truth.json', 'counts.json', '--task', 'counting', '--bootstrap', '0', '--json'];
    return JSON.parse(await printed('score', ...args)) as object;
  };
  expect(await scored({ 'a.png': 4, 'b.png': 2 })).toMatchObject({ countError: 2, countBias: -1 });
  const plan = { name: 'count', dataset: 'example:marks', network: 'density.onnx', images: 2 };
  await copy.write('plan.json', JSON.stringify({ ...plan, bootstrap: { draws: 0 } }));
  await printed('evaluate', 'plan.json', '--out', 'counted', '--jobs', '1');
  const { source } = JSON.parse(await copy.read('counted/results.json')) as {
    readonly source: { readonly figures: Readonly<Record<string, number>> };
  };
  expect(Object.keys(source.figures)).toEqual(['dataset.countError', 'dataset.countBias']);
  expect(source.figures['dataset.countError']).toBeGreaterThan(0);
  expect((await printed('figures', 'dataset.count')).trim().split('\n')).toEqual([
    'dataset.countError  error of the count',
    'dataset.countBias   bias of the count',
  ]);
});

test('a goal proposes its runs, decides and says so', async () => {
  const study = {
    name: 'root',
    vary: [{ name: 'x', from: 0, to: 8 }],
    objectives: [{ name: 'cost', expression: 'x', goal: 'minimise' }],
    constraints: [{ name: 'square', expression: 'x*x', min: 2 }],
    algorithm: { name: 'bisect' },
    budget: { runs: 40 },
  };
  await copy.write('root.json', JSON.stringify(study));
  const said = await printed('optimise', 'root.json', '--out', 'root');
  const { decisions, runs } = JSON.parse(await copy.read('root/results.json')) as {
    readonly decisions: { readonly threshold: { readonly value: number; breaksAt: number } };
    readonly runs: readonly object[];
  };
  const { value, breaksAt } = decisions.threshold;
  expect(value ** 2).toBeGreaterThanOrEqual(2);
  expect(breaksAt ** 2).toBeLessThan(2);
  // A thousandth of the range.
  expect(value - breaksAt).toBeLessThanOrEqual(8 / 1024);
  expect(runs.length).toBeLessThan(20);
  expect(said).toContain(`All limits are kept from x ${value} on, not at ${breaksAt}.`);
  expect(await copy.read('root/report.html')).toContain('All limits are kept from x');
});

test('a recipe says how many samples its scene may have', async () => {
  const recipe = { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 32, cols: 32 } };
  const { report } = await simulated('enough', { ...recipe, sceneSamples: '6144' });
  expect(report.sensor).toMatchObject({ label: 'Bayer-grbg' });
  const refused = async (sceneSamples: number): Promise<string> => {
    await copy.write('refused.json', JSON.stringify({ ...recipe, sceneSamples }));
    const { status, output } = await copy.lumenloom('simulate', 'refused.json', '--out', 'no');
    expect(status).not.toBe(0);
    return output;
  };
  expect(await refused(6143)).toContain(
    'Macbeth would have 96 × 64 samples; at most 0.006143 million',
  );
  expect(await refused(0)).toContain('Scene Samples must be at least 1, not 0.');
});

test('the overview names the command', async () => {
  expect(await printed('measure', '--help')).toMatch(/^ {2}airy +the blur of diffraction alone$/m);
});

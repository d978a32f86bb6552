import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLensFile, type LensFile, type SimulationPlan } from '@lumenloom/engine';
import { planSweep, type PlannedRun, type PlannedSweep } from './plan-sweep.ts';

const recipe = {
  scene: 'Macbeth',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  illuminant: 'D65',
};
const sweep = {
  name: 'test',
  recipe,
  vary: [{ path: 'sensorParams.read_noise', values: [1, 2] }],
  measure: ['sensor.snrAtWhite'],
};
/** Parameters of the chain that a plan develops with. */
function chainOf({ isp }: SimulationPlan) {
  if (isp?.id !== 'fastOpenIsp') throw new Error('The plan has another ISP.');
  return isp.parameters;
}
/** Of the sweep above over one radius, as it was before surfaces could be moved. */
const SEED_OF_A_RADIUS = 3_319_600_730;
async function planned(changes: object): Promise<PlannedSweep & Record<'all', PlannedRun[]>> {
  const decoded = await planSweep({ ...sweep, ...changes });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  const { count, runAt } = decoded.value;
  const all = Array.from({ length: count }, (_, run) => runAt(run));
  return { ...decoded.value, all };
}

describe('a planned sweep', () => {
  test('chooses lamps by the levels of its recipe, whatever a point gives them', async () => {
    const lamp = { type: 'point', position: [0, 1, 0] };
    const world = {
      version: 1,
      lights: [
        { name: 'ring', ...lamp, lumens: 700 },
        { name: 'spot', ...lamp, lux: { value: 40, atMetres: 1 } },
      ],
    };
    const { scene: _, illuminant: __, optics: ___, ...camera } = recipe;
    const { all } = await planned({
      recipe: { ...camera, world, worldParams: { samples: 9 } },
      vary: [
        { path: 'world.lights.ring.lumens', values: [0.5, 900] },
        { path: 'world.lights[1].lux.value', values: [3] },
        { path: 'world.lights.spot.position', values: [[0, 2, 0]] },
      ],
    });
    const levels = { ring: 700, spot: 40 };
    expect(all.map(({ recipe: { worldParams } }) => worldParams)).toEqual([
      { samples: 9, levels },
      { samples: 9, levels },
    ]);
    expect(all[1]!.plan.world!.params).toMatchObject({ samples: 9, levels });
    const { all: own } = await planned({
      recipe: { ...camera, world, worldParams: { levels: { ring: 5 } } },
      vary: [{ path: 'world.lights.ring.lumens', values: [2] }],
    });
    expect(own[0]!.recipe['worldParams']).toEqual({ levels: { ring: 5 } });
    const { all: still } = await planned({
      recipe: { ...camera, world },
      vary: [{ path: 'world.lights.ring.radius', values: [0.1] }],
    });
    expect(still[0]!.recipe['worldParams']).toBeUndefined();
  });

  test('has a run per point and repeat, whose seeds follow each other', async () => {
    const { all } = await planned({ repeats: 2, recipe: { ...recipe, seed: 40 } });
    expect(all.map(({ run }) => run)).toEqual([
      { run: 0, seed: 40, values: { 'sensorParams.read_noise': 1 } },
      { run: 1, seed: 41, values: { 'sensorParams.read_noise': 1 } },
      { run: 2, seed: 40, values: { 'sensorParams.read_noise': 2 } },
      { run: 3, seed: 41, values: { 'sensorParams.read_noise': 2 } },
    ]);
    expect(all[3]!.plan.seeds.temporal).toBe(41);
    expect(all[3]!.plan.sensor!.parameters.read_noise).toBe(0.002);
  });
  test('asks for the information that it measures', async () => {
    const { all } = await planned({ measure: ['information.snriDb'] });
    expect(all[0]!.recipe).toMatchObject({ labParams: {} });
    expect(all[0]!.plan.lab).toMatchObject({ backgroundShare: 0.18 });
    const { all: others } = await planned({ measure: ['sensor.snrAtWhite'] });
    expect(others[0]!.plan).not.toHaveProperty('lab');
  });
  test('rounds drawn numbers where the field takes whole ones', async () => {
    const { all } = await planned({
      vary: [{ path: 'sensorParams.rows', distribution: 'uniform', from: 100, to: 200 }],
      mode: 'random',
      samples: 20,
    });
    expect(all.every(({ plan }) => Number.isInteger(plan.grid.rows))).toBe(true);
    expect(new Set(all.map(({ plan }) => plan.grid.rows)).size).toBeGreaterThan(10);
  });
  test('reaches into a matrix, whose other numbers keep their defaults', async () => {
    const { all } = await planned({
      vary: [{ path: 'ispParams.ccmValues[0][1]', values: [10, 20] }],
    });
    const [first, second] = all.map(({ plan }) => chainOf(plan).ccmValues);
    expect(first![0]).toEqual([0, 10, 2000, 0]);
    expect(second![0]).toEqual([0, 20, 2000, 0]);
    expect(second!.slice(1)).toEqual(first!.slice(1));
  });
  test.each([
    [
      'as text',
      '8,10',
      [
        [2, 10],
        [3, 10],
      ],
    ],
    [
      'as a list',
      [8, 10],
      [
        [2, 10],
        [3, 10],
      ],
    ],
    [
      'blank',
      '',
      [
        [2, 6],
        [3, 6],
      ],
    ],
  ])('reaches into a pair that is held %s', async (_, cehGain, expected) => {
    const { all } = await planned({
      recipe: { ...recipe, ispParams: { cehGain } },
      vary: [{ path: 'ispParams.cehGain[0]', values: [2, 3] }],
    });
    expect(all.map(({ plan }) => chainOf(plan).cehGain)).toEqual(expected);
  });
  test('rounds drawn numbers of a pair that takes whole ones', async () => {
    const { all } = await planned({
      vary: [{ path: 'ispParams.cehGain[1]', distribution: 'uniform', from: 3, to: 200 }],
      mode: 'random',
      samples: 20,
    });
    const columns = all.map(({ plan }) => chainOf(plan).cehGain[1]);
    expect(columns.every(Number.isInteger)).toBe(true);
    expect(new Set(columns).size).toBeGreaterThan(10);
  });
  test('changes the lens that the recipe names, and its noise with it', async () => {
    const { all } = await planned({
      vary: [{ path: 'lens.surfaces[0].thickness', values: [7, 7.1] }],
    });
    const plans = all.map(({ plan }) => plan);
    expect(plans.map(({ optics }) => (optics as LensFile).surfaces[0]!.thickness)).toEqual([
      7, 7.1,
    ]);
    expect(plans[0]!.seeds.temporal).not.toBe(plans[1]!.seeds.temporal);
  });
  test('keeps the stray light of the lens whose surfaces are varied', async () => {
    const { all } = await planned({
      recipe: { ...recipe, opticsParams: { scatter: 1, coating: 'mgf2' } },
      vary: [{ path: 'lens.surfaces[0].thickness', values: [7, 7.1] }],
    });
    for (const { plan } of all)
      expect(plan.optics).toMatchObject({ scatter: { share: 0.01 }, ghosts: { coating: 'mgf2' } });
  });
  test('has a lens from a file in place of the recipe’s, varied or not', async () => {
    const own = { ...(await loadLensFile('cooke-triplet')), name: 'Own' };
    const vary = [{ path: 'lens.surfaces[0].thickness', values: [3.2, 3.3] }];
    for (const changes of [{}, { vary }]) {
      const decoded = await planSweep({ ...sweep, ...changes }, { optics: own });
      if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
      const lenses = [0, 1].map((run) => decoded.value.runAt(run).plan.optics as LensFile);
      expect(lenses.map(({ name }) => name)).toEqual(['Own', 'Own']);
      expect(lenses.map(({ surfaces }) => surfaces[0]!.thickness)).toEqual(
        'vary' in changes ? [3.2, 3.3] : [3.25896, 3.25896],
      );
    }
  });
  test('moves surfaces, groups of the document and the image plane, and exchanges glasses', async () => {
    const { all } = await planned({
      groups: [{ surfaces: [0, 1], pivot: 1 }],
      vary: [
        { path: 'lens.groups[0].tilt[0]', values: [0.1] },
        { path: 'lens.surfaces[2].decentre[1]', values: [0.02] },
        { path: 'lens.surfaces[0].glass', values: ['N-LAK9'] },
        { path: 'lens.surfaces[1].conic', values: [-0.2] },
        { path: 'image.tilt[1]', values: [0.3] },
      ],
    });
    const { groups, image, surfaces, glasses } = all[0]!.plan.optics as LensFile;
    expect(groups).toEqual([{ surfaces: [0, 1], pivot: 1, tilt: [0.1, 0, 0] }]);
    expect(surfaces[2]!.decentre).toEqual([0, 0.02, 0]);
    expect([surfaces[0]!.glass, surfaces[1]!.conic]).toEqual(['N-LAK9', -0.2]);
    expect(glasses).toHaveProperty('N-LAK9');
    expect(image).toEqual({ tilt: [0, 0.3, 0] });
  });
  test('keeps the seeds of sweeps over radii, thicknesses and indices', async () => {
    const { all } = await planned({ vary: [{ path: 'lens.surfaces[0].radius', values: [56.5] }] });
    expect(all[0]!.plan.seeds.temporal).toBe(SEED_OF_A_RADIUS);
  });
  test('may vary what a chosen part reads in some of its runs only', async () => {
    const { count } = await planned({
      vary: [
        { path: 'scene', values: ['Macbeth', 'Gridlines'] },
        { path: 'macbethParams.hfov', values: [20, 30] },
      ],
    });
    expect(count).toBe(4);
  });
});

describe('refused before anything runs', () => {
  const lens = { path: 'lens.surfaces[0].radius', values: [60, 61] };
  test.each([
    ['a list', [], '', /must be a sweep, as a JSON object/],
    ['an unknown key', { speed: 1 }, 'speed', /speed means nothing in a sweep/],
    [
      'an unknown key of an entry',
      { vary: [{ path: 'a', values: [1], steps: 2 }] },
      'vary[0].steps',
      /steps means nothing/,
    ],
    ['no figures', { measure: [] }, 'measure', /at least one/],
    ['an unknown figure', { measure: ['sensor.snr'] }, 'measure[0]', /no number named sensor.snr/],
    ['a figure that is text', { measure: ['sensor.label'] }, 'measure[0]', /no number/],
    ['a figure twice', { measure: ['totalMs', 'totalMs'] }, 'measure[1]', /twice/],
    [
      'a figure of a part that is not chosen',
      { recipe: { ...recipe, isp: '' }, measure: ['isp.saturation'] },
      'measure[0]',
      /needs an ISP/,
    ],
    [
      'an unknown path',
      { vary: [{ path: 'sensorParams.nose', values: [1] }] },
      'vary[0].path',
      /no field nose in sensorParams; its fields are .*read_noise/,
    ],
    [
      'an unknown object',
      { vary: [{ path: 'camera.gain', values: [1] }] },
      'vary[0].path',
      /no field camera in a recipe/,
    ],
    [
      'a whole object',
      { vary: [{ path: 'sensorParams', values: [{}] }] },
      'vary[0].path',
      /name one of its fields/,
    ],
    [
      'a path of a lens that is none',
      { vary: [{ path: 'lens.radius', values: [1] }] },
      'vary[0].path',
      /lens.surfaces\[0\]/,
    ],
    [
      'a path that nothing reads',
      { vary: [{ path: 'gridlinesParams.hfov', values: [20, 30] }] },
      'vary[0].path',
      /changes nothing/,
    ],
    ['a path twice', { vary: [sweep.vary[0], sweep.vary[0]] }, 'vary[1].path', /varied twice/],
    [
      'a value out of range',
      { vary: [{ path: 'sensorParams.read_noise', values: [1, -2] }] },
      'vary[0].values[1]',
      /sensorParams.read_noise = -2: Read Noise/,
    ],
    [
      'a number of a pair out of range',
      { vary: [sweep.vary[0], { path: 'ispParams.cehGain[1]', values: [4, 1] }] },
      'vary[1].values[1]',
      /ispParams.cehGain\[1\] = 1: tiles must be at least 2/,
    ],
    [
      'a value of another kind',
      { vary: [{ path: 'sensorParams.read_noise', values: ['much'] }] },
      'vary[0].values[0]',
      /must be a number/,
    ],
    [
      'a cell of a matrix that is no number',
      {
        vary: [
          {
            path: 'ispParams.ccmValues',
            values: [
              [
                [1, 2, 3, 'x'],
                [1, 2, 3, 4],
                [1, 2, 3, 4],
              ],
            ],
          },
        ],
      },
      'vary[0].values[0][0][3]',
      /must be a number/,
    ],
    [
      'an end of a range out of range',
      { vary: [{ path: 'sensorParams.read_noise', from: 1, to: -1, steps: 3 }] },
      'vary[0].to',
      /sensorParams.read_noise = -1: Read Noise/,
    ],
    [
      'a drawn value out of range',
      {
        vary: [
          {
            path: 'sensorParams.read_noise',
            distribution: 'normal',
            mean: 0,
            standardDeviation: 9,
          },
        ],
        mode: 'random',
        samples: 30,
      },
      'vary[0]',
      /at least 0/,
    ],
    ['a bad recipe', { recipe: { ...recipe, optics: 'Jar' } }, 'recipe.optics', /Jar/],
    ['a recipe without a scene', { recipe: {} }, 'recipe.scene', /Choose a scene/],
    [
      'a key of the recipe that means nothing',
      { recipe: { ...recipe, camera: 1 } },
      'recipe.camera',
      /means nothing/,
    ],
    [
      'a lens surface without a lens',
      { recipe: { ...recipe, optics: '' }, vary: [lens] },
      'recipe.optics',
      /Choose the lens/,
    ],
    [
      'a surface that is not there',
      { vary: [{ ...lens, path: 'lens.surfaces[99].radius' }] },
      'vary[0].path',
      /^surfaces\[99\]\.radius cannot be changed: .* has surfaces 0 to/,
    ],
    [
      'a radius that is too small for the surface',
      { vary: [{ ...lens, values: [60, 1] }] },
      'vary[0].values[1]',
      /lens\.surfaces\[0\]\.radius = 1: .*larger than/,
    ],
    [
      'a group that is not there',
      { vary: [{ path: 'lens.groups[0].tilt[0]', values: [1, 2] }] },
      'vary[0].path',
      /^groups\[0\]\.tilt\[0\] cannot be changed: .* has no groups/,
    ],
    [
      'a tilt of the image plane that is none',
      { vary: [{ path: 'image.tilt[0]', values: [1, 95] }] },
      'vary[0].values[1]',
      /a tilt about x or y must be less than 90 degrees/,
    ],
    [
      'a group of surfaces that are not there',
      { groups: [{ surfaces: [0, 99] }] },
      'groups[0].surfaces',
      /the first and the last surface of the group/,
    ],
    [
      'a glass that nobody makes',
      { vary: [{ path: 'lens.surfaces[0].glass', values: ['N-LAK9', 'N-NONE'] }] },
      'vary[0].values[1]',
      /there is no glass N-NONE in the catalogues/,
    ],
    [
      'an index that no glass has',
      { vary: [{ path: 'lens.surfaces[0].index', values: [1.6, 0.9] }] },
      'vary[0].values[1]',
      /an index of glass is more than 1, not 0\.9/,
    ],
    ['repeats of 0', { repeats: 0 }, 'repeats', /at least 1/],
    ['repeats of 1.5', { repeats: 1.5 }, 'repeats', /whole number/],
    ['an unknown mode', { mode: 'all' }, 'mode', /grid, zip, random, latin-hypercube/],
    ['samples in a grid', { samples: 3 }, 'samples', /random and latin-hypercube/],
    ['a random sweep without samples', { mode: 'random' }, 'samples', /must be given/],
    [
      'a distribution in a grid',
      { vary: [{ path: 'sensorParams.read_noise', distribution: 'uniform', from: 0, to: 1 }] },
      'vary[0].distribution',
      /mode random or latin-hypercube, not grid/,
    ],
    [
      'an unknown distribution',
      { vary: [{ path: 'sensorParams.read_noise', distribution: 'poisson', mean: 1 }] },
      'vary[0].distribution',
      /uniform or normal/,
    ],
    [
      'lists of two lengths in a zip',
      { mode: 'zip', vary: [sweep.vary[0], { path: 'sensorParams.analog_gain', values: [1] }] },
      'vary[1]',
      /same number of values: 2 in the first, 1 here/,
    ],
    [
      'a log scale over 0',
      { vary: [{ path: 'sensorParams.read_noise', from: 0, to: 1, steps: 3, scale: 'log' }] },
      'vary[0].from',
      /log scale/,
    ],
    [
      'an entry without values',
      { vary: [{ path: 'sensorParams.read_noise' }] },
      'vary[0].from',
      /must be a number/,
    ],
    [
      'more runs than the budget',
      { repeats: 6, budget: { runs: 10 } },
      'budget.runs',
      /has 12 runs; its budget allows 10/,
    ],
    ['more runs than anybody computes', { repeats: 100_000 }, 'vary', /has 200000 runs/],
  ])('%s', async (_, changes, field, sentence) => {
    const decoded = await planSweep(Array.isArray(changes) ? changes : { ...sweep, ...changes });
    expect(decoded.ok).toBe(false);
    const problems = decoded.ok ? [] : decoded.problems;
    expect(problems.map((problem) => problem.field)).toContain(field);
    const reported = problems.find((problem) => problem.field === field)!;
    expect(reported.message).toMatch(sentence);
    expect(reported.message).toMatch(/[.?]$/);
  });
});

test('the examples of docs/sweeps.md can be run', async () => {
  const text = readFileSync(new URL('../../../../docs/sweeps.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```json\n([^`]*)```/g)].map(([, json]) => json!);
  expect(examples).toHaveLength(3);
  for (const example of examples)
    expect(await planSweep(JSON.parse(example))).toMatchObject({ ok: true });
});

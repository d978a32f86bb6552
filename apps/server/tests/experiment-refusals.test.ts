import { beforeAll, expect, it } from 'vitest';
import { callsOf, type Goal } from './experiment-calls.ts';
import { logIn, type Visitor } from './people.ts';
import { startServer, TINY } from './start-server.ts';

const server = startServer({ RATE_LIMIT_FACTOR: '100' });
let owner: Visitor;
beforeAll(async () => {
  owner = await logIn(server, 'owner@example.com');
});

const CAMERA = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
  isp: 'Fast-openISP',
};
const SWEEP = {
  name: 'Noise',
  recipe: { ...TINY, isp: 'Fast-openISP' },
  vary: [{ path: 'sensorParams.read_noise', from: 1, to: 4, steps: 3 }],
  measure: ['sensor.snrAtGrey18'],
};
const MARKS = { dataset: 'example:marks', network: 'example:marks' };
const REPORT_RECIPE = { ...TINY, sensorParams: { rows: 72, cols: 72 }, isp: 'Fast-openISP' };
/** Documents that are accepted. */
const DOCUMENTS: Readonly<Record<Goal, object>> = {
  sweeps: SWEEP,
  studies: {
    name: 'Noise',
    recipe: SWEEP.recipe,
    vary: [{ path: 'sensorParams.read_noise', from: 1, to: 4 }],
    objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
    budget: { runs: 6 },
  },
  evaluations: {
    ...{ name: 'Marks', ...MARKS, cameras: { small: CAMERA }, images: 2 },
    scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
    bootstrap: { draws: 20 },
  },
  reports: { name: 'tiny', recipe: REPORT_RECIPE, profile: 'mobile', draft: true },
};
const NOBODYS = 'mine:00000000-0000-4000-8000-000000000000';

const evaluated = (changes: object): object => ({
  measure: ['dataset.map'],
  evaluate: { ...MARKS, ...changes },
});
const camera = (changes: object): object => ({ cameras: { a: { ...CAMERA, ...changes } } });

type Refused = readonly [what: string, changes: object, field: string, sentence: RegExp];

const refused: Readonly<Record<Goal, readonly Refused[]>> = {
  sweeps: [
    ['no repeat', { repeats: 0 }, 'repeats', /^repeats must be at least 1\.$/],
    ['another figure', { measure: ['sensor.shine'] }, 'measure[0]', /./],
    [
      'objectives',
      { objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }] },
      'objectives',
      /^A document with objectives is a study: send it to \/api\/studies\.$/,
    ],
  ],
  studies: [
    ['no objectives', { objectives: [] }, 'objectives', /./],
    [
      'another field',
      { vary: [{ path: 'sensorParams.pitch', from: 1, to: 2 }] },
      'vary[0].path',
      /./,
    ],
    ['a lens of nobody', { recipe: { ...TINY, optics: 'mine:nothing' } }, 'recipe.optics', /./],
    [
      'a path as the data set',
      evaluated({ dataset: '/etc' }),
      'evaluate.dataset',
      /You have no data set \/etc/,
    ],
    [
      'a network of nobody',
      evaluated({ network: 'mine:none' }),
      'evaluate.network',
      /You have no network mine:none/,
    ],
    [
      'the file of a descriptor',
      evaluated({ descriptor: 'd.json' }),
      'evaluate.descriptor',
      /A server reads no files/,
    ],
    ['no pictures', evaluated({ images: 0 }), 'evaluate.images', /images must be a whole number/],
  ],
  evaluations: [
    ['a data set of nobody', { dataset: 'mine:none' }, 'dataset', /^You have no data set mine:non/],
    ['a path', { dataset: '/etc' }, 'dataset', /^You have no data set \/etc/],
    ['another network', { network: '/etc/passwd' }, 'network', /^You have no network \/etc\/passw/],
    ['a network of nobody', { network: 'mine:none' }, 'network', /^You have no network mine:none/],
    ['the file of a camera', { cameras: { a: 'a.json' } }, 'cameras.a', /^A server reads no files/],
    [
      'a command',
      { descriptor: { output: { kind: 'command', command: ['post'] } } },
      'descriptor.output.kind',
      /^command is for the command line\.$/,
    ],
    ['the file of a descriptor', { descriptor: 'd.json' }, 'descriptor', /^A server reads no file/],
    [
      'a camera that cannot be',
      camera({ sensorParams: { rows: 0 } }),
      'cameras.a.sensorParams.rows',
      /rows|Rows/,
    ],
    [
      'a lens that is not published',
      camera({ optics: 'published:none' }),
      'cameras.a.optics',
      /^There is no published:none: choose one of/,
    ],
    [
      'the file of a lens',
      camera({ optics: '../../examples/triplet.zmx' }),
      'cameras.a.optics',
      /Double-Gauss/,
    ],
    ['another key', { jobs: 3 }, 'jobs', /^jobs means nothing/],
  ],
  reports: [
    ['no recipe', { recipe: undefined }, 'recipe', /^recipe must be an object, the body of POST /],
    ['no object', { recipe: 'example:first' }, 'recipe', /must be an object, the body of/],
    ['another profile', { profile: 'film' }, 'profile', /^profile must be one of general, autom/],
    ['a draft of seeds', { seeds: 5 }, 'seeds', /^seeds: a draft has one seed; leave out seeds/],
    ['many seeds', { draft: false, seeds: 51 }, 'seeds', /^seeds must be at most 50\.$/],
    ['a seed below 0', { seed: -1 }, 'seed', /^seed must be a whole number from 0 to/],
    ['a long date', { date: 'x'.repeat(41) }, 'date', /at most 40 characters/],
    ['an unknown key', { colour: 1 }, 'colour', /^colour means nothing in a report\.$/],
    [
      'no sensor',
      { recipe: { ...REPORT_RECIPE, sensor: '' } },
      'recipe.sensor',
      /^the recipe has no sensor, whose pixels would be measured\.$/,
    ],
    [
      'a field of the second camera',
      { recipe2: { ...REPORT_RECIPE, sensorParams: { rows: -1 } } },
      'recipe2.sensorParams.rows',
      /./,
    ],
    [
      'a key of the recipe',
      { recipe: { ...REPORT_RECIPE, lens: 1 } },
      'recipe.lens',
      /means nothing/,
    ],
    [
      'a file that is not there',
      { recipe: { ...REPORT_RECIPE, optics: NOBODYS } },
      'recipe.optics',
      /./,
    ],
  ],
};

const goals = Object.keys(refused) as Goal[];

it.each(goals)('accepts %s that have nothing wrong', async (goal) => {
  const { started, remove } = callsOf(goal);
  expect(await remove(owner, await started(owner, DOCUMENTS[goal]))).toHaveProperty('status');
});

it.each(goals.flatMap((goal) => refused[goal].map((row) => [goal, ...row] as const)))(
  'refuses %s with %s',
  async (goal, _, changes, field, sentence) => {
    const response = await callsOf(goal).start(owner, { ...DOCUMENTS[goal], ...changes });
    const body = (await response.json()) as { readonly field?: string; readonly message: string };
    expect([response.status, body.field]).toEqual([422, field]);
    expect(body.message).toMatch(sentence);
  },
);

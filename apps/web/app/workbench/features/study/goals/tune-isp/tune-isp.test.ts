import type { LightOfCamera } from '@lumenloom/browser-host';
import { readStudyDocument, type StudyDocument } from '@lumenloom/contract';
import { expect, test, vi } from 'vitest';
import warmLampStudy from '../../../../../../../../examples/warm-lamp-study.json' with { type: 'json' };
import warmLamp from '../../../../../../../../examples/warm-lamp.json' with { type: 'json' };
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import { initialRecipe, type Recipe } from '../../../../model/recipe/recipe.ts';
import { lightOf, warmLed } from '../../../../kit/tests/light-of.ts';
import type { FirstRun } from './first-run.ts';
import { tuneIsp, whyNotTuned, type TuneAim } from './tune-isp.ts';
import { tunedInWords } from './tuned-figures.ts';

const recipe: Recipe = {
  ...initialRecipe,
  illuminant: 'Tungsten',
  scene: 'apple.jpg',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
};
/** Figures of a white that is so far from neutral. */
function white(percent: number) {
  return {
    'case:Macbeth/isp.whiteBalance.blueOverRedPercent': percent,
    'case:Macbeth/isp.whiteBalance.greenPercent': -percent,
  };
}
const FIGURES = {
  'case:Macbeth/measurements.colour.mean': 8,
  'case:Macbeth, a tenth of the light/measurements.noise.grey18Db': 20,
  'case:Slanted Edge/measurements.sfr.edges.0.developed.mtf50': 0.2,
  'case:Macbeth/isp.clippedPercent.ccm.0': 0,
  'case:Macbeth/isp.clippedPercent.ccm.1': 3,
  'case:Macbeth/isp.clippedPercent.ccm.2': 0.5,
  ...white(0.1),
};
/** A run whose figures are the same in fresh noise, unless it has others there. */
const measured = ({ figures = FIGURES, ...changes }: Partial<FirstRun> = {}): FirstRun => ({
  figures,
  status: 'done',
  message: '',
  fresh: figures as Readonly<Record<string, number>>,
  ...changes,
});

async function tuned(
  camera: Recipe = recipe,
  changesOf: (study: number) => Partial<FirstRun> = () => ({}),
  aim?: TuneAim,
) {
  const asked: StudyDocument[] = [];
  const accepted = (document: object): StudyDocument => {
    const read = readStudyDocument(JSON.parse(JSON.stringify(document)));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.value;
  };
  const asking = {
    light: async () => lightOf(camera),
    startFigures: async (start: object) => {
      asked.push(accepted(start));
      return measured(changesOf(asked.length));
    },
  };
  const { document } = await tuneIsp(camera, asking, aim);
  return { asked, study: accepted(document) };
}

test('one run measures each start; noise, sharpness and clipping must not get worse than that', async () => {
  const { asked, study } = await tuned();
  expect(asked.map(({ budget }) => budget.runs)).toEqual([1, 1]);
  expect(study.budget.runs).toBe(400);
  expect(study.algorithm.name).toBe('cma-es');
  expect(study.objectives).toMatchObject([
    { figure: 'case:Macbeth/measurements.colour.mean', goal: 'minimise' },
  ]);
  const limits = study.constraints.map(({ figure, min, max }) => [figure, min ?? max]);
  expect(limits).toEqual([
    ['case:Macbeth, a tenth of the light/measurements.noise.grey18Db', 20],
    ['case:Slanted Edge/measurements.sfr.edges.0.developed.mtf50', 0.19],
    ['case:Macbeth/isp.clippedPercent.ccm.0', 1],
    ['case:Macbeth/isp.clippedPercent.ccm.1', 3],
    ['case:Macbeth/isp.clippedPercent.ccm.2', 1],
    ['case:Macbeth/isp.whiteBalance.blueOverRedPercent', -1],
    ['case:Macbeth/isp.whiteBalance.blueOverRedPercent', 1],
    ['case:Macbeth/isp.whiteBalance.greenPercent', -1],
    ['case:Macbeth/isp.whiteBalance.greenPercent', 1],
  ]);
});

test('it starts from what suits the light, varies what is on, and keeps the sums of the rows', async () => {
  const { study } = await tuned();
  const start = study.recipe as unknown as Recipe;
  expect(start.ispParams['awbR']).not.toEqual(recipe.ispParams['awbR']);
  const paths = study.vary.map(({ path }) => path);
  for (const key of ['awbR', 'awbB', 'gacOffset', 'nlmHeight', 'bnfNormGain', 'eehGain'])
    expect(paths).toContain(`ispParams.${key}`);
  expect(paths.filter((path) => path!.includes('ccmValues'))).toHaveLength(6);
  expect(study.derive.map(({ path }) => path)).toEqual(
    [2, 1, 0].map((column, row) => `ispParams.ccmValues[${row}][${column}]`),
  );
  for (const variable of study.vary)
    if ('from' in variable) expect(variable.to).toBeGreaterThan(variable.from);
  const without = { ...recipe, ispParams: { ...recipe.ispParams, nlmEnabled: false } };
  expect((await tuned(without)).study.vary.map(({ path }) => path)).not.toContain(
    'ispParams.nlmHeight',
  );
});

test('the dark case has a tenth of the electrons', async () => {
  const { study } = await tuned();
  expect(study.cases.map(({ name, set }) => [name, set])).toEqual([
    ['Macbeth', { scene: 'Macbeth' }],
    ['Slanted Edge', { scene: 'Slanted Edge' }],
    ['Macbeth, a tenth of the light', { scene: 'Macbeth', 'sensorParams.analog_gain': 0.1 }],
  ]);
});

test('a start that fails is said, and what cannot be tuned says what is missing', async () => {
  const failed = measured({ status: 'failed', message: 'The chart is too small.' });
  const asking = { light: async () => lightOf(recipe), startFigures: async () => failed };
  await expect(tuneIsp(recipe, asking)).rejects.toThrow('The chart is too small.');
  expect(whyNotTuned({ ...recipe, isp: '' })).toBe('Choose Fast-openISP first.');
  expect(whyNotTuned({ ...recipe, isp: 'Reference ISP' })).toMatch(
    /^The Reference ISP has nothing to tune/,
  );
  expect(whyNotTuned({ ...recipe, sensor: '' })).toBe('Choose a sensor first.');
  expect(whyNotTuned(recipe)).toBeUndefined();
});

const ERROR = 'case:Macbeth/measurements.colour.mean';
const GREY = 'case:Macbeth, a tenth of the light/measurements.noise.grey18Db';
const matrixOf = (study: StudyDocument): unknown =>
  (study.recipe as unknown as Recipe).ispParams['ccmValues'];

test('what suits the light but has more noise starts no search; fresh noise decides that', async () => {
  /** One noise shows what suits the light as the better one in both. */
  const suitedHas = (fresh: object) => (study: number) => ({
    figures: { ...FIGURES, [ERROR]: 9 - study, [GREY]: 19 + study },
    fresh: { ...FIGURES, ...(study === 2 && { [ERROR]: 7, ...fresh }) },
  });
  const today = recipe.ispParams['ccmValues'];
  expect(matrixOf((await tuned(recipe, suitedHas({ [GREY]: 19.5 }))).study)).not.toEqual(today);
  // A tenth more noise is .83 dB.
  expect(matrixOf((await tuned(recipe, suitedHas({ [GREY]: 19 }))).study)).toEqual(today);
  expect(matrixOf((await tuned(recipe, suitedHas({ [ERROR]: 8.5 }))).study)).toEqual(today);
});

test('for low noise it starts with the least noise, and colour may get worse by 1', async () => {
  const { study } = await tuned(
    recipe,
    (at) => ({ fresh: { ...FIGURES, [ERROR]: 9 - at, [GREY]: 20 - at / 10 } }),
    'noise',
  );
  expect(matrixOf(study)).toEqual(recipe.ispParams['ccmValues']);
  expect(study.objectives).toMatchObject([{ figure: GREY, goal: 'maximise' }]);
  expect(study.constraints[0]).toMatchObject({ figure: ERROR, max: 9 });
  expect(study.constraints.map(({ figure }) => figure)).not.toContain(GREY);
});

test('a result has colour, white, noise and sharpness of start and best, with intervals', () => {
  const fresh = (...means: readonly number[]) =>
    Object.fromEntries(
      [
        ERROR,
        `${GREY} ≥`,
        'case:Slanted Edge/measurements.sfr.edges.0.developed.mtf50 ≥',
        'case:Macbeth/isp.whiteBalance.blueOverRedPercent ≥',
        'case:Macbeth/isp.whiteBalance.greenPercent ≤',
      ].map((name, at) => [name, { mean: means[at]!, standardError: 0.1 }]),
    );
  const start = { run: 0, figures: fresh(8.5, 22.2, 0.194, 0, 0), againstStart: null };
  const best = {
    run: 7,
    figures: fresh(5.5, 23.9, 0.2, -0.8, 0.2),
    againstStart: { [ERROR]: { mean: -3, low: -3.1, high: -2.9, covers: 'noise' as const } },
  };
  expect(tunedInWords([best, start], 7)).toEqual([
    'Colour error: 8.50 → 5.50 ΔE00, −3.00 (95 % for the noise on this scene: −3.10 to −2.90)',
    'SNR of 18 % grey in a tenth of the light: 22.2 → 23.9 dB',
    'MTF50 of an edge: 0.194 → 0.200 cy/px',
    'White: neutral, within 0.8 %',
  ]);
  expect(tunedInWords([start], 0)[0]).toBe('Colour error: 8.50 ΔE00');
  expect(tunedInWords([best], 7)).toEqual([]);
});

test('it starts at what suits the light or at white balance by the light alone, the neutral and better one', async () => {
  const withError =
    (byLight: number, suited: number, percent = 0.1) =>
    (study: number) => ({
      figures: {
        ...FIGURES,
        ...(study === 2 && white(percent)),
        [ERROR]: study === 1 ? byLight : suited,
      },
    });
  const today = recipe.ispParams['ccmValues'];
  expect(matrixOf((await tuned(recipe, withError(9.4, 6.5))).study)).not.toEqual(today);
  for (const worse of [withError(9.4, 9.5), withError(9.4, 6.5, 2)]) {
    const { asked, study } = await tuned(recipe, worse);
    expect(matrixOf(study)).toEqual(today);
    expect(study.recipe).toEqual(asked[0]!.recipe);
  }
  const { study } = await tuned({ ...recipe, whiteBalance: 'greyWorld', colourMatrix: 'light' });
  expect(study.recipe).not.toHaveProperty('whiteBalance');
  expect(study.recipe).not.toHaveProperty('colourMatrix');
  expect(study.keepsStart).toBe(true);
});

test('the gains of a light of the own are neutral at the start, and vary by .8 to 1.25 about that', async () => {
  const own = lightOf(recipe, warmLed);
  const { document } = await tuneIsp(recipe, {
    light: async () => own,
    startFigures: async () => measured(),
  });
  const { vary, recipe: start } = document as unknown as StudyDocument;
  const { ispParams } = start as unknown as Recipe;
  const { neutral } = own as LightOfCamera;
  const green = Number(ispParams['awbGr']);
  for (const [key, gain] of [
    ['awbR', neutral.red],
    ['awbB', neutral.blue],
  ] as const) {
    const typed = Number(ispParams[key]);
    expect(Math.abs(typed / green / gain - 1)).toBeLessThan(0.01);
    const variable = vary.find(({ path }) => path === `ispParams.${key}`);
    // The bounds of a draft have four digits.
    const { from, to } = variable as unknown as { readonly from: number; readonly to: number };
    expect([from / typed, to / typed].map((share) => share.toFixed(2))).toEqual(['0.80', '1.25']);
  }
});

test('the study of the warm lamp that ships is the one of a press', async () => {
  const lamp = readRecipe(warmLamp.recipe);
  const { document } = await tuneIsp(lamp, {
    light: async () => lightOf(lamp),
    // What suits the light has too much noise, as computed.
    startFigures: async (start) => {
      const isByLight = matrixOf(start as StudyDocument) === lamp.ispParams['ccmValues'];
      return measured({ fresh: { ...FIGURES, [GREY]: isByLight ? 22.2 : 12.5 } });
    },
  });
  const read = (study: object): StudyDocument => {
    const decoded = readStudyDocument(JSON.parse(JSON.stringify(study)));
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    return decoded.value;
  };
  const limits = ({ constraints }: StudyDocument) => constraints.map(({ name }) => name);
  const [pressed, shipped] = [read(document), read(warmLampStudy)];
  expect(limits(shipped)).toEqual(limits(pressed));
  expect({ ...shipped, name: '', constraints: [], recipe: {} }).toEqual({
    ...pressed,
    name: '',
    constraints: [],
    recipe: {},
  });
  expect(readRecipe(shipped.recipe)).toEqual(readRecipe(pressed.recipe));
});

test('a light that cannot be used ends the press with its sentence', async () => {
  const startFigures = vi.fn(async () => measured());
  for (const [answer, sentence] of [
    [
      { kind: 'refused', problems: [{ field: 'illuminant', message: 'This file is gone.' }] },
      'This file is gone.',
    ],
    [{ kind: 'nothing' }, /^Choose an illuminant or a scene first/],
  ] as const)
    await expect(tuneIsp(recipe, { light: async () => answer, startFigures })).rejects.toThrow(
      sentence,
    );
  const withoutColours = { ...recipe, ispParams: { ...recipe.ispParams, cfaEnabled: false } };
  await expect(
    tuneIsp(withoutColours, { light: async () => lightOf(withoutColours), startFigures }),
  ).rejects.toThrow(/CFA/);
  expect(startFigures).not.toHaveBeenCalled();
});

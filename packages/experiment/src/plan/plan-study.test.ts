import { toSensorDesign } from '@lumenloom/contract';
import { designSensor } from '@lumenloom/engine';
import { describe, expect, it } from 'vitest';
import { planStudy } from './plan-study.ts';

const vary = [
  { path: 'sensorParams.read_noise', name: 'noise', from: 0.5, to: 8, scale: 'log' },
  { path: 'optics', name: 'lens', values: ['Cooke Triplet', 'Double-Gauss'] },
];
const camera = {
  name: 'Camera',
  recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg', isp: 'Fast-openISP', illuminant: 'D65' },
  vary,
  constants: { perMm2: 4 },
  definitions: { cost: "perMm2*noise + (lens == 'Double-Gauss' ? 9 : 3)" },
  derive: [{ path: 'sensorParams.well_capacity', expression: 'round(1000*noise)' }],
  objectives: [
    { name: 'snr', figure: 'sensor.snrAtGrey18', goal: 'maximise', weight: 1 },
    { name: 'cost', expression: 'cost', goal: 'minimise', weight: 2 },
  ],
  constraints: [{ name: 'colour', figure: 'measurements.colour.mean', max: 6 }],
  measure: ['sensor.dynamicRangeDb'],
  budget: { runs: 40 },
};
const plain = {
  name: 'Plain',
  vary: [{ name: 'x', from: 0, to: 1 }],
  objectives: [{ expression: 'x', goal: 'minimise' }],
  budget: { runs: 10 },
};
const objective = plain.objectives[0]!;
const two = [objective, { name: 'other', expression: '1 - x', goal: 'minimise' }];

/** Documents that are refused: what is wrong with them, and the sentence with its place. */
const WRONG: readonly (readonly [field: string, sentence: string, document: unknown])[] = [
  ['', 'There must be a study, as a JSON object.', 3],
  ['colour', 'colour means nothing in a study.', { ...plain, colour: 1 }],
  ['name', 'name must be text.', { ...plain, name: undefined }],
  ['name', 'The study needs a name.', { ...plain, name: ' ' }],
  ['recipe', 'recipe must be an object, the body of POST /simulate.', { ...camera, recipe: [] }],
  [
    'recipe',
    'The study measures sensor.snrAtGrey18, which needs a recipe: the body of POST /simulate.',
    { ...camera, recipe: undefined },
  ],
  ['vary', 'vary must be a list.', { ...plain, vary: {} }],
  ['vary', 'vary must have at least one entry: what is searched.', { ...plain, vary: [] }],
  [
    'vary',
    'vary must have at most 50 entries.',
    { ...plain, vary: Array.from({ length: 51 }, (_, at) => ({ name: `x${at}`, from: 0, to: 1 })) },
  ],
  [
    'vary[0]',
    'An entry of vary must be an object: a path or a name, with from and to or with values.',
    { ...plain, vary: [3] },
  ],
  [
    'vary[0].name',
    'An entry of vary needs a path into the recipe, or a name for expressions.',
    { ...plain, vary: [{ from: 0, to: 1 }] },
  ],
  [
    'vary[0].name',
    'name must have letters, digits and _, not beginning with a digit, at most 60 characters.',
    { ...plain, vary: [{ name: '1x', from: 0, to: 1 }] },
  ],
  [
    'vary[0].name',
    'name must differ from the functions and constants of expressions, such as max, pi and e.',
    { ...plain, vary: [{ name: 'log', from: 0, to: 1 }] },
  ],
  ['vary[0].from', 'from must be a number.', { ...plain, vary: [{ name: 'x', from: '0', to: 1 }] }],
  ['vary[0].to', 'to must be a number.', { ...plain, vary: [{ name: 'x', from: 0 }] }],
  [
    'vary[0].to',
    'to must be above from, which is 2.',
    { ...plain, vary: [{ name: 'x', from: 2, to: 1 }] },
  ],
  [
    'vary[0].to',
    'to must be above from, which is 1.',
    { ...plain, vary: [{ name: 'x', from: 1, to: 1 }] },
  ],
  [
    'vary[0].from',
    'from and to must both be above 0, or both below, on a log scale.',
    { ...plain, vary: [{ name: 'x', from: 0, to: 1, scale: 'log' }] },
  ],
  [
    'vary[0].scale',
    'scale must be linear or log.',
    { ...plain, vary: [{ name: 'x', from: 0, to: 1, scale: 'cubic' }] },
  ],
  [
    'vary[0].whole',
    'There must be at least two whole numbers from 0.2 to 1.9.',
    { ...plain, vary: [{ name: 'x', from: 0.2, to: 1.9, whole: true }] },
  ],
  [
    'vary[0].steps',
    'steps means nothing in an entry of vary with from and to.',
    { ...plain, vary: [{ name: 'x', from: 0, to: 1, steps: 3 }] },
  ],
  [
    'vary[0].start',
    'start must be from 0 to 1.',
    { ...plain, vary: [{ name: 'x', from: 0, to: 1, start: 2 }] },
  ],
  [
    'vary[0].start',
    'start must be one of the numbers that the field takes: whole or odd, and within the bounds.',
    { ...plain, vary: [{ name: 'x', from: 0, to: 4, whole: true, start: 1.5 }] },
  ],
  [
    'vary[0].values',
    'values must have at least two values.',
    { ...plain, vary: [{ name: 'x', values: [1] }] },
  ],
  [
    'vary[0].values[2]',
    '1 is among the values twice.',
    { ...plain, vary: [{ name: 'x', values: [1, 2, 1] }] },
  ],
  [
    'vary[0].ordered',
    'ordered is for values that are all numbers.',
    { ...plain, vary: [{ name: 'x', values: [1, 'a'], ordered: true }] },
  ],
  [
    'vary[0].start',
    'start must be one of values.',
    { ...plain, vary: [{ name: 'x', values: [1, 2], start: 3 }] },
  ],
  [
    'vary[1].name',
    'x is the name of something else in this study.',
    { ...plain, vary: [...plain.vary, ...plain.vary] },
  ],
  [
    'vary[1].path',
    'sensorParams.read_noise is varied twice.',
    { ...camera, vary: [vary[0], { ...vary[0], name: 'again' }] },
  ],
  [
    'vary[0].path',
    'There is no field pixel in sensorParams; its fields are',
    { ...camera, vary: [{ path: 'sensorParams.pixel', from: 1, to: 2 }] },
  ],
  [
    'vary[0].path',
    'There is no field nothing in a recipe',
    { ...camera, vary: [{ path: 'nothing', from: 1, to: 2 }] },
  ],
  [
    'vary[0].path',
    'sensorParams is an object; name one of its fields: ',
    { ...camera, vary: [{ path: 'sensorParams', from: 1, to: 2 }] },
  ],
  [
    'constants.x',
    'x is the name of something else in this study.',
    { ...plain, constants: { x: 1 } },
  ],
  [
    'constants.pi',
    'pi has a meaning of its own in expressions.',
    { ...plain, constants: { pi: 3 } },
  ],
  [
    'constants.2a',
    'A name must have letters, digits and _, not beginning with a digit, at most 60 characters.',
    { ...plain, constants: { '2a': 3 } },
  ],
  ['constants.a', 'A constant must be a number.', { ...plain, constants: { a: '3' } }],
  [
    'definitions.a',
    'A definition must be text, such as "2*pitch + 1".',
    { ...plain, definitions: { a: 3 } },
  ],
  [
    'definitions.a',
    'y is no name of this study; it has x.',
    { ...plain, definitions: { a: 'y + 1' } },
  ],
  [
    'definitions.a',
    'b is defined by itself or below: a definition uses those above it.',
    { ...plain, definitions: { a: 'b + 1', b: '2' } },
  ],
  [
    'definitions.a',
    'a is defined by itself or below: a definition uses those above it.',
    { ...plain, definitions: { a: 'a + 1' } },
  ],
  [
    'definitions.a',
    '^ means nothing in an expression: write ** for a power.',
    { ...plain, definitions: { a: 'x^2' } },
  ],
  [
    'definitions.a',
    'It cannot be read: unclosed ( at character 3.',
    { ...plain, definitions: { a: '(x' } },
  ],
  [
    'definitions.a',
    'fetch is no function; there are abs, min,',
    { ...plain, definitions: { a: 'fetch(x)' } },
  ],
  [
    'definitions.a',
    'report.json has no number named sensor.snrAtGray: did you mean sensor.snrAtGrey18?',
    { ...camera, definitions: { a: 'sensor.snrAtGray' } },
  ],
  [
    'definitions.a',
    'x is a number of this study and has no parts.',
    { ...plain, definitions: { a: 'x.y' } },
  ],
  [
    'derive[0].path',
    'sensorParams.read_noise is varied, so it cannot be derived as well.',
    { ...camera, derive: [{ path: 'sensorParams.read_noise', expression: '1' }] },
  ],
  [
    'derive[1].path',
    'sensorParams.well_capacity is derived twice.',
    { ...camera, derive: [...camera.derive, ...camera.derive] },
  ],
  [
    'derive[0].expression',
    'It reads the report, which exists only after the run.',
    {
      ...camera,
      derive: [{ path: 'sensorParams.well_capacity', expression: 'sensor.snrAtGrey18' }],
    },
  ],
  [
    'derive[0].expression',
    'expression must be text, such as "2*pitch + 1".',
    { ...camera, derive: [{ path: 'sensorParams.well_capacity', expression: 3 }] },
  ],
  [
    'objectives',
    'objectives must have at least one entry: what is wanted.',
    { ...plain, objectives: [] },
  ],
  [
    'objectives',
    'objectives must have at most 4 entries.',
    {
      ...plain,
      objectives: Array.from({ length: 5 }, (_, at) => ({ ...objective, name: `o${at}` })),
    },
  ],
  [
    'objectives[0].goal',
    'goal must be minimise, maximise or target: a study has no goal of its own.',
    { ...plain, objectives: [{ expression: 'x' }] },
  ],
  [
    'objectives[0].goal',
    'goal must be minimise, maximise or target: a study has no goal of its own.',
    { ...plain, objectives: [{ expression: 'x', goal: 'minimize' }] },
  ],
  [
    'objectives[0].value',
    'value must be given with the goal target: the number that is wanted.',
    { ...plain, objectives: [{ expression: 'x', goal: 'target' }] },
  ],
  [
    'objectives[0].value',
    'value belongs to the goal target, not to minimise.',
    { ...plain, objectives: [{ ...objective, value: 1 }] },
  ],
  [
    'objectives[0].figure',
    'An objective needs a figure of report.json or an expression.',
    { ...plain, objectives: [{ goal: 'minimise' }] },
  ],
  [
    'objectives[0].expression',
    'An objective has a figure or an expression, not both.',
    { ...plain, objectives: [{ ...objective, figure: 'sensor.snrAtGrey18' }] },
  ],
  [
    'objectives[0].figure',
    'report.json has no number named snr; lumenloom figures lists them.',
    { ...camera, objectives: [{ figure: 'snr', goal: 'maximise' }] },
  ],
  [
    'objectives[1].weight',
    'All objectives have a weight, or none has.',
    { ...plain, objectives: [{ ...objective, weight: 1 }, two[1]] },
  ],
  [
    'objectives[0].weight',
    'weight must be above 0.',
    { ...plain, objectives: [{ ...objective, weight: 0 }] },
  ],
  [
    'objectives[1].name',
    'objective 1 is the name of something else in the results: give another one.',
    { ...plain, objectives: [objective, { ...two[1], name: 'objective 1' }] },
  ],
  [
    'constraints[0].min',
    'A constraint needs min, max or both.',
    { ...plain, constraints: [{ expression: 'x' }] },
  ],
  [
    'constraints[0].max',
    'max must not be below min, which is 2.',
    { ...plain, constraints: [{ expression: 'x', min: 2, max: 1 }] },
  ],
  [
    'constraints[0].figure',
    'A constraint needs a figure of report.json or an expression.',
    { ...plain, constraints: [{ min: 1 }] },
  ],
  [
    'constraints[0].limit',
    'limit means nothing in a constraint.',
    { ...plain, constraints: [{ expression: 'x', limit: 2 }] },
  ],
  [
    'measure[1]',
    'sensor.dynamicRangeDb is measured twice.',
    { ...camera, measure: ['sensor.dynamicRangeDb', 'sensor.dynamicRangeDb'] },
  ],
  [
    'measure[0]',
    'report.json has no number named sensor.size; lumenloom figures lists them.',
    { ...camera, measure: ['sensor.size'] },
  ],
  [
    'measure[0]',
    'There is no case night in this study.',
    { ...camera, measure: ['case:night/sensor.dynamicRangeDb'] },
  ],
  [
    'cases[1].name',
    'day is the name of another case.',
    { ...camera, cases: [{ name: 'day' }, { name: 'day' }] },
  ],
  [
    'cases[0].set.sensorParams.read_noise',
    'sensorParams.read_noise is varied or derived, so a case cannot set it.',
    { ...camera, cases: [{ name: 'day', set: { 'sensorParams.read_noise': 2 } }] },
  ],
  [
    'cases[0].set.light',
    'There is no field light in a recipe',
    { ...camera, cases: [{ name: 'day', set: { light: 'D65' } }] },
  ],
  ['keep', 'keep must be figures, pictures, stages.', { ...camera, keep: 'all' }],
  ['repeats', 'repeats must be at least 1.', { ...camera, repeats: 0 }],
  [
    'algorithm.name',
    'name must be auto, cma-es, tpe, nsga-2, de, random, latin-hypercube.',
    { ...plain, algorithm: { name: 'simplex' } },
  ],
  [
    'algorithm.name',
    'nsga-2 needs at least two objectives without weights: choose cma-es, tpe or de.',
    { ...plain, algorithm: { name: 'nsga-2' } },
  ],
  [
    'algorithm.name',
    'cma-es searches for one objective, not 2: choose nsga-2, or give weights.',
    { ...plain, objectives: two, algorithm: { name: 'cma-es' } },
  ],
  [
    'algorithm.population',
    'population must be at least 4.',
    { ...plain, algorithm: { population: 2 } },
  ],
  [
    'budget',
    'There must be a budget, with runs, as a JSON object.',
    { ...plain, budget: undefined },
  ],
  ['budget.runs', 'runs must be a whole number from 1 to 100000.', { ...plain, budget: {} }],
  ['budget.runs', 'runs must be at most 100000.', { ...plain, budget: { runs: 1e6 } }],
  ['budget.minutes', 'minutes must be above 0.', { ...plain, budget: { runs: 10, minutes: 0 } }],
  [
    'target',
    'target ends a study of one objective; several have none unless they have weights.',
    { ...plain, objectives: two, target: 1 },
  ],
  [
    'hypervolumeReference',
    'hypervolumeReference belongs to several objectives without weights.',
    { ...plain, hypervolumeReference: [1] },
  ],
  [
    'hypervolumeReference',
    'hypervolumeReference must have a number for each of the 2 objectives.',
    { ...plain, objectives: two, hypervolumeReference: [1] },
  ],
  ['preview.share', 'share must be below 1.', { ...camera, preview: { recipe: {}, share: 1 } }],
  [
    'preview',
    'preview needs a figure of the report: this study runs no camera.',
    { ...plain, recipe: camera.recipe, preview: { recipe: {}, share: 0.5 } },
  ],
  [
    'preview',
    'A preview needs a recipe, whose fields it changes.',
    { ...plain, preview: { recipe: {}, share: 0.5 } },
  ],
  [
    'validate',
    'validate needs a figure of the report: this study runs no camera.',
    { ...plain, validate: 3 },
  ],
  ['baseline', 'baseline must be true or false.', { ...plain, baseline: 'yes' }],
  ['seed', 'seed must be at least 0.', { ...plain, seed: -1 }],
  [
    'recipe.scene',
    'Scene "Moon" is not known',
    { ...camera, recipe: { ...camera.recipe, scene: 'Moon' } },
  ],
  [
    'recipe.colour',
    'colour means nothing here.',
    { ...camera, recipe: { ...camera.recipe, colour: 1 } },
  ],
  [
    'recipe',
    'sensor.snrAtGrey18 needs a sensor in the recipe.',
    {
      ...camera,
      recipe: { scene: 'Macbeth' },
      vary: [{ path: 'sceneLuminance', name: 'noise', from: 1, to: 20 }],
      derive: [],
      definitions: {},
      objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
    },
  ],
  [
    'vary[0].path',
    'slantededgeParams.hfov changes nothing in this recipe',
    {
      ...camera,
      vary: [{ path: 'slantededgeParams.hfov', name: 'noise', from: 1, to: 20 }],
      derive: [],
      definitions: {},
      objectives: [camera.objectives[0]],
    },
  ],
];

describe('a wrong document of a study', () => {
  it.each(WRONG.map(([field, sentence, document], at) => ({ at, field, sentence, document })))(
    '$at: $field: $sentence',
    async ({ field, sentence, document }) => {
      const planned = await planStudy(document);
      expect(planned.ok).toBe(false);
      const [problem] = planned.ok ? [] : planned.problems;
      expect(problem!.field).toBe(field);
      expect(problem!.message.startsWith(sentence), problem!.message).toBe(true);
      expect(problem!.message).toMatch(/[.?]$/);
    },
  );
});

/** Pixel pitch against its light, without a picture. */
const design = {
  name: 'Pitch',
  recipe: { sensor: 'Bayer-grbg', illuminant: 'D65' },
  design: { fNumber: 2.8, exposureSeconds: 0.02, dieMm: [6, 4] },
  vary: [
    { path: 'sensorParams.pixel_size', name: 'pitch', from: 1, to: 8 },
    { path: 'design.fNumber', name: 'stop', from: 1.4, to: 4 },
  ],
  derive: [{ path: 'sensorParams.well_capacity', expression: 'round(1860*pitch**2)' }],
  objectives: [{ name: 'light', figure: 'design.snr10Lux', goal: 'minimise' }],
  constraints: [{ expression: 'design.columns*design.rows/1e6', min: 2 }],
  measure: ['design.levels[2].snrDb[1]'],
  budget: { runs: 60 },
};

describe('a study of a sensor without pictures', () => {
  it('has the figures of lumenloom sensor-design', async () => {
    const planned = await planStudy(design);
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    const { start, camera, outcomeAt } = planned.value;
    expect(camera).toBeUndefined();
    expect(start).toEqual({ pitch: expect.any(Number) as number, stop: 2.8 });
    const outcome = outcomeAt({ pitch: 2, stop: 2 });
    const read = toSensorDesign({
      ...design.design,
      ...design.recipe,
      fNumber: 2,
      sensorParams: { pixel_size: 2, well_capacity: 7440 },
    });
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const figures = designSensor(read.value.design);
    expect(outcome.figures).toEqual({
      light: figures.snr10Lux,
      'constraint 1': (figures.columns * figures.rows) / 1e6,
      'design.levels[2].snrDb[1]': figures.levels[2]!.snrDb[1],
    });
    expect(outcomeAt({ pitch: -2, stop: 2 })).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^sensorParams\.pixel_size: /) as string,
    });
  });

  it.each([
    ['design', 'design.snr10Lux needs design, with fNumber', { design: undefined }],
    ['design', 'design.fNumber: ', { design: { exposureSeconds: 1 }, vary: [design.vary[0]] }],
    [
      'vary[0].path',
      'There is no field aperture in design',
      { vary: [{ path: 'design.aperture', name: 'pitch', from: 1, to: 2 }] },
    ],
    [
      'measure[0]',
      'report.json has no number named design.levels',
      { measure: ['design.levels[0]'] },
    ],
  ])('is refused at %s: %s', async (field, sentence, change) => {
    const planned = await planStudy({ ...design, ...change });
    const [problem] = planned.ok ? [] : planned.problems;
    expect(problem).toEqual({ field, message: expect.stringContaining(sentence) as string });
  });
});

describe('the start of a study', () => {
  const startOf = async (document: object): Promise<unknown> => {
    const planned = await planStudy(document);
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    return planned.value.start;
  };

  it('is what the recipe has, or the default of the field', async () => {
    const recipe = { ...camera.recipe, optics: 'Double-Gauss', sensorParams: { read_noise: 3 } };
    expect(await startOf({ ...camera, recipe })).toEqual({ noise: 3, lens: 'Double-Gauss' });
    const defaults = { ...camera, recipe: { ...camera.recipe, optics: 'Double-Gauss' } };
    expect(await startOf(defaults)).toEqual({
      noise: expect.any(Number) as number,
      lens: 'Double-Gauss',
    });
  });

  it('is absent where the recipe has no value within the bounds', async () => {
    expect(await startOf(camera)).toBeUndefined();
    const recipe = { ...camera.recipe, optics: 'Double-Gauss', sensorParams: { read_noise: 30 } };
    expect(await startOf({ ...camera, recipe })).toBeUndefined();
  });

  it('takes fields of the sensor file in use, and the bits of a listed sensor', async () => {
    const document = {
      ...camera,
      definitions: {},
      derive: [],
      objectives: [camera.objectives[0]],
      vary: [
        { path: 'sensorFile.bits', name: 'bits', from: 8, to: 14 },
        { path: 'sensorFile.readNoiseElectrons', name: 'noise', from: 1, to: 9 },
      ],
    };
    const recipe = { ...camera.recipe, sensorFile: { readNoiseElectrons: 2 } };
    expect(await startOf({ ...document, recipe })).toEqual({ bits: 10, noise: 2 });
  });

  it('takes radii and thicknesses from the lens', async () => {
    const document = {
      ...camera,
      definitions: {},
      derive: [],
      objectives: [camera.objectives[0]],
      recipe: { ...camera.recipe, optics: 'Cooke Triplet' },
      vary: [{ path: 'lens.surfaces[0].radius', name: 'r', from: 10, to: 100 }],
    };
    expect(await startOf(document)).toEqual({ r: expect.closeTo(22.01, 1) as number });
  });
});

import { isps, scenes, sensors } from '@lumenloom/engine/catalogue';
import { parameterObjects, toPlan } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { isSameRecipe, readRecipe, changedEntries } from './recipe-json.ts';
import { bodyOf, initialRecipe, type Recipe } from './recipe.ts';

const through = (json: unknown): unknown => JSON.parse(JSON.stringify(json));

describe('a recipe as JSON', () => {
  it('is nothing where nothing differs, and every part is optional', () => {
    expect(changedEntries(initialRecipe)).toEqual({});
    expect(readRecipe({})).toEqual(initialRecipe);
    expect(readRecipe(through(initialRecipe))).toEqual(initialRecipe);
  });

  it.each([
    { macbethParams: { hfov: 20, patchSize: NaN } },
    { sceneFileParams: { hfov: 10, illuminant: 'D65' } },
    { sensorParams: { ...initialRecipe.sensorParams, rows: 'many' } },
    { sceneLuminance: 40 },
    { seed: 7 },
    { exposureParams: { mode: 'fixed', seconds: '0.02' } },
    { exposureParams: { longest: '0.033' } },
    { opticsParams: { focusDistance: '2.4' }, sceneDepth: 'mine:abc' },
  ] satisfies Partial<Recipe>[])('comes back as it was: %o', (parts) => {
    const recipe: Recipe = { ...initialRecipe, ...parts };
    expect(readRecipe(through(recipe))).toEqual(recipe);
    expect(readRecipe(through(changedEntries(recipe)))).toEqual(recipe);
  });

  it('holds what is asked of the exposure, and nothing where all of it is blank', () => {
    expect(readRecipe({ exposureParams: { mode: 'fixed', seconds: 0.02, longest: '' } })).toEqual({
      ...initialRecipe,
      exposureParams: { mode: 'fixed', seconds: '0.02' },
    });
    for (const exposureParams of [{}, null, '', { mode: ' ', seconds: null }])
      expect(readRecipe({ exposureParams })).toEqual(initialRecipe);
    expect(() => readRecipe({ exposureParams: { shutter: 1 } })).toThrow(
      'exposureParams.shutter means nothing in a recipe.',
    );
    expect(() => readRecipe({ exposureParams: { seconds: [1] } })).toThrow(
      'exposureParams.seconds is not of the kind of its field.',
    );
    expect(() => readRecipe({ exposureParams: 3 })).toThrow(
      'exposureParams must be a JSON object.',
    );
  });

  it('keeps the fields of charts, which travel once they are set', () => {
    const parameters = Object.entries(parameterObjects(scenes)).map(([key, fields]) => [
      key,
      Object.fromEntries(fields.map((field) => [field.key, field.default])),
    ]);
    const json = Object.fromEntries(parameters) as Record<string, object>;
    expect(readRecipe(json)).toMatchObject(json);
  });

  it('takes what the command line takes: numbers in place of text, and text in place of numbers', () => {
    const json = {
      scene: 'Macbeth',
      macbethParams: { hfov: '12' },
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 16, cols: 24 },
      isp: 'Fast-openISP',
      ispParams: {
        cehGain: [3, 5],
        ccmValues: [
          [1, 0, 0, 0],
          [0, 1, 0, null],
          [0, 0, 1, ''],
        ],
        bnfDistTh: null,
      },
      illuminantLuminance: '80',
      seed: '5',
      fpnSeed: null,
    };
    const recipe = readRecipe(json);
    expect(recipe).toMatchObject({
      macbethParams: { hfov: 12, patchSize: 16 },
      sensorParams: { rows: '16', cols: '24' },
      ispParams: { cehGain: '3,5', bnfDistTh: '1.0', nlmEnabled: true },
      illuminantLuminance: 80,
      seed: 5,
    });
    expect('fpnSeed' in recipe).toBe(false);
    // Both mean the same plan, its seeds included.
    const planOf = (body: unknown) => {
      const decoded = toPlan(body);
      return decoded.ok && decoded.value.plan;
    };
    expect(planOf(through(recipe))).toEqual(planOf(json));
    expect(planOf(json)).toMatchObject({ seeds: { temporal: 5 } });
  });

  it('keeps what changes with time and the fields of the sensor file, unless they are empty', () => {
    const tables = {
      flicker: { kind: 'pwm', hertz: 90 },
      motion: { pixelsPerSecond: [200, 0] },
      sensorFile: { shutter: { kind: 'rolling' }, captures: [{ name: 'a' }, { name: 'b' }] },
      frame: { index: 3, rate: 25 },
      task: { featureMm: 2, kind: 'code2d' },
    };
    const json = { ...tables, antiFlickerHertz: 100, illuminantLux: 5 };
    expect(changedEntries(readRecipe(through(json)))).toEqual(json);
    expect(readRecipe({ labParams: {} })).toEqual({ ...initialRecipe, labParams: {} });
    expect(
      readRecipe({ motion: {}, flicker: '', sensorFile: null, task: {}, labParams: '' }),
    ).toEqual(initialRecipe);
  });

  const FAR = { opticsParams: { objectDistance: 0.4 } };
  it.each([
    [{ ...FAR, task: { featureMM: 2 } }, 'task.featureMM'],
    [{ ...FAR, task: { featureMm: 0 } }, 'task.featureMm'],
    [{ ...FAR, task: { featureMm: -2 } }, 'task.featureMm'],
    [{ ...FAR, task: { featureMm: 2e6 } }, 'task.featureMm'],
    [{ ...FAR, task: { featureMm: 'two' } }, 'task.featureMm'],
    [{ ...FAR, task: { featureMm: 2, kind: 'qr' } }, 'task.kind'],
    [{ ...FAR, task: { featureMm: 2, kind: 'code2d', pixels: 4 } }, 'task.pixels'],
    [{ ...FAR, task: { kind: 'code2d' } }, 'task.featureMm'],
    [{ ...FAR, task: { featureMm: 2, blurPixels: 0 } }, 'task.blurPixels'],
    [{ task: { featureMm: 2 } }, 'task.featureMm'],
    [{ opticsParams: { objectDistance: 0 } }, 'opticsParams.objectDistance'],
    [{ opticsParams: { objectDistance: 'near' } }, 'opticsParams.objectDistance'],
    [{ illuminantLux: 0 }, 'illuminantLux'],
    [{ illuminantLux: 2e6 }, 'illuminantLux'],
    [{ illuminantLux: 5, illuminantLuminance: 3 }, 'illuminantLux'],
    [{ illuminantLux: 5, sceneLuminance: 3 }, 'illuminantLux'],
    [{ motion: { millimetresPerSecond: [1, 0] } }, 'motion.millimetresPerSecond'],
    [{ ...FAR, motion: { millimetresPerSecond: [1] } }, 'motion.millimetresPerSecond'],
    [{ ...FAR, motion: { millimetresPerSecond: [2e7, 0] } }, 'motion.millimetresPerSecond[0]'],
    [{ ...FAR, motion: { millimetresPerSecond: [1, 0], pixelsPerSecond: [1, 0] } }, 'motion'],
    [{ motion: { millimetresPerSecond: [1, 0], atMetres: 0 } }, 'motion.atMetres'],
  ])('holds %o, which a run refuses once, at %s', (json, field) => {
    const recipe = readRecipe({ scene: 'Macbeth', ...json });
    const decoded = toPlan(bodyOf(recipe));
    expect(decoded.ok).toBe(false);
    expect(!decoded.ok && decoded.problems.map((problem) => problem.field)).toEqual([field]);
    expect(!decoded.ok && decoded.problems[0]!.message).toMatch(/[.?]$/);
  });

  it('comes back from what differs for every field of the catalogue', () => {
    for (const [key, fields] of Object.entries({
      ...parameterObjects(sensors),
      ...parameterObjects(isps),
    }))
      for (const field of fields) {
        const value =
          field.kind === 'switch' ? !field.default : field.kind === 'matrix' ? undefined : '77';
        if (value === undefined) continue;
        const recipe = {
          ...initialRecipe,
          [key]: { ...(initialRecipe[key as 'ispParams'] as object), [field.key]: value },
        };
        expect(changedEntries(recipe)).toEqual({ [key]: { [field.key]: value } });
        expect(readRecipe(through(changedEntries(recipe)))).toEqual(recipe);
      }
  });

  it.each([
    [[], 'A recipe is a JSON object, the body of POST /simulate.'],
    [{ secne: '' }, 'secne means nothing in a recipe.'],
    [{ sensorParams: { row: 1 } }, 'sensorParams.row means nothing in a recipe.'],
    [{ sensorParams: [] }, 'sensorParams must be a JSON object.'],
    [{ sensorParams: { rows: {} } }, 'sensorParams.rows is not of the kind of its field.'],
    [{ ispParams: { ccmValues: [['1']] } }, 'ispParams.ccmValues is not of the kind of its field.'],
    [{ macbethParams: { hfov: 'wide' } }, 'macbethParams.hfov is not of the kind of its field.'],
    [{ macbethParams: { hfov: '0x10' } }, 'macbethParams.hfov is not of the kind of its field.'],
    [{ motion: 3 }, 'motion must be a JSON object.'],
    [{ sensorFile: [] }, 'sensorFile must be a JSON object.'],
    [{ scene: 3 }, 'scene is not of the kind of its field.'],
    [{ seed: {} }, 'seed is not of the kind of its field.'],
    [{ illuminantCustomPhotons: [1] }, 'illuminantCustomPhotons is not of the kind of its field.'],
  ])('refuses %o in a sentence', (json, sentence) => {
    expect(() => readRecipe(json)).toThrow(sentence);
  });

  it('is compared without regard to the order of its parts', () => {
    const { rows, ...others } = initialRecipe.sensorParams;
    const recipe = { ...initialRecipe, sensorParams: { ...others, rows: rows! } };
    expect(isSameRecipe(recipe, initialRecipe)).toBe(true);
    expect(isSameRecipe({ ...recipe, seed: 1 }, initialRecipe)).toBe(false);
  });
});

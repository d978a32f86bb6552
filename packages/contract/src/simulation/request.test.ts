import { illuminants, isps, optics, scenes, sensors } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import type { Problem } from './decoded.ts';
import { DEFAULT_CUSTOM_PHOTONS } from './light-plan.ts';
import { DEFAULT_BUDGET, toPlan, type AcceptedRequest } from './request.ts';
import { simulationRequestSchema } from './request-schema.ts';
import { toSensorPlan } from './sensor-plan.ts';

/** An accepted recipe; fails the test when it is refused. */
function accept(recipe: unknown): AcceptedRequest {
  const decoded = toPlan(recipe);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value;
}

function refuse(recipe: unknown, budget = DEFAULT_BUDGET): readonly Problem[] {
  const decoded = toPlan(recipe, budget);
  if (decoded.ok) throw new Error('accepted');
  return decoded.problems;
}

const MACBETH = { scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg' };

describe('toPlan', () => {
  it('fills in every default of the workbench, in engine units, without a remark', () => {
    const { plan, notes, unknownKeys } = accept(MACBETH);
    expect(notes).toEqual([]);
    expect(unknownKeys).toEqual([]);
    expect(plan).toMatchObject({
      scene: { id: 'macbeth', parameters: { hfov: (10 * Math.PI) / 180, patchSize: 16 } },
      illuminant: { label: 'D65', absolute: false },
      luminance: { of: 'scene mean', value: 100 },
      grid: { rows: 450, columns: 650 },
      sensor: {
        label: 'Bayer-grbg',
        order: 'grbg',
        bits: 10,
        parameters: {
          voltage_swing: 1.15,
          well_capacity: 9000,
          fill_factor: 0.45,
          rows: 450,
          cols: 650,
        },
      },
      noise: true,
      exposureSeconds: undefined,
    });
    expect(plan?.grid.pitch).toBeCloseTo(2.2e-6, 12);
    expect(plan?.sensor?.parameters.prnu).toBeCloseTo(0.002218, 12);
    expect(plan?.sensor?.parameters.read_noise).toBeCloseTo(0.96e-3, 12);
  });

  it('takes numbers as text, as the dialogs send them', () => {
    const { plan } = accept({
      ...MACBETH,
      macbethParams: { hfov: ' 20 ', patchSize: '8' },
      sensorParams: { rows: '9', cols: '7', pixel_size: '1.1' },
    });
    expect(plan?.scene.parameters).toMatchObject({ hfov: (20 * Math.PI) / 180, patchSize: 8 });
    expect(plan?.grid).toMatchObject({ rows: 9, columns: 7 });
  });

  it('says what stands for a field that was sent blank', () => {
    expect(accept({ ...MACBETH, macbethParams: { hfov: null, patchSize: ' ' } }).notes).toEqual([
      'HFoV (macbethParams.hfov) was blank: using 10 °.',
      'Patch Size (macbethParams.patchSize) was blank: using 16 px.',
    ]);
  });

  it('asks for a scene when there is none', () => {
    for (const recipe of [{}, { scene: '' }, { scene: null }])
      expect(accept(recipe)).toMatchObject({
        plan: undefined,
        notes: ['Choose a scene to simulate.'],
      });
  });

  it('looks only at the parameters of what is chosen', () => {
    expect(
      accept({
        ...MACBETH,
        seed: 1,
        gridlinesParams: { hfov: 'abc' },
        ringsraysParams: 7,
        illuminantCustomPhotons: ['x'],
        sceneFileIlluminantData: 'x',
      }).plan,
    ).toEqual(accept({ ...MACBETH, seed: 1 }).plan);
    expect(
      accept({ scene: 'Macbeth', sensorParams: { well_capacity: 'abc' } }).plan?.sensor,
    ).toBeUndefined();
    expect(refuse({ scene: 'Macbeth', sensorParams: { rows: 'abc' } })).toMatchObject([
      { field: 'sensorParams.rows' },
    ]);
  });

  it.each(
    Object.values(optics).flatMap(({ label }) =>
      [0, 180, NaN, 'NaN', 1e9, -10, Infinity].map((hfov) => [label, hfov] as const),
    ),
  )('refuses through %s an HFoV of %s', (lens, hfov) => {
    for (const [key, { label, wireKey }] of Object.entries(scenes)) {
      expect(
        refuse({ ...MACBETH, scene: label, optics: lens, [wireKey]: { hfov } }),
        key,
      ).toMatchObject([
        { field: `${wireKey}.hfov`, message: expect.stringMatching(/^HFoV must be /) as string },
      ]);
    }
  });

  it('names every problem by its path', () => {
    expect(
      refuse({
        ...MACBETH,
        macbethParams: { hfov: 180 },
        sensorParams: { fill_factor: '0', rows: 1.5 },
      }).map(({ field }) => field),
    ).toEqual(['macbethParams.hfov', 'sensorParams.fill_factor', 'sensorParams.rows']);
  });

  it('names keys that mean nothing', () => {
    expect(
      accept({
        ...MACBETH,
        colour: 1,
        ['x'.repeat(50)]: 1,
        macbethParams: { size: 1 },
        sensorParams: { iso: 1 },
      }).unknownKeys,
    ).toEqual(['colour', `${'x'.repeat(40)}…`, 'macbethParams.size', 'sensorParams.iso']);
  });

  it.each([null, undefined, 7, 'Macbeth', [], true])(
    'refuses a body that is no object: %j',
    (body) => {
      expect(refuse(body)).toEqual([{ field: '', message: 'The recipe must be a JSON object.' }]);
    },
  );

  it('never uses the scene file', () => {
    expect(accept({ ...MACBETH, sceneFile: '../../etc/passwd' }).notes).toEqual([
      'sceneFile is ignored: built-in scenes are chosen by name in scene.',
    ]);
  });

  it('keeps to the budget', () => {
    const budget = { sensorPixels: 1e6, sceneSamples: 1e4 };
    expect(refuse({ ...MACBETH, sensorParams: { rows: 1001, cols: 1000 } }, budget)).toEqual([
      {
        field: 'sensorParams.rows',
        message: 'Rows x Cols must be at most 1 megapixels, not 1.00.',
      },
    ]);
    expect(
      refuse({ scene: 'Gridlines', gridlinesParams: { gridlineSize: 101 } }, budget),
    ).toMatchObject([{ field: 'gridlinesParams' }]);
    expect(accept({ ...MACBETH, sensorParams: { rows: 4000, cols: 6000 } }).plan?.grid).toEqual({
      rows: 4000,
      columns: 6000,
      pitch: 2.2e-6,
    });
  });
});

describe('the light', () => {
  it.each(Object.values(illuminants).map(({ label }) => label))('can be %s', (illuminant) => {
    expect(accept({ ...MACBETH, illuminant }).plan?.illuminant.label).toBe(illuminant);
  });

  it("is the scene's own when none is chosen", () => {
    expect(accept({ scene: 'Macbeth' }).plan?.illuminant.energy).toBeUndefined();
  });

  it('takes the custom photons as they are', () => {
    const { plan, notes } = accept({
      ...MACBETH,
      illuminant: 'Custom',
      illuminantCustomPhotons: DEFAULT_CUSTOM_PHOTONS,
    });
    expect(notes).toEqual([]);
    expect(plan).toMatchObject({ illuminant: { absolute: true }, luminance: { of: 'as given' } });
    // One unit is 10^20 photons of h c / lambda: 36.117 J at 550 nm (specification W-165).
    const energy = accept({
      ...MACBETH,
      illuminant: 'Custom',
      illuminantCustomPhotons: Array.from({ length: 31 }, () => 1),
    }).plan!.illuminant.energy!;
    expect(energy[15]).toBeCloseTo(36.117, 3);
  });

  it('says which rows of the custom table were blank', () => {
    const photons: unknown[] = [...DEFAULT_CUSTOM_PHOTONS];
    photons[3] = '';
    expect(
      accept({ ...MACBETH, illuminant: 'Custom', illuminantCustomPhotons: photons }).notes,
    ).toEqual([
      expect.stringMatching(
        /^Custom photons at 430 nm \(illuminantCustomPhotons\[3\]\) were blank: using /,
      ),
    ]);
  });

  it('has the brightness of the scene when both are given, and says so', () => {
    expect(accept({ ...MACBETH, illuminantLuminance: 50 }).plan?.luminance).toEqual({
      of: 'white',
      value: 50,
    });
    const { plan, notes } = accept({ ...MACBETH, illuminantLuminance: 50, sceneLuminance: '20' });
    expect(plan?.luminance).toEqual({ of: 'scene mean', value: 20 });
    expect(notes).toEqual([
      'Scene luminance and illuminant luminance are both set: the scene luminance wins.',
    ]);
  });

  it('of a picture file may be overridden, completely or not at all', () => {
    const file = (photons: (band: number) => number) => ({
      scene: 'apple.jpg',
      sceneFileIlluminantData: Array.from({ length: 31 }, (_, band) => [photons(band), 0]),
    });
    expect(accept(file(() => 0)).plan?.imageWhite).toBeUndefined();
    expect(accept(file(() => 2)).plan?.imageWhite).toEqual(
      Float64Array.from({ length: 31 }, () => 2),
    );
    expect(refuse(file((band) => band))).toMatchObject([{ field: 'sceneFileIlluminantData' }]);
  });
});

describe('algorithm', () => {
  it('is chosen by its label, and none by default', () => {
    expect(accept(MACBETH).plan?.algorithm).toBeUndefined();
    expect(accept({ ...MACBETH, algorithm: 'DETR' }).plan?.algorithm).toBe('detr');
    expect(accept({ ...MACBETH, algorithm: 'MiDaS_DPT_Small' }).plan?.algorithm).toBe(
      'midasDptSmall',
    );
    expect(refuse({ ...MACBETH, algorithm: 'detr' })).toMatchObject([
      {
        field: 'algorithm',
        message: expect.stringContaining('did you mean DETR?') as string,
      },
    ]);
  });

  it('leaves the picture alone: the same seeds', () =>
    expect(accept({ ...MACBETH, algorithm: 'DETR' }).plan?.seeds).toEqual(
      accept(MACBETH).plan?.seeds,
    ));
});

describe('seeds', () => {
  const seeds = (recipe: object) => accept({ ...MACBETH, ...recipe }).plan?.seeds;

  it('are the same for the same recipe and differ with it', () => {
    expect(seeds({})).toEqual(seeds({ macbethParams: { hfov: '10' } }));
    expect(seeds({})?.temporal).not.toBe(seeds({ sceneLuminance: 50 })?.temporal);
  });

  it('keep the pattern of the sensor when only the light changes', () => {
    expect(seeds({})?.fixedPattern).toBe(seeds({ sceneLuminance: 50 })?.fixedPattern);
    expect(seeds({})?.fixedPattern).not.toBe(seeds({ sensorParams: { rows: 20 } })?.fixedPattern);
  });

  it('differ with the exposure, and are those of the metered recipe where none is given (docs/reference/physics.md#p16)', () => {
    const temporal = (exposureSeconds?: number): number => {
      const decoded = toPlan(MACBETH, DEFAULT_BUDGET, exposureSeconds);
      if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
      expect(decoded.value.plan?.exposureSeconds).toBe(exposureSeconds);
      return decoded.value.plan!.seeds.temporal;
    };
    const temporalSeeds = [temporal(), temporal(0.01), temporal(0.02)];
    expect(new Set(temporalSeeds).size).toBe(3);
    expect(temporal(0.01)).toBe(temporalSeeds[1]);
    expect(temporal()).toBe(seeds({})?.temporal);
  });

  it('can be given', () => {
    expect(seeds({ seed: '5', fpnSeed: 6 })).toEqual({ temporal: 5, fixedPattern: 6 });
    expect(refuse({ ...MACBETH, seed: 2 ** 32 })).toMatchObject([{ field: 'seed' }]);
  });
});

describe('opticsParams', () => {
  const COOKE = { ...MACBETH, optics: optics['cooke-triplet'].label };
  const withOptics = (opticsParams: unknown) => ({ ...COOKE, opticsParams });
  const plain = accept(COOKE).plan!;

  it.each([
    {},
    '',
    null,
    { focusShift: 0, autofocus: false },
    { objectDistance: '', fNumber: ' ', autofocus: '', autofocusField: null },
  ])('leave everything as it is where they ask for nothing: %o', (opticsParams) => {
    expect(accept(withOptics(opticsParams)).plan).toEqual(plain);
    expect(accept(withOptics(opticsParams)).notes).toEqual([]);
  });

  it('become the focus of the lens in SI units, with noise of their own', () => {
    const { plan } = accept(withOptics({ objectDistance: '0.3', focusShift: -20, fNumber: 8 }));
    expect(plan!.optics).toEqual({
      lens: 'cooke-triplet',
      focus: { objectDistance: 0.3, focusShift: expect.closeTo(-20e-6, 12) as number, fNumber: 8 },
    });
    expect(plan!.seeds.temporal).not.toBe(plain.seeds.temporal);
    const ideal = accept({ ...MACBETH, opticsParams: { focusDistance: 1 } }).plan!;
    expect(ideal.optics).toEqual({ lens: undefined, focus: { focusDistance: 1 } });
  });

  it.each([
    [{ objectDistance: 0 }, 'objectDistance', 'Object distance must be more than 0 m, not 0 m.'],
    [{ focusShift: 3000 }, 'focusShift', 'Focus shift must be at most 2000 µm, not 3000 µm.'],
    [{ fNumber: 200 }, 'fNumber', 'F-number must be at most 128, not 200.'],
    [{ autofocus: 'yes' }, 'autofocus', 'Autofocus must be true or false, not "yes".'],
    [
      { autofocusFrequency: 0 },
      'autofocusFrequency',
      'Autofocus frequency must be more than 0 lp/mm, not 0 lp/mm.',
    ],
    [{ autofocusField: 2 }, 'autofocusField', 'Autofocus field must be at most 1, not 2.'],
    [
      { autofocus: true, focusDistance: 1 },
      'autofocus',
      'Autofocus and focus distance are both given: give one.',
    ],
    [
      { coating: 'gold' },
      'coating',
      'Coating "gold" is not known: choose uncoated, mgf2, or leave it blank.',
    ],
    [
      { coatingReflectance: 21 },
      'coatingReflectance',
      'Coating reflectance must be at most 20 %, not 21 %.',
    ],
    [{ ghostPairs: 2.5 }, 'ghostPairs', 'Ghost pairs must be a whole number, not 2.5.'],
    [{ ghostPairs: 201 }, 'ghostPairs', 'Ghost pairs must be at most 200, not 201.'],
    [
      { sensorReflectance: 51 },
      'sensorReflectance',
      'Sensor reflectance must be at most 50 %, not 51 %.',
    ],
  ])('are refused at their field: %o', (opticsParams, key, message) => {
    expect(refuse(withOptics(opticsParams))).toEqual([{ field: `opticsParams.${key}`, message }]);
  });

  it('become an autofocus, with frequencies per metre', () => {
    const focusOf = (params: object) => accept(withOptics(params)).plan!.optics;
    expect(focusOf({ autofocus: true })).toEqual({
      lens: 'cooke-triplet',
      focus: { autofocus: { field: 0 } },
    });
    expect(
      focusOf({ autofocus: true, autofocusFrequency: 50, autofocusField: '0.6', focusShift: 5 }),
    ).toEqual({
      lens: 'cooke-triplet',
      focus: {
        focusShift: expect.closeTo(5e-6, 12) as number,
        autofocus: { frequency: 5e4, field: 0.6 },
      },
    });
    const { plan: unused, notes } = accept(withOptics({ autofocusField: 0.5 }));
    expect(unused).toEqual(plain);
    expect(notes).toEqual(['Autofocus is off: its frequency and its field are not used.']);
  });

  it.each([
    [{ coating: 'uncoated' }, { coating: 'uncoated', pairs: 20, sensor: 0 }],
    [
      { coating: 'mgf2', ghostPairs: '3', sensorReflectance: 5 },
      { coating: 'mgf2', pairs: 3, sensor: 0.05 },
    ],
    [
      { coating: 'mgf2', coatingReflectance: 2, ghostPairs: 0, sensorReflectance: ' ' },
      { coating: { reflectance: 0.02 }, pairs: 0, sensor: 0 },
    ],
  ])('become what the surfaces of the lens reflect: %o', (opticsParams, ghosts) => {
    const { plan } = accept(withOptics(opticsParams));
    expect(plan!.optics).toEqual({ lens: 'cooke-triplet', ghosts });
    expect(plan!.seeds.temporal).not.toBe(plain.seeds.temporal);
  });

  it.each(['ghostPairs', 'sensorReflectance'])('%s needs a coating', (key) => {
    const message = 'Ghost pairs need a coating: choose uncoated or mgf2.';
    const problem = { field: `opticsParams.${key}`, message };
    expect(refuse(withOptics({ [key]: 1 }))).toEqual([problem]);
    expect(accept(withOptics({ sensorReflectance: 0, coating: '' })).plan).toEqual(plain);
  });

  it('a key that they do not have means nothing', () => {
    expect(accept(withOptics({ distance: 1 })).unknownKeys).toEqual(['opticsParams.distance']);
  });
});

describe('exposureParams', () => {
  const withExposure = (exposureParams: unknown) => ({ ...MACBETH, exposureParams });
  const planWith = (exposureParams: unknown) => accept(withExposure(exposureParams)).plan!;
  const metered = accept(MACBETH).plan!;

  it.each([{}, '', null, { mode: 'auto' }, { mode: '', compensation: 0 }, { longest: ' ' }])(
    'leave everything as it is where they ask for nothing: %o',
    (exposureParams) => {
      expect(planWith(exposureParams)).toEqual(metered);
      expect(accept(withExposure(exposureParams)).notes).toEqual([]);
    },
  );

  it('become the exposure of the plan; a fixed one has the noise of the same --exposure', () => {
    const fixed = planWith({ mode: 'fixed', seconds: '0.02' });
    expect(fixed.exposure).toEqual({ mode: 'fixed', seconds: 0.02 });
    const outside = toPlan(MACBETH, DEFAULT_BUDGET, 0.02);
    expect(outside.ok && outside.value.plan!.seeds).toEqual(fixed.seeds);
    const limited = planWith({ longest: 0.033 });
    expect(limited.exposure).toEqual({
      mode: 'auto',
      longestSeconds: 0.033,
      compensationStops: 0,
    });
    expect(planWith({ mode: 'auto', compensation: -2 }).exposure).toMatchObject({
      compensationStops: -2,
    });
    expect(new Set([metered, fixed, limited].map(({ seeds }) => seeds.temporal)).size).toBe(3);
  });

  it.each([
    [{ seconds: 1 }, 'seconds', 'Exposure seconds belong to fixed.'],
    [{ mode: 'fixed' }, 'seconds', 'A fixed exposure needs seconds.'],
    [{ mode: 'fixed', seconds: 1, longest: 2 }, 'longest', 'A longest exposure belongs to auto.'],
    [
      { mode: 'fixed', seconds: 1, compensation: 0 },
      'compensation',
      'Exposure compensation belongs to auto.',
    ],
    [{ mode: 'fixed', seconds: 0 }, 'seconds', 'Exposure Seconds must be more than 0 s, not 0 s.'],
    [
      { mode: 'fixed', seconds: 2e6 },
      'seconds',
      'Exposure Seconds must be at most 1000000 s, not 2000000 s.',
    ],
    [{ longest: -1 }, 'longest', 'Longest Exposure must be more than 0 s, not -1 s.'],
    [
      { compensation: 11 },
      'compensation',
      'Exposure Compensation must be at most 10 stops, not 11 stops.',
    ],
    [
      { compensation: -10.5 },
      'compensation',
      'Exposure Compensation must be at least -10 stops, not -10.5 stops.',
    ],
    [
      { mode: 'bracket' },
      'mode',
      'Exposure "bracket" is not known: choose auto, fixed, or leave it blank.',
    ],
  ])('are refused with a sentence at the field: %o', (exposureParams, key, message) => {
    expect(refuse(withExposure(exposureParams))).toEqual([
      { field: `exposureParams.${key}`, message },
    ]);
  });

  it('are named where they are no object, have other keys, or mean nothing', () => {
    expect(refuse(withExposure(3))).toMatchObject([{ field: 'exposureParams' }]);
    expect(accept(withExposure({ shutter: 1 })).unknownKeys).toEqual(['exposureParams.shutter']);
    expect(accept({ scene: 'Macbeth', exposureParams: { longest: 1 } }).notes).toEqual([
      'No sensor is chosen, so its exposure is not used.',
    ]);
    const both = toPlan(withExposure({ longest: 1 }), DEFAULT_BUDGET, 0.02);
    expect(both.ok && both.value.plan?.exposure).toBeUndefined();
    expect(both.ok && both.value.notes).toEqual([
      'exposureParams is not used, because another exposure is given.',
    ]);
  });
});

describe('labParams', () => {
  const withLab = (labParams: unknown) => ({ ...MACBETH, labParams });
  const silent = accept(MACBETH).plan!;

  it('become what is told of information, in radians; blanks are the usual object', () => {
    const usual = {
      objectWidth: (0.2 * Math.PI) / 180,
      objectRatio: 1,
      objectContrast: 0.5,
      backgroundShare: 0.18,
      field: 0,
    };
    const { lab, ...rest } = accept(withLab({})).plan!;
    expect(lab).toEqual(usual);
    expect(rest).toEqual(silent);
    expect(accept(withLab({ objectContrast: '-1', field: 0.5 })).plan!.lab).toEqual({
      ...usual,
      objectContrast: -1,
      field: 0.5,
    });
  });

  it.each(['', null])('ask for nothing where they are blank: %o', (labParams) => {
    expect(accept(withLab(labParams)).plan).toEqual(silent);
  });

  it.each([
    [{ objectContrast: 0 }, 'objectContrast', /must not be 0/],
    [{ objectWidth: 91 }, 'objectWidth', /90/],
    [{ backgroundShare: 0 }, 'backgroundShare', /0\.001/],
  ])('are refused with a sentence at the field: %o', (labParams, key, message) => {
    expect(refuse(withLab(labParams))).toEqual([
      { field: `labParams.${key}`, message: expect.stringMatching(message) as string },
    ]);
  });

  it('are named where they have other keys, or mean nothing', () => {
    expect(accept(withLab({ width: 1 })).unknownKeys).toEqual(['labParams.width']);
    expect(accept({ scene: 'Macbeth', labParams: {} }).notes).toEqual([
      'No sensor is chosen, so labParams is not used.',
    ]);
  });
});

describe('toSensorPlan', () => {
  it('gives a sensor alone', () => {
    expect(toSensorPlan('Bayer-rggb', { rows: 4 })).toMatchObject({
      ok: true,
      value: { sensor: { order: 'rggb', parameters: { rows: 4, cols: 650 } } },
    });
    expect(toSensorPlan('', undefined)).toMatchObject({
      ok: false,
      problems: [{ field: 'sensor' }],
    });
    expect(toSensorPlan('Bayer-rggb', { analog_offset: 1.15 })).toMatchObject({
      ok: false,
      problems: [{ field: 'sensorParams.analog_offset' }],
    });
  });
});

describe('the schema', () => {
  it('lets every field be left out', () => {
    expect(simulationRequestSchema.safeParse({}).error).toBeUndefined();
    const refused = simulationRequestSchema.safeParse({ sceneLuminance: '-1' });
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['sceneLuminance']]);
  });

  it('describes every choice and parameter of the catalogue', () => {
    const keys = Object.keys(simulationRequestSchema.shape);
    for (const { wireKey } of [
      ...Object.values(scenes),
      ...Object.values(sensors),
      ...Object.values(isps),
    ])
      expect(keys).toContain(wireKey);
  });
});

describe('corrections between sensor and ISP', () => {
  const recipe = { ...MACBETH, isp: 'Fast-openISP' };

  it('are absent where they are blank or have no effect: plan and seeds are those without them', () => {
    const neutral = {
      toneMap: { operator: '', key: null },
      lensShading: { from: 'flat', strength: 0 },
      whiteBalance: 'fixed',
      colourMatrix: '',
    };
    expect(accept({ ...recipe, ...neutral }).plan).toEqual(accept(recipe).plan);
    expect(Object.keys(accept({ ...recipe, ...neutral }).plan!)).toEqual(
      Object.keys(accept(recipe).plan!),
    );
    expect(accept({ ...recipe, toneMap: {} }).plan).toEqual(accept(recipe).plan);
  });

  it('have the defaults of their fields, and seeds of their own', () => {
    const { plan } = accept({
      ...recipe,
      toneMap: { operator: 'linear' },
      lensShading: { from: 'truth' },
      whiteBalance: 'greyEdge',
      colourMatrix: 'calibration',
    });
    expect(plan).toMatchObject({
      toneMap: { operator: 'linear', key: 0.18, bits: 12 },
      lensShading: { from: 'truth', strength: 1, grid: [33, 25], most: 8 },
      whiteBalance: 'greyEdge',
      colourMatrix: 'calibration',
    });
    expect(plan!.seeds.temporal).not.toBe(accept(recipe).plan!.seeds.temporal);
    expect(plan!.seeds.fixedPattern).toBe(accept(recipe).plan!.seeds.fixedPattern);
  });

  it.each([
    [
      'toneMap.operator',
      { toneMap: { operator: 'log' } },
      'toneMap.operator must be one of reinhard, linear.',
    ],
    ['toneMap.key', { toneMap: { key: 2 } }, 'Key must be at most 1, not 2.'],
    ['toneMap.bits', { toneMap: { bits: 7 } }, 'Tone bits must be at least 8, not 7.'],
    [
      'lensShading.from',
      { lensShading: { from: 'me' } },
      'lensShading.from must be one of truth, flat, file.',
    ],
    [
      'lensShading.from',
      { lensShading: { from: 'file' } },
      'lensShading.from file needs the gains of --lens-shading F.npy.',
    ],
    [
      'lensShading.most',
      { lensShading: { most: 0 } },
      'Largest shading gain must be at least 1, not 0.',
    ],
    [
      'whiteBalance',
      { whiteBalance: 'grey' },
      'whiteBalance must be one of fixed, greyWorld, whitePatch, greyEdge, truth: did you mean greyWorld or greyEdge?',
    ],
    ['colourMatrix', { colourMatrix: 3 }, 'colourMatrix must be one of fixed, light, calibration.'],
  ])('refuse %s', (field, change, message) => {
    expect(refuse({ ...recipe, ...change })).toEqual([{ field, message }]);
  });

  it('are not used without a sensor, and are fields of the recipe', () => {
    const { plan, notes } = accept({ scene: 'Macbeth', whiteBalance: 'truth' });
    expect(plan).not.toHaveProperty('whiteBalance');
    expect(notes).toContain('No sensor is chosen, so whiteBalance is not used.');
    expect(accept({ ...recipe, toneMap: { gamma: 2 } }).unknownKeys).toEqual(['toneMap.gamma']);
  });

  it('take the gains of a file in place of `from`', () => {
    const lensShading = {
      gains: { rows: 2, columns: 2, planes: 4, data: new Float32Array(16).fill(1) },
      digest: 'ab',
    };
    const decoded = toPlan(recipe, DEFAULT_BUDGET, undefined, { lensShading });
    expect(decoded).toMatchObject({
      ok: true,
      value: { plan: { lensShading: { from: 'file', strength: 1, digest: 'ab' } } },
    });
    expect(
      toPlan({ ...recipe, lensShading: { from: 'flat' } }, DEFAULT_BUDGET, undefined, {
        lensShading,
      }),
    ).toMatchObject({
      ok: false,
      problems: [
        {
          field: 'lensShading.from',
          message: '--lens-shading brings its gains: lensShading.from must be file, or blank.',
        },
      ],
    });
  });
});

describe('object and task of a recipe', () => {
  const AT = { ...MACBETH, opticsParams: { objectDistance: 0.4, focusDistance: 0.4 } };

  it('puts task and motion in mm at the distance of the object into the plan', () => {
    const { plan } = accept({
      ...AT,
      task: { featureMm: 2, kind: 'code2d' },
      motion: { millimetresPerSecond: [120, 0], atMetres: 3 },
    });
    expect(plan!.task).toEqual({ featureMm: 2, kind: 'code2d', blurPixels: 0.5 });
    expect(plan!.motion).toEqual({
      kind: 'object',
      millimetresPerSecond: [120, 0],
      distance: 0.4,
    });
  });

  it('takes the distance of the motion for a scene at infinity', () => {
    const motion = { millimetresPerSecond: [0, 5], atMetres: 20 };
    const { plan } = accept({ ...MACBETH, motion, task: { featureMm: 30 } });
    expect(plan).toMatchObject({ motion: { distance: 20 }, objectAt: 20 });
  });

  it('has the seeds of the recipe without them', () => {
    const seeds = (recipe: object) => accept(recipe).plan!.seeds;
    const pixels = { ...AT, motion: { pixelsPerSecond: [5, 0] } };
    const said = { ...AT, task: { featureMm: 2 }, motion: { ...pixels.motion, atMetres: 2 } };
    expect(seeds(said)).toEqual(seeds(pixels));
    expect(seeds({ ...AT, task: { blurPixels: 1 } })).toEqual(seeds(AT));
  });

  it.each([
    [{ task: 3 }, 'task', 'task must be a JSON object.'],
    [{ task: { size: 2 } }, 'task.size', 'its fields are featureMm, kind, pixels, blurPixels.'],
    [{ task: { featureMm: 0 } }, 'task.featureMm', 'more than 0'],
    [{ task: { featureMm: -2 } }, 'task.featureMm', 'more than 0'],
    [{ task: { featureMm: 2e6 } }, 'task.featureMm', 'at most 1000000'],
    [{ task: { featureMm: 2, kind: 'see' } }, 'task.kind', 'must be one of detect, orient'],
    [{ task: { featureMm: 2, pixels: 0 } }, 'task.pixels', 'more than 0'],
    [{ task: { featureMm: 2, blurPixels: 0 } }, 'task.blurPixels', 'more than 0'],
    [
      { task: { featureMm: 2, kind: 'defect', pixels: 3 } },
      'task.pixels',
      'task must have at most one of kind and pixels.',
    ],
    [{ task: { kind: 'defect' } }, 'task.featureMm', 'featureMm is missing'],
    [
      { task: { featureMm: 2 }, opticsParams: {} },
      'task.featureMm',
      'A feature of 2 mm needs a distance.',
    ],
    [
      { motion: { millimetresPerSecond: [1, 0] }, opticsParams: {} },
      'motion.millimetresPerSecond',
      'Motion in mm needs a distance',
    ],
    [{ motion: { millimetresPerSecond: [1] } }, 'motion.millimetresPerSecond', '2'],
    [{ motion: { millimetresPerSecond: [2e7, 0] } }, 'motion.millimetresPerSecond[0]', 'at most'],
    [{ motion: { pixelsPerSecond: [1, 0], atMetres: 0 } }, 'motion.atMetres', 'more than 0'],
    [
      { motion: { pixelsPerSecond: [1, 0], millimetresPerSecond: [1, 0] } },
      'motion',
      'motion must have one of',
    ],
  ])('refuses %j at %s', (part, field, message) => {
    const [problem, ...others] = refuse({ ...AT, ...part });
    expect(others).toEqual([]);
    expect(problem!.field).toBe(field);
    expect(problem!.message).toContain(message);
  });
});

describe('lux on the object', () => {
  it('are π times the luminance of white, with its seeds', () => {
    const lux = accept({ ...MACBETH, illuminantLux: 5 }).plan!;
    const white = accept({ ...MACBETH, illuminantLuminance: 5 / Math.PI }).plan!;
    expect(lux.luminance).toEqual({ of: 'white', value: 5 / Math.PI });
    expect(lux.seeds).toEqual(white.seeds);
  });

  it.each([
    [{ illuminantLux: 0 }, 'more than 0'],
    [{ illuminantLux: 2e6 }, 'at most'],
    [{ illuminantLux: 5, illuminantLuminance: 1 }, 'give one of them'],
    [{ illuminantLux: 5, sceneLuminance: 1 }, 'give one of them'],
  ])('refuse %j', (part, message) => {
    const [problem, ...others] = refuse({ ...MACBETH, ...part });
    expect(others).toEqual([]);
    expect(problem!.field).toBe('illuminantLux');
    expect(problem!.message).toContain(message);
  });
});

import { describe, expect, it } from 'vitest';
import { bodyOf, initialRecipe, reduceRecipe, type Recipe } from './recipe.ts';

/**
 * The body of POST /simulate as the specification writes it (section 3), before anything is chosen.
 */
const documented = {
  illuminant: '',
  illuminantLuminance: '',
  scene: '',
  sceneFile: '',
  sceneLuminance: '',
  macbethParams: { hfov: 10, patchSize: 16 },
  pointarrayParams: { hfov: 10, arraySize: 128, pointSpacing: 16 },
  gridlinesParams: { hfov: 10, gridlineSize: 128, lineSpacing: 16, lineThickness: 1 },
  slantededgeParams: { hfov: 10, imageSize: 128, edgeAngle: 2.6, darkLevel: 0 },
  ringsraysParams: { hfov: 10, radialFreq: 8, size: 128 },
  sceneFileParams: { hfov: 10, illuminant: '' },
  optics: '',
  sensor: '',
  sensorParams: {
    voltage_swing: '1.15',
    well_capacity: '9000',
    fill_factor: '0.45',
    pixel_size: '2.2',
    dark_voltage: '10',
    read_noise: '0.96',
    prnu: '0.2218',
    dsnu: '1',
    analog_gain: '1',
    analog_offset: '0',
    rows: '450',
    cols: '650',
  },
  isp: '',
  ispParams: {
    dpcEnabled: true,
    dpcValue: '30',
    blcEnabled: true,
    blcR: '0',
    blcGr: '0',
    blcGb: '0',
    blcB: '0',
    blcalpha: '0',
    blcbeta: '0',
    aafEnabled: true,
    awbEnabled: true,
    awbR: '1400',
    awbGr: '1200',
    awbGb: '1200',
    awbB: '5000',
    cnfEnabled: true,
    cnfValue: '0',
    cfaEnabled: true,
    cfaType: 'malvar',
    ccmEnabled: true,
    ccmValues: [
      ['0', '0', '2000', '0'],
      ['0', '2000', '0', '0'],
      ['2000', '0', '0', '0'],
    ],
    gacEnabled: true,
    gacGain: '256',
    gacOffset: '0.8',
    cscEnabled: true,
    nlmEnabled: true,
    nlmRadius: '9',
    nlmSigma: '3',
    nlmHeight: '10',
    bnfEnabled: true,
    bnfDistTh: '1.0',
    bnfNormGain: '1.0',
    cehEnabled: true,
    cehGain: '4,6',
    cehOffset: '0.01',
    eehEnabled: true,
    eehGain: '384',
    eehOffset: '100',
    eehEdgeThreshold: '4',
    eehDeltaThreshold: '1000',
    fcsEnabled: true,
    fcsGain: '8',
    fcsOffset: '32',
    hscEnabled: true,
    hscHueOffset: '0',
    hscSaturationGain: '256',
    bccEnabled: true,
    bccBrightnessOffset: '0',
    bccContrastGain: '256',
    sclEnabled: false,
    sclWidth: '1920',
    sclHeight: '1080',
  },
  algorithm: '',
};

/** What the server gets to see. */
const sent = (recipe: Recipe): Record<string, unknown> =>
  JSON.parse(JSON.stringify(bodyOf(recipe))) as Record<string, unknown>;

describe('the body of Run', () => {
  it('has the documented fields and no other', () => {
    expect(Object.keys(sent(initialRecipe)).sort()).toEqual(
      [...Object.keys(documented), 'illuminantCustomPhotons', 'sceneFileIlluminantData'].sort(),
    );
  });

  it.each(Object.entries(documented))('%s', (field, value) =>
    expect(sent(initialRecipe)[field]).toEqual(value),
  );

  it('has the fields of a chart while it is chosen', () =>
    expect(sent({ ...initialRecipe, scene: 'Grey Steps' })['greystepsParams']).toEqual(
      initialRecipe.greystepsParams,
    ));

  it('carries 31 photon numbers, which are daylight until somebody edits them', () => {
    const photons = sent(initialRecipe)['illuminantCustomPhotons'] as number[];
    expect(photons).toHaveLength(31);
    for (const number of photons) expect(number).toBeGreaterThan(1);
    // 100 W at 560 nm are 100·λ/(h·c) = 2.819e20 photons per second.
    expect(photons[16]).toBeCloseTo(2.819, 3);
  });

  it('carries 31 rows of two zeros for the light of a scene file', () => {
    expect(sent(initialRecipe)['sceneFileIlluminantData']).toEqual(
      Array.from({ length: 31 }, () => [0, 0]),
    );
  });

  it('carries the labels that were chosen', () => {
    const recipe = (
      ['illuminant', 'scene', 'optics', 'sensor', 'isp', 'algorithm'] as const
    ).reduce(
      (before, choice) => reduceRecipe(before, { type: 'chosen', choice, label: `a ${choice}` }),
      initialRecipe,
    );
    expect(sent(recipe)).toMatchObject({
      illuminant: 'a illuminant',
      scene: 'a scene',
      optics: 'a optics',
      sensor: 'a sensor',
      isp: 'a isp',
      algorithm: 'a algorithm',
    });
  });
});

describe('reduceRecipe', () => {
  const chosen = reduceRecipe(initialRecipe, { type: 'chosen', choice: 'scene', label: 'Macbeth' });

  it('changes one choice and nothing else', () => {
    expect(chosen).toEqual({ ...initialRecipe, scene: 'Macbeth' });
    expect(initialRecipe.scene).toBe('');
  });

  it('keeps what the dialogs submit', () => {
    const changed = (
      [
        {
          type: 'parameters',
          wireKey: 'macbethParams',
          values: { hfov: 20, patchSize: NaN },
        },
        { type: 'parameters', wireKey: 'sensorParams', values: { rows: '16' } },
        { type: 'parameters', wireKey: 'ispParams', values: { dpcEnabled: false } },
      ] as const
    ).reduce<Recipe>(reduceRecipe, initialRecipe);
    expect(changed).toEqual({
      ...initialRecipe,
      macbethParams: { hfov: 20, patchSize: NaN },
      sensorParams: { rows: '16' },
      ispParams: { dpcEnabled: false },
    });
    // docs/reference/protocol.md#unparsed-numbers: what is no number arrives as null.
    expect(sent(changed)['macbethParams']).toEqual({ hfov: 20, patchSize: null });
  });

  it('lets only one luminance stand', () => {
    const lit = reduceRecipe(initialRecipe, { type: 'scene luminance', value: 50 });
    expect(lit).toMatchObject({ sceneLuminance: 50, illuminantLuminance: '' });
    const white = reduceRecipe(lit, { type: 'illuminant luminance', value: 12.5 });
    expect(white).toMatchObject({ sceneLuminance: '', illuminantLuminance: 12.5 });
    expect(reduceRecipe(white, { type: 'scene luminance', value: 1 })).toMatchObject({
      sceneLuminance: 1,
      illuminantLuminance: '',
    });
    expect(reduceRecipe(white, { type: 'scene luminance', value: '' })).toBe(white);
  });

  it('takes the custom table and clears the scene luminance', () => {
    const photons = initialRecipe.illuminantCustomPhotons.map(() => 1);
    expect(
      reduceRecipe({ ...initialRecipe, sceneLuminance: 5 }, { type: 'custom photons', photons }),
    ).toEqual({ ...initialRecipe, illuminantCustomPhotons: photons });
  });

  it('returns to the start', () =>
    expect(reduceRecipe(chosen, { type: 'reset' })).toEqual(initialRecipe));
});

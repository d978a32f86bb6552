import { scenes } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import {
  changesInWords,
  differences,
  differencesFromDefaults,
  valuesInWords,
} from './differences.ts';
import {
  initialRecipe,
  reduceRecipe,
  type ExposureParams,
  type Recipe,
  type RecipeChange,
} from './recipe.ts';

const chosen: Recipe = {
  ...initialRecipe,
  illuminant: 'D65',
  scene: 'Macbeth',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
};
const after = (...changes: readonly RecipeChange[]): Recipe => changes.reduce(reduceRecipe, chosen);
const parameters = (
  wireKey: 'macbethParams' | 'gridlinesParams' | 'sensorParams' | 'ispParams',
  values: Record<string, string | number | boolean | readonly (readonly string[])[]>,
): RecipeChange => ({ type: 'parameters', wireKey, values: { ...chosen[wireKey], ...values } });
const words = (recipe: Recipe): string => changesInWords(differences(chosen, recipe));

describe('differences of two recipes', () => {
  it('are none between equal ones, also when a number is typed in another way', () => {
    expect(differences(chosen, chosen)).toEqual([]);
    expect(words(after(parameters('ispParams', { bnfDistTh: '1' })))).toBe('');
  });

  it('are none from the defaults for every scene, and one for a field that differs', () => {
    for (const { label, wireKey, fields } of Object.values(scenes)) {
      const recipe = { ...initialRecipe, scene: label };
      expect(differencesFromDefaults(recipe)).toEqual([]);
      const other = { ...recipe, [wireKey]: { ...recipe[wireKey], [fields[0].key]: 33 } };
      expect(differences(recipe, other)).toHaveLength(1);
    }
  });

  it('name stage, parameter, both values and the unit', () => {
    expect(words(after(parameters('ispParams', { awbB: '9000' })))).toBe('ISP b_gain 5000 → 9000');
    expect(words(after(parameters('macbethParams', { hfov: 20 })))).toBe('scene HFoV 10 → 20°');
  });

  it('show the numbers of a search as figures, with all digits where fewer are the same', () => {
    const noise = (value: string): Recipe =>
      after(parameters('sensorParams', { read_noise: value }));
    expect(words(noise('0.48004876898674276'))).toBe('sensor read noise 0.96 → 0.48\u00a0mV');
    expect(valuesInWords(differences(chosen, noise('1.48764876898674276')))).toBe(
      'sensor read noise 1.488\u00a0mV',
    );
    expect(changesInWords(differences(noise('1.4876487689'), noise('1.4876487699')))).toBe(
      'sensor read noise 1.4876487689 → 1.4876487699\u00a0mV',
    );
    expect(words(noise('1.23456'))).toBe('sensor read noise 0.96 → 1.23456\u00a0mV');
  });

  it('name what is asked of the exposure, with the sensor', () => {
    const exposed = (exposureParams: ExposureParams | undefined): RecipeChange => ({
      type: 'parts',
      parts: { exposureParams },
    });
    const fixed = exposed({ mode: 'fixed', seconds: '0.02' });
    const longest = exposed({ longest: '0.03' });
    expect(words(after(fixed))).toBe(
      'sensor exposure auto → fixed, exposure seconds metered → 0.02\u00a0s',
    );
    expect(words(after(longest))).toBe('sensor longest exposure not set → 0.03\u00a0s');
    expect(after(fixed, exposed(undefined))).toEqual(chosen);
    expect(words(after(exposed({ compensation: '0.0' })))).toBe('');
  });

  it('name what is asked of the focus, with the optics', () => {
    const near: RecipeChange = { type: 'optics', optics: { objectDistance: '0.3', fNumber: '8' } };
    expect(words(after(near))).toBe(
      'optics object distance infinity → 0.3\u00a0m, F-number wide open → 8',
    );
    expect(after(near, { type: 'optics', optics: undefined })).toEqual(chosen);
  });

  it('are grouped by stage, in the order of the light', () => {
    const changed = after(
      parameters('ispParams', { nlmEnabled: false, awbB: '9000' }),
      parameters('sensorParams', { read_noise: '2' }),
    );
    expect(words(changed)).toBe(
      'sensor read noise 0.96 → 2\u00a0mV; ISP b_gain 5000 → 9000, NLM on → off',
    );
  });

  it('of choices use the words for blanks', () => {
    expect(words(after({ type: 'chosen', choice: 'optics', label: '' }))).toBe(
      'optics Double-Gauss → ideal lens',
    );
  });

  it('leave out parameters that do not take part', () => {
    expect(words(after(parameters('gridlinesParams', { hfov: 33 })))).toBe('');
    const gridlines = after(parameters('gridlinesParams', { hfov: 33 }), {
      type: 'chosen',
      choice: 'scene',
      label: 'Gridlines',
    });
    expect(words(gridlines)).toBe('scene Macbeth → Gridlines');
    expect(valuesInWords(differencesFromDefaults(gridlines))).toBe('scene HFoV 33°');
  });

  it('keep the parameters of sensors that share them', () => {
    const other = after({ type: 'chosen', choice: 'sensor', label: 'Bayer-rggb' });
    expect(words(reduceRecipe(other, parameters('sensorParams', { rows: '16' })))).toBe(
      'sensor Bayer-grbg → Bayer-rggb, rows 450 → 16\u00a0px',
    );
  });

  it('name the cells of a matrix', () => {
    const cells = [
      ['0', '0', '2000', '0'],
      ['0', '2000', '0', '7'],
      ['2000', '0', '0', '0'],
    ];
    expect(words(after(parameters('ispParams', { ccmValues: cells })))).toBe(
      'ISP CCM values G,Offset 0 → 7',
    );
  });

  it('tell a luminance and an edited spectrum', () => {
    expect(words(after({ type: 'scene luminance', value: 50 }))).toBe(
      'scene luminance not set → 50\u00a0cd/m²',
    );
    const custom = after({ type: 'chosen', choice: 'illuminant', label: 'Custom' });
    const photons = custom.illuminantCustomPhotons.map((value, band) => (band < 2 ? 9 : value));
    const edited = reduceRecipe(custom, { type: 'custom photons', photons });
    expect(changesInWords(differences(custom, edited))).toBe(
      'illuminant custom spectrum 2 of 31 rows',
    );
    // The table of an illuminant that is not chosen changes nothing.
    expect(words({ ...edited, illuminant: 'D65' })).toBe('');
  });

  it('tell the seeds of a file or a link', () => {
    expect(words({ ...chosen, seed: 5, fpnSeed: 0 })).toBe(
      'sensor noise seed automatic → 5, fixed-pattern seed automatic → 0',
    );
    // Beside the fields of the sensor they come last.
    const smaller = { ...chosen.sensorParams, rows: '32' };
    expect(words({ ...chosen, sensorParams: smaller, seed: 5 })).toMatch(
      /^sensor rows \d+ → 32.px, noise seed automatic → 5$/,
    );
    expect(valuesInWords(differencesFromDefaults({ ...chosen, seed: 5 }))).toBe(
      'sensor noise seed 5',
    );
  });

  it('name the fields of motion, flicker and sensor file', () => {
    const parts = (values: object, within?: 'sensorFile'): RecipeChange => ({
      type: 'parts',
      parts: { ...values },
      ...(within && { within }),
    });
    const shutter = { kind: 'rolling', lineSeconds: 5e-5 };
    const captures = [{ name: 'long' }, { name: 'short', exposureRatio: 0.0625 }];
    const before = after(parts({ motion: { pixelsPerSecond: [200, 0] } }));
    const now = [
      parts({ motion: { pixelsPerSecond: [300, 0] } }),
      parts({ flicker: { hertz: 100 }, antiFlickerHertz: 120 }),
      parts({ shutter }, 'sensorFile'),
      parts({ captures, merge: undefined }, 'sensorFile'),
    ].reduce(reduceRecipe, before);
    expect(changesInWords(differences(before, now))).toBe(
      'illuminant flicker hertz none → 100; ' +
        'scene motion pixelsPerSecond 200, 0 → 300, 0; ' +
        'sensor anti-flicker off → 120\u00a0Hz, ' +
        'shutter none → kind rolling, lineSeconds 0.00005, ' +
        'captures none → name long; name short, exposureRatio 0.0625',
    );
    const off = parts({ captures: undefined, merge: undefined }, 'sensorFile');
    expect(reduceRecipe(now, off).sensorFile).toEqual({ shutter });
    expect(
      [off, parts({ shutter: undefined }, 'sensorFile')].reduce(reduceRecipe, now),
    ).not.toHaveProperty('sensorFile');
  });

  it('say that a value is no number', () => {
    expect(words(after(parameters('macbethParams', { patchSize: NaN })))).toBe(
      'scene patch size 16 → no number\u00a0px',
    );
  });
});

describe('differences from the defaults', () => {
  it('are none for choices alone', () => expect(differencesFromDefaults(chosen)).toEqual([]));

  it('name the values', () => {
    expect(
      valuesInWords(
        differencesFromDefaults(after(parameters('sensorParams', { read_noise: '2' }))),
      ),
    ).toBe('sensor read noise 2\u00a0mV');
  });
});

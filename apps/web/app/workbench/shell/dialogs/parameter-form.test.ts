import { isps, scenes, sensors } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { asNumbers, withDefaults, isChanged, typedValues } from './parameter-form.ts';

describe('a scene dialog', () => {
  const { fields } = scenes.slantedEdge;

  it('opens with what is held, and with the default where nothing is', () => {
    expect(typedValues(fields, { hfov: 25, imageSize: '', edgeAngle: NaN })).toEqual({
      hfov: '25',
      imageSize: '128',
      edgeAngle: 'NaN',
      darkLevel: '0',
    });
  });

  it('gives numbers, defaults for what was emptied, NaN for text that is not a number', () => {
    const typed = withDefaults(fields, {
      hfov: '12.5',
      imageSize: ' ',
      edgeAngle: 'steep',
      darkLevel: '1e-3',
    });
    expect(asNumbers(fields, typed)).toEqual({
      hfov: 12.5,
      imageSize: 128,
      edgeAngle: NaN,
      darkLevel: 0.001,
    });
  });

  it('keeps a field that it does not show', () => {
    const { fields: fileFields } = scenes.appleJpg;
    const before = typedValues(fileFields, { illuminant: '' });
    expect(asNumbers(fileFields, withDefaults(fileFields, { ...before, hfov: '20' }))).toEqual({
      hfov: 20,
      illuminant: '',
    });
  });
});

describe.each(Object.values(sensors))('the dialog of $label', ({ fields, wireKey }) => {
  const before = typedValues(fields, initialRecipe[wireKey]);

  it('gives text, unchanged when nothing was typed', () =>
    expect(withDefaults(fields, before)).toEqual(initialRecipe[wireKey]));

  it('puts sizes of its own into emptied fields (specification W-120)', () =>
    expect(withDefaults(fields, { ...before, rows: '', cols: ' ' })).toEqual({
      ...initialRecipe[wireKey],
      rows: '400',
      cols: '600',
    }));
});

describe('the ISP dialog', () => {
  const [{ fields }] = Object.values(isps) as [(typeof isps)[keyof typeof isps]];
  const before = typedValues(fields, initialRecipe.ispParams);

  it('opens with what the recipe holds', () => expect(before).toEqual(initialRecipe.ispParams));

  it('reads switches, text, choices and cells; emptied ones take their default', () => {
    const read = withDefaults(fields, {
      ...before,
      blcEnabled: false,
      dpcValue: '12',
      cfaType: 'bilinear',
      cehGain: '',
      bnfDistTh: '',
      ccmValues: [
        ['0', '0', '1024', '0'],
        ['0', '', '0', '0'],
        ['2000', '0', '0', '0'],
      ],
    });
    expect(read).toMatchObject({
      dpcEnabled: true,
      blcEnabled: false,
      dpcValue: '12',
      cfaType: 'bilinear',
      cehGain: '4,6',
      bnfDistTh: '1.0',
    });
    expect(read['ccmValues']).toEqual([
      ['0', '0', '1024', '0'],
      ['0', '2000', '0', '0'],
      ['2000', '0', '0', '0'],
    ]);
  });

  it('knows which fields differ from their defaults; other spellings of a number do not', () => {
    const changed = (typed: Readonly<Record<string, string | boolean>>): string[] =>
      fields.flatMap((field) => (isChanged(field, { ...before, ...typed }) ? [field.key] : []));
    expect(changed({})).toEqual([]);
    expect(changed({ bnfDistTh: '1', dpcValue: '', awbB: '9000', nlmEnabled: false })).toEqual([
      'awbB',
      'nlmEnabled',
    ]);
  });
});

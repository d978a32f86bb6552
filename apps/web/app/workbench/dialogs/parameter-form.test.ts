import { isps, scenes, sensors } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { asNumbers, readForm, typedValues } from './parameter-form.ts';

const formOf = (entries: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
};

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

  it('gives numbers, defaults for what was emptied, NaN for what is none', () => {
    const typed = readForm(
      fields,
      formOf({ hfov: '12.5', imageSize: ' ', edgeAngle: 'steep', darkLevel: '1e-3' }),
      typedValues(fields, {}),
    );
    expect(asNumbers(fields, typed)).toEqual({
      hfov: 12.5,
      imageSize: 128,
      edgeAngle: NaN,
      darkLevel: 0.001,
    });
  });

  it('keeps a field that it does not show', () => {
    const { fields: fileFields } = scenes.appleJpg;
    expect(
      asNumbers(
        fileFields,
        readForm(fileFields, formOf({ hfov: '20' }), typedValues(fileFields, { illuminant: '' })),
      ),
    ).toEqual({ hfov: 20, illuminant: '' });
  });
});

describe.each(Object.values(sensors))('the dialog of $label', ({ fields, wireKey }) => {
  const before = typedValues(fields, initialRecipe[wireKey]);
  const form = (changes: Readonly<Record<string, string>>): FormData =>
    formOf({ ...(before as Record<string, string>), ...changes });

  it('gives text, unchanged when nothing was typed', () =>
    expect(readForm(fields, form({}), before)).toEqual(initialRecipe[wireKey]));

  it('puts sizes of its own into emptied fields (specification W-120)', () =>
    expect(readForm(fields, form({ rows: '', cols: ' ' }), before)).toEqual({
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
    const read = readForm(
      fields,
      formOf({
        dpcEnabled: 'on',
        dpcValue: '12',
        cfaType: 'bilinear',
        cehGain: '',
        bnfDistTh: '',
        'ccmValues.0.2': '1024',
        'ccmValues.1.1': '',
      }),
      before,
    );
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
});

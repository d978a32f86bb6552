import { describe, expect, it } from 'vitest';
import { sensorRefusal } from '../../kit/dialog/field-tables.ts';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import {
  captureFields,
  captureFieldsOf,
  capturesInWords,
  defaultsOf,
  fieldOfPath,
  typedCaptures,
} from './typed-captures.ts';

const off = typedCaptures({});

describe('the captures as they are typed', () => {
  it('are none while HDR is off', () => {
    expect(captureFieldsOf(off, {})).toEqual({ captures: undefined, merge: undefined });
    expect(capturesInWords(off)).toBe('off');
    expect(captureFields(off, {}).map(({ key }) => key)).toEqual(['design']);
  });

  it.each([
    ['bracket', [{ name: 'long' }, { name: 'short', exposureRatio: 1 / 16 }], 'bracket 1:16'],
    [
      'dual gain',
      [
        { name: 'high', well_capacity: 9000, readNoiseElectrons: 1.4 },
        { name: 'low', sharesChargeWith: 'high', well_capacity: 90_000, readNoiseElectrons: 14 },
      ],
      'dual gain 9000 and 90000 e⁻',
    ],
    [
      'split',
      [
        { name: 'large' },
        {
          name: 'small',
          sensitivity: 1 / 12,
          startLines: 0,
          well_capacity: 9000,
          readNoiseElectrons: 5,
        },
      ],
      'split 1:12',
    ],
  ])(
    '%s writes captures that the engine takes, and reads them again',
    (design, captures, words) => {
      const typed = { ...off, ...defaultsOf(design) };
      expect(captureFieldsOf(typed, {})).toEqual({ captures, merge: undefined });
      expect(sensorRefusal(initialRecipe, { captures })).toBeUndefined();
      expect(capturesInWords(typed)).toBe(words);
      expect(typedCaptures({ sensorFile: { captures } })).toMatchObject(typed);
    },
  );

  it('say how they are merged, and keep what no field shows', () => {
    const typed = { ...off, ...defaultsOf('bracket'), rule: 'blend', knee: '0.8' };
    expect(captureFieldsOf(typed, { merge: { linearBits: 20 } }).merge).toEqual({
      rule: 'blend',
      knee: 0.8,
      linearBits: 20,
    });
    expect(capturesInWords(typed)).toBe('bracket 1:16, blend');
  });

  it('stay as they came where the fields cannot say them', () => {
    const captures = [
      { name: 'a' },
      { name: 'b', exposureRatio: 0.5 },
      { name: 'c', exposureRatio: 0.1 },
    ];
    const typed = typedCaptures({ sensorFile: { captures } });
    expect(captureFieldsOf(typed, { captures }).captures).toBe(captures);
    expect(capturesInWords(typed)).toBe('as in the recipe');
    expect(captureFields(typed, { captures })[0]).toMatchObject({
      options: ['off', 'bracket', 'dual gain', 'split', 'as in the recipe'],
    });
  });

  it('are refused at the field that is wrong', () => {
    const { captures } = captureFieldsOf({ ...off, ...defaultsOf('bracket'), ratio: '0.5' }, {});
    const refusal = sensorRefusal(initialRecipe, { captures })!;
    expect(fieldOfPath(refusal.field)).toBe('ratio');
    const shared = captureFieldsOf({ ...off, ...defaultsOf('dual gain'), rule: 'variance' }, {});
    const variance = sensorRefusal(initialRecipe, { ...shared })!;
    expect(fieldOfPath(variance.field)).toBe('rule');
    expect(variance.message).toBe('merge.rule variance needs captures with charges of their own.');
  });
});

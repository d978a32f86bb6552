import { describe, expect, it } from 'vitest';
import { sensorRefusal } from '../../kit/dialog/field-tables.ts';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { CAPTURES_PART } from './typed-captures.ts';

const { read, write, words, fields, problems, changed } = CAPTURES_PART;
const holding = (sensorFile: object) => ({ ...initialRecipe, sensorFile: { ...sensorFile } });
const off = read(initialRecipe);
/** What is typed where a design is chosen. */
const chosen = (design: string) => changed!(off, { design });

describe('the captures as they are typed', () => {
  it('are none while HDR is off', () => {
    expect(write(off, initialRecipe)).toEqual({ captures: undefined, merge: undefined });
    expect(words(off, initialRecipe)).toBe('off');
    expect(fields(off, initialRecipe).map(({ key }) => key)).toEqual(['design']);
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
  ])('%s writes captures that the engine takes, and reads them again', (design, captures, line) => {
    const typed = chosen(design);
    expect(write(typed, initialRecipe)).toEqual({ captures, merge: undefined });
    expect(sensorRefusal(initialRecipe, { captures })).toBeUndefined();
    expect(words(typed, initialRecipe)).toBe(line);
    expect(read(holding({ captures }))).toMatchObject(typed);
  });

  it('say how they are merged, and keep what no field shows', () => {
    const typed = { ...chosen('bracket'), rule: 'blend', knee: '0.8' };
    expect(write(typed, holding({ merge: { linearBits: 20 } }))['merge']).toEqual({
      rule: 'blend',
      knee: 0.8,
      linearBits: 20,
    });
    expect(words(typed, initialRecipe)).toBe('bracket 1:16, blend');
  });

  it('stay as they came where the fields cannot say them', () => {
    const captures = [
      { name: 'a' },
      { name: 'b', exposureRatio: 0.5 },
      { name: 'c', exposureRatio: 0.1 },
    ];
    const held = holding({ captures });
    const typed = read(held);
    expect(write(typed, held)['captures']).toBe(captures);
    expect(words(typed, held)).toBe('as in the recipe');
    expect(fields(typed, held)[0]).toMatchObject({
      options: ['off', 'bracket', 'dual gain', 'split', 'as in the recipe'],
    });
  });

  it('are refused at the field that is wrong', () => {
    const refused = (typed: typeof off) =>
      problems(typed, write(typed, initialRecipe), initialRecipe);
    expect(Object.keys(refused({ ...chosen('bracket'), ratio: '0.5' }))).toEqual(['ratio']);
    expect(refused({ ...chosen('dual gain'), rule: 'variance' })).toEqual({
      rule: 'merge.rule variance needs captures with charges of their own.',
    });
  });
});

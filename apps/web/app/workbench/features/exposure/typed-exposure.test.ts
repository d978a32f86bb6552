import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { exposurePart } from './typed-exposure.ts';

const { read, write, words, changed } = exposurePart(() => 0.04);
const typed = read(initialRecipe);
const exposureOf = (texts: typeof typed) => write(texts, initialRecipe)['exposureParams'];
const inWords = (exposureParams: Partial<typeof typed>): string =>
  words(read({ ...initialRecipe, exposureParams }), initialRecipe);

describe('the exposure as it is typed', () => {
  it('is nothing where the meter decides alone', () => {
    expect(typed).toEqual({ mode: 'auto', seconds: '', longest: '', compensation: '0' });
    expect(exposureOf(typed)).toBeUndefined();
    expect(
      exposureOf({ ...typed, seconds: '3', longest: ' ', compensation: '-0.0' }),
    ).toBeUndefined();
    expect(inWords({})).toBe('auto');
  });

  it('has the fields of its mode alone', () => {
    const all = { ...typed, seconds: ' 0.02', longest: '1', compensation: '-2' };
    expect(exposureOf({ ...all, mode: 'fixed' })).toEqual({ mode: 'fixed', seconds: '0.02' });
    expect(exposureOf(all)).toEqual({ longest: '1', compensation: '-2' });
  });

  it('is said in a line', () => {
    expect(inWords({ mode: 'fixed', seconds: '0.02' })).toBe('fixed 0.02 s');
    expect(inWords({ longest: '0.033', compensation: '1' })).toBe(
      'auto, at most 0.033 s, +1 stops',
    );
    expect(inWords({ mode: 'fixed' })).toBe('fixed');
  });

  it('begins, where it is fixed, with that of the last run', () => {
    expect(changed!(typed, { mode: 'fixed' }).seconds).toBe('0.04');
    expect(changed!({ ...typed, seconds: '2' }, { mode: 'fixed' }).seconds).toBe('2');
  });
});

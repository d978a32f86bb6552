import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { ENVIRONMENT_PART } from './typed-environment.ts';

const { read, write, words, problems } = ENVIRONMENT_PART;
const blank = read(initialRecipe);
const written = (typed: typeof blank) => write(typed, initialRecipe)['environment'];

describe('the environment as it is typed', () => {
  it('is nothing where all is usual', () => {
    expect(written(blank)).toBeUndefined();
    expect(written({ ...blank, celsius: ' ', pressureHPa: '1013.250' })).toBeUndefined();
    expect(words(blank, initialRecipe)).toBe('off');
  });

  it('has what differs, and comes back', () => {
    const typed = { ...blank, celsius: '60', pressureHPa: '540', housing: 'invar' };
    const environment = { celsius: 60, pressureHPa: 540, housing: 'invar' };
    expect(written(typed)).toEqual(environment);
    expect(read({ ...initialRecipe, environment })).toEqual(typed);
    expect(words(typed, initialRecipe)).toBe('60 °C, 540 hPa');
  });

  it('keeps spacers and a housing by its number', () => {
    const environment = { celsius: -20, housing: 1.7e-5, spacers: { 1: 'invar' } };
    const held = { ...initialRecipe, environment };
    expect(write(read(held), held)['environment']).toEqual(environment);
  });

  it('says what is wrong at its field', () => {
    const environment = { celsius: 200 };
    expect(problems(blank, { environment }, initialRecipe)).toEqual({
      celsius: 'From -60 to 120.',
    });
  });
});

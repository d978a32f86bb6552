import { expect, it } from 'vitest';
import { HttpProblem } from '../http-problem.ts';
import { refuseSwitchedOff } from './switched-off.ts';

const PLAIN = ['depth', 'motion'] as const;

/** The fields at which a recipe is refused. */
function refusedAt(recipe: unknown, features: readonly ('depth' | 'motion' | 'object')[] = PLAIN) {
  try {
    refuseSwitchedOff({ workbenchFeatures: [...features], workbenchOffers: [] }, recipe);
    return [];
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return error.problems.map(({ field }) => field);
  }
}

it.each([
  [{ task: { featureMm: 2 } }, 'task'],
  [{ illuminantLux: 5 }, 'illuminantLux'],
  [{ motion: { millimetresPerSecond: [1, 0] } }, 'motion'],
  [{ motion: { pixelsPerSecond: [1, 0], atMetres: 2 } }, 'motion'],
])('refuses %o without the switch of the object', (recipe, field) => {
  expect(refusedAt(recipe)).toEqual([field]);
  expect(refusedAt(recipe, ['object', 'motion'])).toEqual([]);
});

it('takes what is blank, and motion in pixels', () => {
  expect(refusedAt({ task: '', illuminantLux: null, motion: { pixelsPerSecond: [1, 0] } })).toEqual(
    [],
  );
  expect(refusedAt({ motion: { millimetresPerSecond: [1, 0] } }, ['object'])).toEqual(['motion']);
});

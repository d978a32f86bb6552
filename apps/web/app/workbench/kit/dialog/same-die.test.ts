import { expect, it } from 'vitest';
import { onSameDie } from './same-die.ts';

it('keeps the length of both sides, with even counts, at least 2', () => {
  const die = { micrometres: 3.45, rows: 2048, cols: 2448 };
  expect(onSameDie(die, 6.9)).toEqual({ rows: 1024, cols: 1224 });
  expect(onSameDie(die, 2.2)).toEqual({ rows: 3212, cols: 3838 });
  expect(onSameDie(die, 1000)).toEqual({ rows: 8, cols: 8 });
  expect(onSameDie({ ...die, rows: 2 }, 90)).toEqual({ rows: 2, cols: 94 });
});

it('knows nothing of what is no pitch', () => {
  const die = { micrometres: 2.2, rows: 10, cols: 10 };
  expect(onSameDie(die, 0)).toBeUndefined();
  expect(onSameDie(die, Number('two'))).toBeUndefined();
  expect(onSameDie({ ...die, rows: NaN }, 1)).toBeUndefined();
});

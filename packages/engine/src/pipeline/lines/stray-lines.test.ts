import { expect, it } from 'vitest';
import { NO_STRAY } from '../../optics/stray/stray-facts.ts';
import { strayLines } from './stray-lines.ts';

it('says how much light goes astray, where some does', () => {
  expect(strayLines(undefined)).toEqual([]);
  expect(strayLines(NO_STRAY)).toEqual([]);
  const scattered = { ...NO_STRAY, scatterPercent: 2, veilingGlarePercent: 1.9 };
  expect(strayLines(scattered)).toEqual(['veiling glare 1.9 %']);
  expect(strayLines({ ...scattered, ghostPercent: 0.53 })).toEqual([
    'veiling glare 1.9 %; ghosts 0.53 % of the light',
  ]);
});

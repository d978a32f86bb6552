import { expect, it } from 'vitest';
import { versionOf } from './add-design.ts';

it('names a design that is saved again as its next version', () => {
  expect(versionOf('Mine', [])).toBe('Mine');
  expect(versionOf('Mine', ['Mine'])).toBe('Mine 2');
  expect(versionOf('Mine', ['Mine', 'Mine 2'])).toBe('Mine 3');
  expect(versionOf('Mine 2', ['Mine', 'Mine 2'])).toBe('Mine 3');
  expect(versionOf('x'.repeat(100), ['x'.repeat(100)]).length).toBeLessThanOrEqual(100);
});

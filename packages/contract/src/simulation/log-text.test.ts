import { expect, test } from 'vitest';
import { logLineText, type LogLine } from './log-text.ts';

const text = (...lines: readonly LogLine[]): string =>
  lines.map((line, index) => logLineText(line, lines[index - 1])).join('\n');

test('lines of a topic stand under its heading, topics apart', () => {
  expect(
    text(
      { content: 'Run: Macbeth.', topic: 'Recipe' },
      { content: 'Lens: ideal.', topic: 'Lens' },
      { content: 'Object at infinity.', topic: 'Lens' },
    ),
  ).toBe('Recipe\n  Run: Macbeth.\n\nLens\n  Lens: ideal.\n  Object at infinity.');
});

test('lines without a topic stay as they are, and the blank line after a run stays one line', () => {
  expect(text({ content: 'one' }, { content: 'two' })).toBe('one\ntwo');
  expect(
    text(
      { content: 'Using CPU' },
      { content: 'a', topic: 'Recipe' },
      { content: '' },
      { content: 'b', topic: 'Recipe' },
    ),
  ).toBe('Using CPU\n\nRecipe\n  a\n\nRecipe\n  b');
});

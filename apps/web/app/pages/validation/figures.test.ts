import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparisons, figureText, statedFigure } from './figures.ts';

test.each([
  [5e-14, 'mm', '5 × 10⁻¹⁴ mm'],
  [1.2e-6, '', '1.2 × 10⁻⁶'],
  [0.0046, '', '0.0046'],
  [1e-10, '', '1 × 10⁻¹⁰'],
  [0, 'code', '0 code'],
  [2.4, 'standard errors', '2.4 standard errors'],
])('%d as text', (value, unit, text) => {
  expect(figureText(value, unit).replaceAll('\u00a0', ' ')).toBe(text);
});

test('every figure has a name of its own, and none is worse than allowed', () => {
  const rows = comparisons.flatMap((group) => group.rows);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, ours, allowed } of rows)
    if (ours !== undefined) expect(ours, id).toBeLessThanOrEqual(allowed!);
  expect(() => statedFigure('nothing')).toThrow('validation.json has no figure nothing.');
});

// The article has no room for the file of figures: its page is as heavy as a page may be.
test.each(['ray-place', 'electrons'])(
  'the article on computer vision quotes %s as measured',
  (id) => {
    const article = readFileSync(
      new URL('../blog/computer-vision-page.tsx', import.meta.url),
      'utf8',
    )
      .replaceAll('&nbsp;', ' ')
      .replaceAll(/\s+/g, ' ');
    expect(article).toContain(statedFigure(id).replaceAll('\u00a0', ' '));
  },
);

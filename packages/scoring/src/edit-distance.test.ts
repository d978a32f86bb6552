import { expect, it, test } from 'vitest';
import golden from '../references/tasks.json' with { type: 'json' };
import { editDistance } from './edit-distance.ts';

test.each(golden.text)('$truth read as $read', ({ truth, read, edits }) => {
  expect(editDistance(truth, read)).toBe(edits);
  expect(editDistance(read, truth)).toBe(edits);
});

it('is, summed over a set, the golden rate of its characters', () => {
  const edits = golden.text.reduce((sum, { truth, read }) => sum + editDistance(truth, read), 0);
  const characters = golden.text.reduce((sum, { truth }) => sum + Array.from(truth).length, 0);
  expect(edits / characters).toBeCloseTo(golden.cer, 12);
});

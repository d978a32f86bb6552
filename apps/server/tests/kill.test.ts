import { expect, it } from 'vitest';
import { killDuringSignUp } from '../faults/kill-during-sign-up.ts';

// `npm run faults` tries it 200 times.
it('loses no acknowledged account and leaves none by half, killed at five random moments', async () => {
  const { failures, note } = await killDuringSignUp.run(5);
  expect(failures).toEqual([]);
  expect(note).not.toMatch(/^0 accounts/);
}, 180_000);

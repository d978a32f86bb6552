import { expect, it } from 'vitest';
import { databaseCallFails } from '../faults/calls.ts';
import { clockJumps } from '../faults/clock.ts';
import { killDuringSignUp } from '../faults/kill-during-sign-up.ts';
import { migrationsSqlite } from '../faults/migrations.ts';
import { takeInternalErrors } from '../faults/visitor.ts';

// `npm run faults` tries each until nothing is left to try.
it.each([
  [killDuringSignUp, 3],
  [clockJumps, 6],
  [databaseCallFails, 20],
  [migrationsSqlite, 3],
] as const)(
  'survives $name',
  async (row, tries) => {
    const { failures, note } = await row.run(tries);
    expect(failures).toEqual([]);
    expect(takeInternalErrors()).toEqual([]);
    expect(note).not.toMatch(/^0 /);
  },
  300_000,
);

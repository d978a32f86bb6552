import { expect, it } from 'vitest';
import { planSweep } from './plan-sweep.ts';
import wrong from './wrong-jobs.json' with { type: 'json' };

// The command line and the server are sent the same documents (wrong-jobs.test.ts of both).
it.each(wrong)(
  'refuses a document with one sentence at $field: $sentence',
  async ({ document, field, sentence }) => {
    expect(await planSweep(document)).toEqual({
      ok: false,
      problems: [{ field, message: expect.stringContaining(sentence) as string }],
    });
  },
);

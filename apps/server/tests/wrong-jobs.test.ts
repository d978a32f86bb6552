/** Documents of sweeps that are refused, as the command line refuses them. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { logIn } from './people.ts';
import { startServer } from './start-server.ts';

const table = new URL('../../../packages/experiment/src/plan/wrong-jobs.json', import.meta.url);

describe('wrong documents of sweeps', () => {
  const server = startServer({ RATE_LIMIT_FACTOR: '100' });

  it('are 422 with the field and the sentence', async () => {
    const owner = await logIn(server, 'wrong@example.com');
    const wrong = JSON.parse(await readFile(table, 'utf8')) as readonly {
      readonly document: object;
      readonly field: string;
      readonly sentence: string;
    }[];
    expect(wrong.length).toBeGreaterThan(40);
    for (const { document, field, sentence } of wrong) {
      const response = await owner.post('/api/sweeps', document);
      const problem = { field, message: expect.stringContaining(sentence) as string };
      expect([response.status, await response.json()]).toEqual([
        422,
        { ...problem, problems: [problem] },
      ]);
    }
  });
});

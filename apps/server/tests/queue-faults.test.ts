import { describe, expect, it } from 'vitest';
import { poisonRun, postgresRestarted, workerKilled } from '../faults/queue.ts';
import { studyWorkerKilled } from '../faults/studies.ts';
import { noPostgres, sharedPostgres } from './start-postgres.ts';

// `npm run faults` tries each more often, and has the other rows.
describe.skipIf(noPostgres !== undefined)(
  `workers${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    it.each([workerKilled, postgresRestarted, poisonRun, studyWorkerKilled])(
      'survive $name',
      async (row) => {
        const shared = row === postgresRestarted ? undefined : sharedPostgres();
        expect((await row.run(1, shared)).failures).toEqual([]);
      },
      600_000,
    );
  },
);

import { describe, expect, it } from 'vitest';
import { evaluationWorkerKilled } from '../faults/evaluations.ts';
import {
  networkCut,
  poisonRun,
  postgresRestarted,
  queueServerKilled,
  workerKilled,
} from '../faults/queue.ts';
import { studyWorkerKilled } from '../faults/studies.ts';
import { noPostgres } from './run-postgres.ts';

// `npm run faults` tries each more often.
describe.skipIf(noPostgres !== undefined)(
  `workers${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    it.each([
      [workerKilled, 2],
      [queueServerKilled, 1],
      [postgresRestarted, 1],
      [networkCut, 1],
      [poisonRun, 1],
      [evaluationWorkerKilled, 1],
      [studyWorkerKilled, 1],
    ] as const)(
      'survive $name',
      async (row, tries) => {
        expect((await row.run(tries)).failures).toEqual([]);
      },
      600_000,
    );
  },
);

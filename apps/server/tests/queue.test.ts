import { describe, expect, it } from 'vitest';
import { noPostgres, startPostgres } from './start-postgres.ts';
import { allEvents, logOf, resultSizeOf, startServer, TINY } from './start-server.ts';
import { startWorker } from './worker-processes.ts';

describe.skipIf(noPostgres !== undefined)('workers', () => {
  const postgres = startPostgres();
  let url = '';
  const server = startServer(async () => {
    url = await postgres.newDatabase();
    return { DATABASE_URL: url, COMPUTE_QUEUE: url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
  });

  it('computes', async () => {
    const worker = await startWorker({ DATABASE_URL: url, COMPUTE_QUEUE: url, DATA_DIR: server.dataFolder, LOG_LEVEL: 'warn', MAX_RUNNING_RUNS: '1' });
    try {
      for (let i = 0; i < 5; i += 1) {
        const t = performance.now();
        const response = await server.post('/simulate', TINY);
        let first = 0;
        const events = await allEvents(response);
        console.log(performance.now() - t, events.length, logOf(events).slice(0, 200));
        expect(resultSizeOf(events)).toEqual([24, 16]);
      }
    } finally {
      worker.kill('SIGTERM');
      console.log(await worker.ended, worker.output());
    }
  });
});

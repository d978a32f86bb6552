import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cluster, gridOf } from './cluster.ts';
import { noPostgres } from './run-postgres.ts';

describe.skipIf(noPostgres !== undefined)('a sweep on workers', () => {
  it(
    'gives the same figures bit for bit on 1, 2 and 3 workers',
    () =>
      Cluster.use(async (cluster) => {
        await cluster.startServer();
        const user = await cluster.addUser();
        const all: (readonly string[])[] = [];
        for (let workers = 1; workers <= 3; workers += 1) {
          await cluster.startWorker();
          await rm(join(cluster.dataFolder, 'results'), { recursive: true, force: true });
          const began = performance.now();
          const id = await cluster.addSweep(user, gridOf(200));
          expect(await cluster.ended(user, id)).toMatchObject({ state: 'done', done: 200 });
          console.log(workers, performance.now() - began);
          all.push(await cluster.outcomesOf(id));
        }
        expect(all[1]).toEqual(all[0]);
        expect(all[2]).toEqual(all[0]);
      }),
    120_000,
  );
});

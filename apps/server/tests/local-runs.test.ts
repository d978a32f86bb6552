import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import { planSweep } from '@lumenloom/experiment';
import { expect, it } from 'vitest';
import { readConfig } from '../dist/config.js';
import { openDatabase } from '../dist/database/open-database.js';
import { experimentsOf } from '../dist/runs/experiment-rows.js';
import { addSweep } from '../dist/runs/sweep-rows.js';
import { LocalRuns } from '../dist/runs/local-runs.js';
import { gridOf } from './cluster.ts';
import { until } from './until.ts';

/** What the outcome of a run needs of a report. */
const REPORT = { scene: { whiteLuminance: 100 }, optics: { whiteIlluminanceLux: 3 } };

it('keeps what it has computed while the disk is full, says so, and goes on by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-runner-'));
  const config = readConfig({ DATA_DIR: folder, RECOVERY_SECONDS: '2' });
  const database = await openDatabase(config);
  let [computed, refused, isFull] = [0, 0, true];
  const runs: LocalRuns = new LocalRuns({
    database,
    config,
    clock: Date.now,
    warn: () => undefined,
    store: {
      read: async () => undefined,
      remove: async () => undefined,
      write: async () => {
        if (!isFull) return;
        refused += 1;
        throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
      },
    },
    run: async (_plan, { emit }) => {
      computed += 1;
      emit(`${JSON.stringify({ type: 'report', content: REPORT })}\n`);
    },
    runs: { answerTo: async () => undefined },
    wake: () => {
      const next = runs.next(new AbortController().signal);
      void next?.then(() => runner.look());
    },
  });
  const { runner } = runs;
  try {
    const person = { email: 'a@example.com', firstName: 'A', lastName: 'B', passwordHash: '' };
    await database
      .insertInto('users')
      .values({ ...person, id: 'a', plan: 'Trial', isStaff: 0, createdAt: 0 })
      .execute();
    const planned = await planSweep(gridOf(3, { measure: ['sensor.readNoiseElectrons'] }));
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    const sweep = { ...planned.value, bytes: 0 };
    const id = await addSweep(database, 'a', sweep, config, Date.now());
    const status = async () => (await experimentsOf(database, 'sweeps', 'a', { id }))[0]!;
    runner.start();
    await until(async () => {
      expect(await status()).toMatchObject({ state: 'running', message: messages.waitsForDisk });
      // Once more after the first pause; the next one is longer.
      expect(refused).toBeGreaterThan(computed);
    });
    isFull = false;
    await until(async () => {
      expect(await status()).toMatchObject({ state: 'done', message: '', done: 3 });
    });
    expect(computed).toBe(3);
  } finally {
    await runner.close();
    await database.destroy();
    await rm(folder, { recursive: true });
  }
});

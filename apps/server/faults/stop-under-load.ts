import { setTimeout } from 'node:timers/promises';
import { readEvents } from '@lumenloom/contract';
import { openDatabase } from '../dist/database/open-database.js';
import { contact } from './contact.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** People who write one message after the other. */
const WRITERS = 8;
/** The stop comes within this time after the run line. */
const LOAD_MS = 500;
/**
 * A run that is still under way when the stop comes, and ends within the ten seconds that a stop
 * waits.
 */
const RECIPE = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 2000, cols: 2000 },
};

/**
 * SIGTERM while people write and a simulation runs: everything acknowledged is stored, no answer is
 * cut off, the run ends, and the server exits with status 0.
 */
export const stopUnderLoad: Row = {
  name: 'stop-under-load',
  tries: 50,
  run: async (tries) => {
    const failures: string[] = [];
    let [worstMs, written] = [0, 0];
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await withDataFolder(async (folder) => {
        const server = startOn(folder, { LOG_LEVEL: 'error' });
        const address = await server.listening();
        const state = { isStopping: false, acknowledged: 0 };
        const writers = Array.from({ length: WRITERS }, async () => {
          for (const visitor = new Visitor(address); ;) {
            try {
              const response = await contact(visitor);
              await response.json();
              if (response.ok) state.acknowledged += 1;
              // A server that stops refuses what comes now.
              else if (!state.isStopping || response.status !== 503)
                failures.push(`try ${attempt}: a message was answered with ${response.status}`);
            } catch (error) {
              // No connection any more is what a stop looks like; before it, or in the midst of an
              // answer, it is a failure.
              if (!state.isStopping || error instanceof SyntaxError)
                failures.push(`try ${attempt}: ${String(error)}`);
              return;
            }
          }
        });
        const run = readEvents(
          (await new Visitor(address).post('/simulate', RECIPE))
            .body as unknown as AsyncIterable<Uint8Array>,
          (line) => failures.push(`try ${attempt}: a line of the answer is malformed: ${line}`),
        );
        // The line `run` says that the simulation was accepted.
        const first = await run.next();
        if (first.value?.type !== 'run')
          failures.push(`try ${attempt}: the answer has no run line`);
        await setTimeout(Math.random() * LOAD_MS);
        state.isStopping = true;
        server.kill('SIGTERM');
        const types: string[] = [];
        const reading = (async () => {
          for await (const { type } of run) types.push(type);
        })().catch((error: unknown) => {
          failures.push(`try ${attempt}: the simulation was cut off: ${String(error)}`);
        });
        const { value: status, ms } = await timed(() => server.ended);
        worstMs = Math.max(worstMs, ms);
        await Promise.all(writers);
        if (status !== 0)
          failures.push(
            `try ${attempt}: the server ended with status ${String(status)}: ${server.output()}`,
          );
        await reading;
        if (!types.includes('result'))
          failures.push(`try ${attempt}: the simulation has no result`);
        const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
        const { stored } = await database
          .selectFrom('contactMessages')
          .select(({ fn }) => fn.countAll<number>().as('stored'))
          .executeTakeFirstOrThrow();
        await database.destroy();
        if (stored < state.acknowledged)
          failures.push(
            `try ${attempt}: ${state.acknowledged} messages were acknowledged and ${stored} are stored`,
          );
        written += state.acknowledged;
      });
    }
    return {
      tries,
      failures,
      worstMs,
      note: `${written} messages acknowledged; the time is from the signal to the end`,
    };
  },
};

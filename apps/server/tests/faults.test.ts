import { describe, expect, it } from 'vitest';
import {
  LONG,
  TINY,
  allEvents,
  eventsOf,
  figures,
  logOf,
  resultOf,
  resultSizeOf,
  startServer,
} from './start-server.ts';
import { until } from './until.ts';

const DEAF = 1;
const EXITS = 2;
const THROWS = 3;
const EATS_MEMORY = 4;

const jobWorker = new URL('./unruly-worker.mjs', import.meta.url);
const INTERNAL_ERROR = 'Simulation failed: internal error; the details are in the server log.';

describe('a thread that misbehaves', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1' }, { jobWorker });

  it.each([
    ['exits', EXITS],
    ['has a bug', THROWS],
    ['runs out of memory', EATS_MEMORY],
  ])('that %s becomes one plain line, and the next run works', async (_, seed) => {
    const events = await allEvents(await server.post('/simulate', { ...TINY, seed }));
    expect(logOf(events)).toBe(INTERNAL_ERROR);
    expect(resultOf(events)).toBeUndefined();
    expect(resultSizeOf(await allEvents(await server.post('/simulate', TINY)))).toEqual([24, 16]);
  });

  it('that does not hear Stop is ended, and the next run works', async () => {
    const events = eventsOf(await server.post('/simulate', { ...TINY, seed: DEAF }));
    await events.next();
    await server.post('/stop');
    expect((await events.next()).done).toBe(true);
    expect(resultSizeOf(await allEvents(await server.post('/simulate', TINY)))).toEqual([24, 16]);
  });

  it('that does not hear its reader leave is ended', async () => {
    const leaving = new AbortController();
    await eventsOf(
      await server.post('/simulate', { ...TINY, seed: DEAF }, { signal: leaving.signal }),
    ).next();
    leaving.abort();
    await until(async () => {
      expect(await figures(server)).toEqual({ running: 0, waiting: 0 });
    });
  });
});

describe('the time cap', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', MAX_RUN_SECONDS: '0.05' }, { jobWorker });
  const OUT_OF_TIME =
    'Simulation failed: the run took longer than 0.05 s and was ended; choose a smaller sensor or scene.';

  it.each([
    ['that listens', LONG],
    ['that is deaf', { ...TINY, seed: DEAF }],
  ])('ends a run %s, with a sentence', async (_, recipe) => {
    const events = await allEvents(await server.post('/simulate', recipe));
    expect(logOf(events).split('\n').at(-1)).toBe(OUT_OF_TIME);
    expect(resultOf(events)).toBeUndefined();
  });
});

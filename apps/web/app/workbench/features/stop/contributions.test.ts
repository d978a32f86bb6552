import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialRun } from '../../model/run/run-store.ts';
import { benchForTests } from '../../shell/bench/bench-for-tests.ts';
import { contribute } from './contributions.ts';

afterEach(() => vi.unstubAllGlobals());

function parts() {
  const bench = benchForTests();
  return { ...bench, stop: contribute(bench.bench).actions!.Stop! };
}

describe('Stop, switched on', () => {
  const starts = [
    { type: 'log', content: 'Terminating simulation...' },
    { type: 'log', content: 'Wait until start message appears' },
  ];

  it('is there only while something runs', () => {
    const { stop, run } = parts();
    expect(stop.now.current().reason).toBe('Nothing is running.');
    run.set({ ...initialRun, phase: 'running' });
    expect(stop.now.current().reason).toBeUndefined();
  });

  it('aborts the run, calls the server and says that one can run again', async () => {
    const fetch = vi.fn(async () => new Response('{"status":"stopped"}'));
    vi.stubGlobal('fetch', fetch);
    const { bench, events, stop } = parts();
    const run = bench.requests.begin('run');
    await stop.perform();
    expect(run.aborted).toBe(true);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      '/stop',
      expect.objectContaining({ method: 'POST' }),
    );
    expect(events).toEqual([
      ...starts,
      { type: 'log', content: 'Simulation terminated. Ready to run again' },
      { type: 'stopped' },
    ]);
  });

  it.each([
    ['an error', '{"message":"no."}', 500, 'Stop failed: no.'],
    [
      'another status',
      '{"status":"busy"}',
      200,
      'Stop failed: the server did not say that it stopped.',
    ],
  ])('says why after %s, and one can run again', async (_, body, status, line) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    const { events, stop } = parts();
    await stop.perform();
    expect(events).toEqual([...starts, { type: 'log', content: line }, { type: 'stopped' }]);
  });
});

import type { SimulationPlan } from '@lumenloom/engine';
import { describe, expect, it } from 'vitest';
import { InProcessQueue, type PreparePlan, type QueueLimits, type RunWatch } from './job-queue.ts';

/** A queue whose runs end when the test says so. */
function queueOf(
  limits: Partial<QueueLimits> & Pick<QueueLimits, 'running' | 'waitingPerCaller'>,
  prepare?: PreparePlan,
) {
  const started: string[] = [];
  const running = new Map<string, { readonly watch: RunWatch; readonly end: () => void }>();
  const queue = new InProcessQueue(
    { perNetwork: Infinity, total: Infinity, turnsOf: 'caller', ...limits },
    (plan, watch) =>
      new Promise<void>((end) => {
        const { name } = plan as unknown as { readonly name: string };
        started.push(name);
        running.set(name, { watch, end });
        watch.signal.addEventListener('abort', () => {
          end();
        });
      }),
    prepare,
  );
  const lines: string[] = [];
  /** The first letter of a name is the caller, the part after a dot the network. */
  const submit = (
    name: string,
    signal = new AbortController().signal,
    delivered = Promise.resolve(),
  ) =>
    queue.submit(
      {
        runId: name,
        caller: name[0]!,
        network: name.split('.')[1] ?? '',
        plan: { name } as unknown as SimulationPlan,
      },
      { emit: (line) => lines.push(`${name} ${String(line).trim()}`), signal, delivered },
    );
  const end = async (name: string): Promise<void> => {
    running.get(name)!.end();
    await new Promise(setImmediate);
  };
  return { queue, started, running, lines, submit, end };
}

describe('InProcessQueue', () => {
  it('runs one of each caller at a time, first come first served', async () => {
    const { submit, started, end, queue } = queueOf({ running: 2, waitingPerCaller: 2 });
    for (const name of ['a1', 'a2', 'b1', 'c1']) await submit(name);
    expect(started).toEqual(['a1', 'b1']);
    expect(queue.figures()).toEqual({ running: 2, waiting: 2 });
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('holds no place for a job that waits for something else, and starts it when that has come', async () => {
    let come = (): void => undefined;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { submit, started, end, lines } = queueOf({ running: 1, waitingPerCaller: 2 }, (plan) =>
      (plan as unknown as { name: string }).name === 'a1' ? coming : undefined,
    );
    for (const name of ['a1', 'b1', 'c1']) await submit(name);
    expect(started).toEqual(['b1']);
    // It is not counted among those before c1.
    expect(lines).toEqual([
      'c1 {"type":"log","content":"Waiting: this simulation is the next to start."}',
    ]);
    come();
    await new Promise(setImmediate);
    expect(lines.at(-1)).toBe(
      'a1 {"type":"log","content":"Waiting: this simulation is the next to start."}',
    );
    await end('b1');
    // First come first served, by when they were asked for.
    expect(started).toEqual(['b1', 'a1']);
  });

  it('never starts a job that was stopped while it waited for something else', async () => {
    let come = (): void => undefined;
    const { submit, started, queue } = queueOf(
      { running: 1, waitingPerCaller: 0 },
      () =>
        new Promise<void>((resolve) => {
          come = resolve;
        }),
    );
    const place = await submit('a1');
    expect(await submit('a2')).toEqual({ refused: 'caller' });
    await queue.stop({ caller: 'a' });
    await ('ended' in place && place.ended);
    come();
    await new Promise(setImmediate);
    expect(started).toEqual([]);
    expect(queue.figures()).toEqual({ running: 0, waiting: 0 });
  });

  it('lets networks take turns, however many callers come from one', async () => {
    const { submit, started, end } = queueOf({
      running: 1,
      waitingPerCaller: 2,
      turnsOf: 'network',
    });
    for (const name of ['a.flood', 'b.flood', 'c.flood', 'd.flood']) await submit(name);
    await submit('e.home');
    await end('a.flood');
    expect(started.at(-1)).toBe('e.home');
    // Whoever asks again and again has no more turns than others.
    await submit('f.home');
    await end('e.home');
    await submit('g.home');
    await end(started.at(-1)!);
    expect(started.slice(2).toSorted()).toEqual(['b.flood', 'f.home']);
  });

  it('counts no turn for a job that was left before it started', async () => {
    const { submit, started, end, queue } = queueOf({ running: 1, waitingPerCaller: 5 });
    for (const name of ['a1', 'b1', 'b2']) await submit(name);
    await queue.stop({ caller: 'b' });
    for (const name of ['a2', 'b3']) await submit(name);
    await end('a1');
    expect(started).toEqual(['a1', 'b3']);
  });

  it('refuses more than one running and the waiting ones of a caller', async () => {
    const { submit } = queueOf({ running: 1, waitingPerCaller: 2 });
    for (const name of ['a1', 'a2', 'a3']) expect(await submit(name)).toHaveProperty('ended');
    expect(await submit('a4')).toEqual({ refused: 'caller' });
    expect(await submit('b1')).toHaveProperty('ended');
  });

  it('counts a run of its caller until its answer is delivered', async () => {
    const { submit, end, queue } = queueOf({ running: 1, waitingPerCaller: 0 });
    let deliver = (): void => undefined;
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await submit('a1', undefined, delivered);
    await end('a1');
    expect(queue.figures()).toEqual({ running: 0, waiting: 0 });
    expect(await submit('a2')).toEqual({ refused: 'unread' });
    deliver();
    await new Promise(setImmediate);
    expect(await submit('a2')).toHaveProperty('ended');
  });

  it('refuses more than the share of a network, and more than the queue holds', async () => {
    const { submit } = queueOf({ running: 1, waitingPerCaller: 2, perNetwork: 2, total: 3 });
    for (const name of ['a.x', 'b.x']) expect(await submit(name)).toHaveProperty('ended');
    expect(await submit('c.x')).toEqual({ refused: 'network' });
    expect(await submit('c.y')).toHaveProperty('ended');
    expect(await submit('d.z')).toEqual({ refused: 'queue' });
  });

  it('tells those who wait how many come first', async () => {
    const { submit, lines } = queueOf({ running: 1, waitingPerCaller: 2 });
    for (const name of ['a1', 'b1', 'c1', 'd1']) await submit(name);
    expect(lines).toEqual([
      'b1 {"type":"log","content":"Waiting: this simulation is the next to start."}',
      'c1 {"type":"log","content":"Waiting: 1 simulation starts before this one."}',
      'd1 {"type":"log","content":"Waiting: 2 simulations start before this one."}',
    ]);
  });

  it('forgets a job that is left while it waits', async () => {
    const { submit, started, end, queue } = queueOf({ running: 1, waitingPerCaller: 2 });
    await submit('a1');
    const leaving = new AbortController();
    const place = await submit('b1', leaving.signal);
    leaving.abort();
    await ('ended' in place && place.ended);
    await end('a1');
    expect(started).toEqual(['a1']);
    expect(queue.figures()).toEqual({ running: 0, waiting: 0 });
  });

  it('does not start a job that was left before it came', async () => {
    const { submit, queue, started } = queueOf({ running: 1, waitingPerCaller: 2 });
    expect(await submit('a1', AbortSignal.abort())).toHaveProperty('ended');
    expect(started).toEqual([]);
    expect(queue.figures()).toEqual({ running: 0, waiting: 0 });
  });

  it('frees the place of a running job only when its runner has let go', async () => {
    const { submit, started, queue } = queueOf({ running: 1, waitingPerCaller: 2 });
    const leaving = new AbortController();
    await submit('a1', leaving.signal);
    await submit('b1');
    leaving.abort();
    expect(started).toEqual(['a1']);
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    expect(queue.figures()).toEqual({ running: 1, waiting: 0 });
  });

  it('lets a simulation begin beside a run of a sweep, which goes on when the simulation has ended', async () => {
    const { submit, started, end, queue } = queueOf({ running: 1, waitingPerCaller: 2 });
    const runs: (() => void)[] = [];
    queue.fill(() => new Promise<void>((ended) => runs.push(ended)));
    expect(runs).toHaveLength(1);
    for (const name of ['a1', 'b1']) await submit(name);
    expect(started).toEqual(['a1']);
    runs[0]!();
    await new Promise(setImmediate);
    await end('a1');
    expect(started).toEqual(['a1', 'b1']);
    expect(runs).toHaveLength(1);
    await end('b1');
    expect(runs).toHaveLength(2);
  });

  it('stops what is named of a caller, or everything, and nothing of others', async () => {
    const { submit, queue, running } = queueOf({ running: 2, waitingPerCaller: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) await submit(name);
    await queue.stop({ caller: 'b', runId: 'a1' });
    expect(queue.figures()).toEqual({ running: 2, waiting: 2 });
    await queue.stop({ caller: 'a', runId: 'a2' });
    expect(queue.figures()).toEqual({ running: 2, waiting: 1 });
    await queue.stop({ caller: 'a' });
    expect(running.get('a1')?.watch.signal.aborted).toBe(true);
    expect(running.get('b1')?.watch.signal.aborted).toBe(false);
    await new Promise(setImmediate);
    expect(queue.figures()).toEqual({ running: 1, waiting: 0 });
  });
});

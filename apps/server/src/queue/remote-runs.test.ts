import { setTimeout } from 'node:timers/promises';
import { messages, toPlan } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { describe, expect, it } from 'vitest';
import type { ResultStore } from '../results/result-store.ts';
import { packPlan, unpackPlan, type ComputeQueue, type RunJob } from './queue-connection.ts';
import type { Presence } from './presence.ts';
import type { Relay } from './relay.ts';
import { RemoteRuns, type LinesMessage } from './remote-runs.ts';
import { LineSender } from './send-lines.ts';

/** A relay, a store and a queue in memory, with a run that has been queued. */
async function queuedRun(presence: { waiting?: string } = {}) {
  const listeners = new Map<string, (data: unknown) => void>();
  const files = new Map<string, Uint8Array | string>();
  const jobs: RunJob[] = [];
  const places: number[] = [];
  let refusals = 0;
  const relay: Relay = {
    publish: async (topic, data) => {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('the database restarts');
      }
      listeners.get(topic)?.(JSON.parse(JSON.stringify(data)));
    },
    subscribe: async (topic, listener) => {
      listeners.set(topic, listener);
    },
    close: async () => undefined,
  };
  const store: ResultStore = {
    read: async (key, kind) => {
      const bytes = files.get(`${key}.${kind}`);
      return bytes === undefined ? undefined : Buffer.from(bytes);
    },
    write: async (key, kind, bytes) => {
      files.set(`${key}.${kind}`, bytes as string);
    },
    remove: async (key) => {
      files.delete(`${key}.line`);
    },
  };
  const queue = {
    add: async (_name: string, job: RunJob, { priority }: { priority: number }) => {
      jobs.push(job);
      places.push(priority);
    },
    getJobCountByTypes: async () => (jobs.length > 1 ? jobs.length : 0),
    getJob: async () => undefined,
    remove: async () => 0,
  } as unknown as ComputeQueue<RunJob>;
  const runs = new RemoteRuns({
    queue,
    relay,
    store,
    presence: presence as Pick<Presence, 'waiting'>,
    warn: () => undefined,
  });
  await runs.start();
  const said: string[] = [];
  const stop = new AbortController();
  const ended = runs.run({} as SimulationPlan, {
    emit: (line) => said.push(Buffer.from(line).toString()),
    signal: stop.signal,
  });
  await setTimeout(0);
  const { id, server } = jobs[0]!;
  return {
    relay,
    files,
    said,
    stop,
    ended,
    runs,
    places,
    send: (message: Omit<LinesMessage, 'id'>) =>
      relay.publish(`servers.${server}`, { id, ...message }),
    sender: (attempt: number) =>
      new LineSender({ relay, store }, { id, server, attempt }, new AbortController().signal),
    refuse: (times: number) => {
      refusals = times;
    },
  };
}

describe('a simulation on a worker', () => {
  it('says all its lines in order, large ones through the store, although the relay refuses some', async () => {
    const { sender, refuse, said, ended, files } = await queuedRun();
    const lines = sender(1);
    refuse(2);
    const picture = `${'x'.repeat(10_000)}\n`;
    lines.emit('one\n');
    lines.emit(Buffer.from(picture));
    lines.emit('three\n');
    await lines.end();
    await ended;
    expect(said).toEqual(['one\n', picture, 'three\n']);
    expect(files.size).toBe(0);
  });

  it('says a line once that is sent twice', async () => {
    const { send, said, ended } = await queuedRun();
    await send({ attempt: 1, from: 0, lines: ['a', 'b'], isEnd: false });
    await send({ attempt: 1, from: 0, lines: ['a', 'b'], isEnd: false });
    await send({ attempt: 1, from: 1, lines: ['b', 'c'], isEnd: true });
    await ended;
    expect(said).toEqual(['a', 'b', 'c']);
  });

  it('begins again on another worker, and no longer listens to the first one', async () => {
    const { send, said, ended } = await queuedRun();
    await send({ attempt: 1, from: 0, lines: ['a'], isEnd: false });
    await send({ attempt: 2, from: 0, lines: ['a again'], isEnd: false });
    await send({ attempt: 1, from: 1, lines: ['b'], isEnd: true });
    await send({ attempt: 2, from: 1, lines: ['b again'], isEnd: true });
    await ended;
    expect(said.filter((line) => !line.includes('begins again'))).toEqual([
      'a',
      'a again',
      'b again',
    ]);
    expect(said[1]).toContain('The worker that computed this was lost');
  });

  it.each([
    ['a message is lost', { attempt: 1, from: 1, lines: ['b'], isEnd: true }],
    [
      'the store has not what a message names',
      { attempt: 1, from: 0, lines: [{ key: 'x' }], isEnd: true },
    ],
  ])('fails with a sentence when %s', async (_, message) => {
    const { send, said, ended } = await queuedRun();
    await send(message);
    await ended;
    expect(said.at(-1)).toContain('Simulation failed: internal error');
    expect(said).not.toContain('b');
  });

  it('fails with a sentence when its job is gone', async () => {
    const { said, ended } = await queuedRun();
    await ended;
    expect(said).toEqual([expect.stringContaining('Simulation failed: internal error')]);
  }, 20_000);

  it('of a network waits behind one run of each network that floods the queue', async () => {
    const { runs, places, send } = await queuedRun();
    const stop = new AbortController();
    const said: string[] = [];
    const run = (turnsOf: string, emit: (line: string) => void = () => undefined): void => {
      const watch = { turnsOf, signal: stop.signal };
      void runs.run({} as SimulationPlan, {
        ...watch,
        emit: (line) => {
          emit(Buffer.from(line).toString());
        },
      });
    };
    for (let i = 0; i < 8; i += 1) run('flood');
    run('honest', (line) => said.push(line));
    await setTimeout(0);
    const [, first, ...others] = places.slice(0, -1);
    const honest = places.at(-1)!;
    expect(honest - first!).toBeLessThan(60);
    expect(others.toSorted((one, other) => one - other)).toEqual(others);
    for (const place of others) expect(place).toBeGreaterThan(honest);
    // Its client is told so: before it stand the first run of the flood and the queued one.
    await expect.poll(() => said[0]).toContain(messages.waiting(2));
    stop.abort();
    await send({ attempt: 1, from: 0, lines: [], isEnd: true });
  });

  it('ends within two seconds of a stop that no worker hears', async () => {
    const { stop, ended, said } = await queuedRun();
    const began = performance.now();
    stop.abort();
    await ended;
    expect(performance.now() - began).toBeLessThan(4000);
    expect(said).toEqual([]);
  });
});

it('takes a plan as it is, with its spectra', () => {
  const plan = toPlan({ scene: 'Macbeth', illuminant: 'Fluorescent', sensor: 'Bayer-grbg' });
  if (!plan.ok || !plan.value.plan) throw new Error('The recipe is wrong.');
  expect(JSON.stringify(plan.value.plan)).toContain('{"0":');
  expect(unpackPlan(packPlan(plan.value.plan))).toStrictEqual(plan.value.plan);
});

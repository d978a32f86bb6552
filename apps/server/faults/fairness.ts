import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../dist/database/open-database.js';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { PASSWORD, Visitor } from './visitor.ts';

const RECIPE = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 32, cols: 48 },
};
const GAIN = { path: 'sensorParams.analog_gain', name: 'gain', from: 1, to: 8 };
const sweepOf = (steps: number) => ({
  name: 'Faults',
  recipe: RECIPE,
  vary: [{ path: GAIN.path, from: 1, to: 8, steps }],
  measure: ['sensor.dynamicRangeDb'],
});
const studyOf = (runs: number) => ({
  name: 'Faults',
  recipe: RECIPE,
  vary: [GAIN],
  objectives: [{ figure: 'sensor.dynamicRangeDb', goal: 'maximise' }],
  budget: { runs },
});
const MANY = 10_000;

/** Somebody else's start of a short sweep while a long one is checked, in milliseconds. */
const STARTED_MS = 3000;
/** A turn of 10 s, a run, and a process that starts and computes four runs, in milliseconds. */
const STUDIED_MS = 40_000;
/** An answer of /readyz while results are followed, in milliseconds. */
const READY_MS = 1000;
const FOLLOWED_MS = 10_000;
const ACCOUNTS = 3;
/** Streams that an account may have. */
const STREAMS = 20;

type Status = Readonly<Record<'id' | 'state', string>>;
const statusIn = async (response: Response): Promise<Status> => (await response.json()) as Status;

async function member(address: string, folder: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(address);
  if (!(await visitor.signUp(email, folder))) throw new Error(`${email} has no account`);
  await visitor.post('/api/login', { email, password: PASSWORD });
  return visitor;
}

/** Cancels something and deletes it. */
async function remove(visitor: Visitor, path: string): Promise<void> {
  await visitor.ask('DELETE', path);
  await visitor.ask('DELETE', path);
}

/** Lets one account ask for much, then measures another one. @param most milliseconds. */
const besideAnother = (
  tries: number,
  most: number,
  work: (greedy: Visitor, other: Visitor) => Promise<number>,
  note: string,
): Promise<Outcome> =>
  withDataFolder(async (folder) => {
    const failures: string[] = [];
    let worstMs = 0;
    const server = startOn(folder, { MAX_RUNNING_RUNS: '1' });
    const address = await server.listening();
    const greedy = await member(address, folder, 'greedy@example.com');
    const other = await member(address, folder, 'other@example.com');
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const ms = await work(greedy, other);
      worstMs = Math.max(worstMs, ms);
      if (ms > most) failures.push(`try ${attempt}: ${ms.toFixed(0)} ms`);
    }
    server.kill('SIGTERM');
    await server.ended;
    return { tries, failures, worstMs, note };
  });

/** A sweep of two runs is started while one of ten thousand is checked. */
export const sweepChecks: Row = {
  name: 'sweep-checks',
  tries: 5,
  run: (tries) =>
    besideAnother(
      tries,
      STARTED_MS,
      async (greedy, other) => {
        const long = greedy.post('/api/sweeps', sweepOf(MANY));
        await setTimeout(Math.random() * STARTED_MS);
        const { value, ms } = await timed(() => other.post('/api/sweeps', sweepOf(2)));
        await remove(other, `/api/sweeps/${(await statusIn(value)).id}`);
        await remove(greedy, `/api/sweeps/${(await statusIn(await long)).id}`);
        return ms;
      },
      `the time is the start of a sweep of 2 runs while one of ${MANY} is checked`,
    ),
};

/** A study of four runs beside one of ten thousand of another account. */
export const studyTurns: Row = {
  name: 'study-turns',
  tries: 3,
  run: (tries) =>
    besideAnother(
      tries,
      STUDIED_MS,
      async (greedy, other) => {
        const begun = async (visitor: Visitor, runs: number): Promise<string> =>
          `/api/studies/${(await statusIn(await visitor.post('/api/studies', studyOf(runs)))).id}`;
        const until = async (visitor: Visitor, path: string, state: string): Promise<void> => {
          for (const end = performance.now() + 2 * STUDIED_MS; performance.now() < end;) {
            if ((await statusIn(await visitor.ask('GET', path))).state === state) return;
            await setTimeout(100);
          }
        };
        const long = await begun(greedy, MANY);
        await until(greedy, long, 'running');
        const short = await begun(other, 4);
        const { ms } = await timed(() => until(other, short, 'done'));
        await remove(other, short);
        await remove(greedy, long);
        return ms;
      },
      `the time is a study of 4 runs beside one of ${MANY}`,
    ),
};

/** Many follow the results of long sweeps: the server goes on answering. */
export const resultStreams: Row = {
  name: 'result-streams',
  tries: ACCOUNTS * STREAMS,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const emails = Array.from({ length: ACCOUNTS }, (_, at) => `follower${at}@example.com`);
      const first = startOn(folder);
      const before = await first.listening();
      for (const email of emails) await member(before, folder, email);
      first.kill('SIGTERM');
      await first.ended;
      await addSweeps(folder);
      const server = startOn(folder);
      const address = await server.listening();
      const stop = new AbortController();
      let lines = 0;
      const read = async (answer: Response): Promise<void> => {
        for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>)
          lines += Buffer.from(bytes).toString().split('\n').length - 1;
      };
      const reading: Promise<void>[] = [];
      const followers: Visitor[] = [];
      for (const email of emails) {
        const visitor = new Visitor(address);
        await visitor.post('/api/login', { email, password: PASSWORD });
        followers.push(visitor);
      }
      const follow = (at: number): Promise<Response> =>
        followers[at % ACCOUNTS]!.ask('GET', `/api/sweeps/${emails[at % ACCOUNTS]}/results`, {
          signal: stop.signal,
        });
      for (let at = 0; at < tries; at += 1) reading.push(read(await follow(at)));
      if (tries >= ACCOUNTS * STREAMS && (await follow(0)).status !== 429)
        failures.push(`an account has ${STREAMS + 1} streams`);
      let worstMs = 0;
      for (const end = performance.now() + FOLLOWED_MS; performance.now() < end;) {
        const { value, ms } = await timed(() => fetch(`${address}/readyz`));
        worstMs = Math.max(worstMs, ms);
        if (!value.ok) failures.push(`/readyz: ${value.status}`);
        await setTimeout(50);
      }
      if (worstMs > READY_MS) failures.push(`/readyz took ${worstMs.toFixed(0)} ms`);
      if (lines !== tries * MANY) failures.push(`${lines} lines of ${tries * MANY} were read`);
      stop.abort();
      await Promise.allSettled(reading);
      server.kill('SIGTERM');
      await server.ended;
      return { tries, failures, worstMs, note: `streams of ${MANY} lines; the time is /readyz` };
    }),
};

/** A sweep of each account, with their addresses as identifiers, which another server computes. */
async function addSweeps(dataFolder: string): Promise<void> {
  const database = await openDatabase({ dataFolder, databaseUrl: undefined });
  const outcome = JSON.stringify({ run: 0, seed: 1, values: {}, figures: {}, status: 'done' });
  try {
    for (const { id: userId, email: id } of await database
      .selectFrom('users')
      .select(['id', 'email'])
      .execute()) {
      await database
        .insertInto('experiments')
        .values({
          id,
          userId,
          goal: 'sweeps',
          document: JSON.stringify(sweepOf(2 * MANY)),
          version: '',
          node: '',
          bits: null,
          bytes: 0,
          device: null,
          parts: 2 * MANY,
          state: 'running',
          message: '',
          createdAt: 0,
          endedAt: null,
          runner: 'another',
          leaseUntil: Number.MAX_SAFE_INTEGER,
        })
        .execute();
      const runs = Array.from({ length: MANY }, (_, run) => run);
      while (runs.length > 0)
        await database
          .insertInto('experimentRuns')
          .values(
            runs.splice(0, 1000).map((run) => ({ experimentId: id, run, outcome, resultKey: '' })),
          )
          .execute();
    }
  } finally {
    await database.destroy();
  }
}

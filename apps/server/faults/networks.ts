import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testPicture, zipOf } from '../../../packages/datasets/src/test-files.ts';
import {
  ENDLESS,
  LONGEST_MS,
  leftOf,
  networksUnder,
} from '../../../packages/node-host/tests/network-processes.ts';
import { OnnxGraph } from '../../../packages/node-host/tests/tiny-models/onnx-graph.ts';
import { Cluster } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import type { ServerProcess } from '../tests/server-process.ts';
import { memoryOf, startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { PASSWORD, Visitor } from './visitor.ts';

const COMMAND = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));
/** How long another account may wait for its file to be read, in milliseconds. */
const AT_ONCE_MS = 10_000;
/** How much the memory of a server may grow by the networks of strangers, in megabytes. */
const MOST_GROWTH = 150;
const ALL = { WORKBENCH_FEATURES: 'all' };
const notLinux = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'it looks into /proc';

async function until<Value>(look: () => Value | undefined, limitMs: number): Promise<Value> {
  for (const end = performance.now() + limitMs; ;) {
    const value = look();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error('it did not happen');
    await setTimeout(10);
  }
}
/** Networks below a process, as soon as one computes. */
const computing = (pid: number): Promise<readonly number[]> =>
  until(() => {
    const pids = networksUnder(pid);
    return pids.length > 0 ? pids : undefined;
  }, 60_000);

/** Somebody with an account, logged in. */
async function person(address: string, dataFolder: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(address);
  await visitor.signUp(email, dataFolder);
  await visitor.post('/api/login', { email, password: PASSWORD });
  return visitor;
}

async function send(
  visitor: Visitor,
  path: string,
  name: string,
  content: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly id: string }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const response = await visitor.post(path, form);
  const { id } = (await response.json()) as { readonly id: string };
  return { status: response.status, id };
}
const sendNetwork = async (visitor: Visitor, content?: Uint8Array) =>
  send(visitor, '/api/library', 'n.onnx', content ?? (await readFile(ENDLESS)), {
    kind: 'network',
    labels: 'a,b,c',
  });

/** Starts an evaluation of a network that never returns. */
async function evaluate(visitor: Visitor): Promise<void> {
  const content = await testPicture(32, 32);
  const zip = zipOf(['a', 'b', 'c'].map((name) => ({ name: `${name}/p.png`, content })));
  const { id: dataset } = await send(visitor, '/api/datasets', 'a.zip', zip);
  const { id: network } = await sendNetwork(visitor);
  const response = await visitor.post('/api/evaluations', {
    name: 'Endless',
    dataset: `mine:${dataset}`,
    network: `mine:${network}`,
    scene: { hfov: 10 },
    cameras: { small: { sensor: 'Bayer-grbg' } },
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/** Ends a process while a network computes for it. @returns how long that went on, and faults. */
async function endOf(pid: number, end: () => void, what: string) {
  const pids = await computing(pid);
  end();
  const { ms } = await timed(() =>
    until(() => (leftOf(pids).length === 0 ? true : undefined), 10_000).catch(() => undefined),
  );
  for (const left of leftOf(pids)) process.kill(left, 'SIGKILL');
  return { ms, failures: ms < LONGEST_MS ? [] : [`${what}: a network went on for ${ms} ms`] };
}

/** Ends of servers and commands, in turn. */
const PARENTS = [
  ['trial', 'SIGKILL'],
  ['trial', 'SIGTERM'],
  ['evaluation', 'SIGKILL'],
  ['evaluation', 'SIGTERM'],
  ['inspect', 'SIGKILL'],
  ['inspect', 'SIGINT'],
  ['simulate', 'SIGKILL'],
  ['simulate', 'SIGINT'],
] as const;

/** kill -9, SIGTERM and Ctrl+C of what runs a network that never returns: the network ends too. */
export const networkParentEnds: Row = {
  name: 'network-parent-ends',
  tries: 16,
  impossible: notLinux,
  run: async (tries) => {
    const failures: string[] = [];
    let worstMs = 0;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const [parent, signal] = PARENTS[attempt % PARENTS.length]!;
      const isServer = parent === 'trial' || parent === 'evaluation';
      const { ms, failures: more } = await withDataFolder((folder) =>
        isServer ? ofServer(folder, parent, signal) : ofCommand(folder, parent, signal),
      );
      worstMs = Math.max(worstMs, ms);
      failures.push(...more);
    }
    return {
      tries,
      failures,
      worstMs,
      note: 'the time is from the signal to the end of a network',
    };
  },
};

async function ofServer(
  folder: string,
  parent: 'trial' | 'evaluation',
  signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT',
) {
  // A stop does not wait for the trial.
  const server = startOn(folder, { ...ALL, DRAIN_SECONDS: '0', MAX_RUNNING_RUNS: '1' });
  try {
    const visitor = await person(await server.listening(), folder, 'a@example.com');
    if (parent === 'evaluation') await evaluate(visitor);
    else {
      const { id } = await sendNetwork(visitor);
      void visitor
        .post(`/api/library/${id}/trial`, { picture: 'apple.jpg' })
        .catch(() => undefined);
    }
    return await endOf(server.pid, () => server.kill(signal), `${parent}, ${signal}`);
  } finally {
    server.kill('SIGKILL');
    await server.ended;
  }
}

async function ofCommand(
  folder: string,
  parent: 'inspect' | 'simulate',
  signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT',
) {
  const picture = join(folder, 'p.png');
  await writeFile(picture, await testPicture(32, 32));
  const recipe = join(folder, 'recipe.json');
  const small = { sensor: 'Bayer-grbg', sensorParams: { rows: 32, cols: 48 } };
  await writeFile(recipe, JSON.stringify({ scene: 'Macbeth', illuminant: 'D65', ...small }));
  const args =
    parent === 'inspect'
      ? ['network', 'inspect', ENDLESS, '--picture', picture]
      : ['simulate', recipe, '--network-file', ENDLESS, '--out', join(folder, 'out')];
  const child = spawn(process.execPath, [COMMAND, ...args], { detached: true, stdio: 'ignore' });
  const closed = once(child, 'close');
  // A terminal sends Ctrl+C to the group.
  const to = signal === 'SIGINT' ? -child.pid! : child.pid!;
  const ended = await endOf(child.pid!, () => process.kill(to, signal), `${parent}, ${signal}`);
  await closed;
  return ended;
}

/** kill -9 of the worker whose evaluation runs such a network. */
export const networkWorkerKilled: Row = {
  name: 'network-worker-killed',
  tries: 3,
  impossible: () => noPostgres ?? notLinux(),
  run: (tries) =>
    Cluster.use(async (cluster) => {
      const failures: string[] = [];
      let worstMs = 0;
      const { address } = await cluster.startServer(ALL);
      for (let attempt = 0; attempt < tries; attempt += 1) {
        // The next worker takes earlier evaluations over, until their tries are used up.
        await evaluate(await person(address, cluster.dataFolder, `a${attempt}@example.com`));
        const worker: ServerProcess = await cluster.startWorker({ RECOVERY_SECONDS: '2' });
        const ended = await endOf(worker.pid, () => worker.kill('SIGKILL'), 'worker');
        worstMs = Math.max(worstMs, ended.ms);
        failures.push(...ended.failures);
      }
      return {
        tries,
        failures,
        worstMs,
        note: 'the time is from the kill to the end of a network',
      };
    }),
};

/** The mean of a picture of these sides, as three classes. */
function meanOf(side: number): Buffer {
  const graph = new OnnxGraph();
  const mean = graph.node('GlobalAveragePool', ['x']);
  graph.node('Flatten', [mean], { axis: 1 }, 'y');
  return graph.write(
    'mean',
    [{ name: 'x', shape: [1, 3, side, side] }],
    [{ name: 'y', shape: [1, 3] }],
  );
}

/** Networks of huge pictures are refused, or take their memory outside the server. */
export const networkSizes: Row = {
  name: 'network-sizes',
  tries: 4,
  impossible: notLinux,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const server = startOn(folder, ALL);
      const visitor = await person(await server.listening(), folder, 'a@example.com');
      const recipe = { scene: 'Macbeth', sensor: 'Bayer-grbg', illuminant: 'D65' };
      const before = await memoryOf(server.pid);
      let most = 0;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const side = [9000, 2 ** 30, 8192, 64][attempt % 4]!;
        const { status, id } = await sendNetwork(visitor, meanOf(side));
        if (status !== (side > 8192 ? 422 : 201)) failures.push(`${side}: answered with ${status}`);
        if (status !== 201) continue;
        const run = { ...recipe, sensorParams: { rows: 32, cols: 48 }, algorithm: `mine:${id}` };
        const looks = setInterval(() => {
          void memoryOf(server.pid).then((now) => (most = Math.max(most, now - before)));
        }, 20);
        const { value, ms } = await timed(async () =>
          (await visitor.post('/simulate', run)).text(),
        );
        clearInterval(looks);
        worstMs = Math.max(worstMs, ms);
        if (!value.includes('"type":"report"')) failures.push(`${side}: ${value.slice(-200)}`);
      }
      if (most > MOST_GROWTH) failures.push(`the server grew by ${most.toFixed(0)} MB`);
      server.kill('SIGTERM');
      await server.ended;
      const note = `the server grew by ${most.toFixed(0)} MB; the time is the slowest run`;
      return { tries, failures, worstMs, note };
    }),
};

/** One account fills its places for reading files, and leaves: others are answered at once. */
export const readingPlaces: Row = {
  name: 'reading-places',
  tries: 2,
  impossible: notLinux,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const server = startOn(folder, ALL);
      const address = await server.listening();
      const greedy = await person(address, folder, 'a@example.com');
      const other = await person(address, folder, 'b@example.com');
      const { id } = await sendNetwork(greedy);
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const leaving = new AbortController();
        const picture = { picture: 'apple.jpg' };
        const statuses = Array.from({ length: 22 }, () =>
          greedy.post(`/api/library/${id}/trial`, picture, leaving.signal).then(
            ({ status }) => status,
            () => 0,
          ),
        );
        const pids = await computing(server.pid);
        if (pids.length > 1) failures.push(`${pids.length} trials of one account run`);
        const { value, ms } = await timed(() => sendNetwork(other));
        worstMs = Math.max(worstMs, ms);
        if (value.status !== 201 || ms > AT_ONCE_MS)
          failures.push(`another account was answered with ${value.status} after ${ms} ms`);
        const ended = await endOf(server.pid, () => leaving.abort(), 'its client left');
        failures.push(...ended.failures);
        const refused = (await Promise.all(statuses)).filter((status) => status === 429).length;
        if (refused !== 18) failures.push(`${refused} of 22 trials were refused`);
        await setTimeout(LONGEST_MS);
        if (networksUnder(server.pid).length > 0) failures.push('a trial began for nobody');
      }
      server.kill('SIGTERM');
      await server.ended;
      return { tries, failures, worstMs, note: 'the time is an upload of another account' };
    }),
};

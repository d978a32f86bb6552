/** Simulations on a GPU, of which SwiftShader computes the shaders. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messages } from '@lumenloom/contract';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { computeDevice } from '../dist/simulation/compute-device.js';
import { getDeviceRoute } from '../dist/simulation/get-device-route.js';
import { DEMO_ACCOUNT } from '../dist/demo/demo-data.js';
import { startProcess, WORKER } from './server-process.ts';
import { TINY, allEvents, browser } from './start-server.ts';
import { until } from './until.ts';

const LIBRARIES = '/usr/lib/chromium';
const DRIVER = `${LIBRARIES}/vk_swiftshader_icd.json`;
const SWIFTSHADER = { LD_LIBRARY_PATH: LIBRARIES, VK_ICD_FILENAMES: DRIVER };
const isInstalled = existsSync(new URL('../../../tools/gpu/node_modules/webgpu', import.meta.url));
const NO_WEBGPU = isInstalled ? '' : ' (skipped: no webgpu; npm run gpu)';
const NO_ADAPTER = existsSync(DRIVER)
  ? NO_WEBGPU
  : ' (skipped: no SwiftShader; apt-get install chromium-headless-shell)';

const data = await mkdtemp(join(tmpdir(), 'lumenloom-device-'));
afterAll(() => rm(data, { recursive: true }));

describe('POST /get_device', () => {
  it.each([
    ['hardware', 'cuda'],
    ['software', 'cpu'],
    [undefined, 'cpu'],
  ] as const)('on %s says %s', async (kind, device) => {
    const app = fastify();
    getDeviceRoute(app, kind && { name: 'Test GPU', kind, tolerance: 1e-5 });
    expect((await app.inject({ method: 'POST', url: '/get_device' })).json()).toEqual({ device });
    await app.close();
  });
});

describe.skipIf(NO_WEBGPU)(`without an adapter${NO_WEBGPU}`, () => {
  // A driver that is not there, whatever this machine has.
  const environment = { DATA_DIR: data, VK_ICD_FILENAMES: '/nothing', VK_DRIVER_FILES: '/nothing' };

  const database = 'postgres://localhost/none';
  it.each([
    ['server with COMPUTE_DEVICE=webgpu', { COMPUTE_DEVICE: 'webgpu' }, {}],
    [
      'worker with --device webgpu',
      { COMPUTE_DEVICE: 'cpu', COMPUTE_QUEUE: database, DATABASE_URL: database },
      { program: WORKER, args: ['--device', 'webgpu'] },
    ],
  ])('a sentence ends the start of a %s', async (_, settings, options) => {
    const server = startProcess({ ...environment, ...settings }, options);
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(
      'COMPUTE_DEVICE is webgpu. No GPU was found: docs/gpu.md says what one needs.',
    );
  });

  it('COMPUTE_DEVICE=auto computes on the processor', async () => {
    const server = startProcess({ ...environment, COMPUTE_DEVICE: 'auto', COMPUTE_AUTH: 'open' });
    const address = await server.listening();
    const answer = await fetch(`${address}/get_device`, { method: 'POST' });
    expect(await answer.json()).toEqual({ device: 'cpu' });
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

it('COMPUTE_DEVICE=cpu looks for no device', async () => {
  const said: string[] = [];
  expect(await computeDevice({ computeDevice: 'cpu' }, (line) => said.push(line))).toBeUndefined();
  expect(said).toEqual([]);
});

type Answer = Readonly<Record<string, unknown>>;

/** Calls of the account that every server on this machine has; those without a body are GET. */
async function account(address: string) {
  const { email, password } = DEMO_ACCOUNT;
  const { post } = browser(() => address);
  const textOf = async (path: string, body?: object): Promise<string> => {
    const response = await post(path, body, body ? {} : { method: 'GET' });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return text;
  };
  await textOf('/api/login', { email, password });
  const call = async (path: string, body?: object): Promise<Answer> =>
    JSON.parse(await textOf(path, body)) as Answer;
  return { call, textOf };
}

/** A run says its device in the log and in the report, and /get_device says cpu. */
async function runSaysDevice(address: string): Promise<void> {
  const post = (path: string, body?: unknown) =>
    fetch(address + path, {
      method: 'POST',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  expect(await (await post('/get_device')).json()).toEqual({ device: 'cpu' });
  const events = await allEvents(await post('/simulate', TINY));
  const { device } = events.find((event) => event.type === 'report')!.content;
  expect(device).toMatchObject({ kind: 'software', tolerance: 1e-5 });
  expect(device!.name).toContain('SwiftShader');
  const lines = events.flatMap((event) => (event.type === 'log' ? [event] : []));
  expect(lines.find(({ content }) => content.startsWith('Time: '))).toMatchObject({
    topic: 'How it was computed',
    content: expect.stringContaining(`GPU path on ${device!.name}, which is software`) as string,
  });
}

describe.skipIf(NO_ADAPTER)(`on SwiftShader${NO_ADAPTER}`, () => {
  const environment = {
    ...SWIFTSHADER,
    RECOVERY_SECONDS: '2',
    MAX_RUNNING_RUNS: '1',
    DATA_DIR: data,
    COMPUTE_AUTH: 'open',
    COMPUTE_DEVICE: 'webgpu',
    WARM_THREADS: '0',
    DRAIN_SECONDS: '0',
  };

  it('runs, sweeps, studies and evaluations say it, and sweeps are not continued elsewhere', async () => {
    let server = startProcess(environment);
    const address = await server.listening();
    const { textOf, ...first } = await account(address);
    let { call } = first;
    await runSaysDevice(address);
    const gain = { path: 'sensorParams.analog_gain', from: 1, to: 2 };
    const ended = (path: string) =>
      until(async () => {
        const status = await call(path);
        if (status['endedAt'] === null) throw new Error(`${path} has not ended`);
        return status;
      });
    const idOf = async (path: string, body: object): Promise<string> => {
      const { id } = await call(path, body);
      return `${path}/${String(id)}`;
    };
    const sweep = {
      name: 'Gain',
      recipe: TINY,
      vary: [{ ...gain, steps: 2 }],
      measure: ['sensor.snrAtGrey18'],
    };
    const done = await ended(await idOf('/api/sweeps', sweep));
    const device = done['device'] as string;
    expect(done).toMatchObject({ state: 'done', done: 2 });
    expect(device).toContain('SwiftShader');

    const study = await idOf('/api/studies', {
      name: 'Gain',
      recipe: TINY,
      vary: [gain],
      budget: { runs: 4 },
      validate: 1,
      objectives: [{ expression: 'sensor.snrAtGrey18', goal: 'maximise' }],
    });
    expect(await ended(study)).toMatchObject({ state: 'done', message: '' });
    expect(await call(`${study}/results.json`)).toMatchObject({ device });

    const evaluation = await idOf('/api/evaluations', {
      name: 'Marks',
      dataset: 'example:marks',
      network: 'example:marks',
      images: 1,
      cameras: { one: { ...TINY, isp: 'Fast-openISP' } },
    });
    expect(await ended(evaluation)).toMatchObject({ state: 'done', message: '' });
    const page = await textOf(`${evaluation}/report.html`);
    expect(page).toContain(`GPU ${device}`);

    const long = await idOf('/api/sweeps', { ...sweep, vary: [{ ...gain, steps: 500 }] });
    await until(async () => {
      if ((await call(long))['done'] === 0) throw new Error('no run has ended');
    });
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    server = startProcess({ ...environment, COMPUTE_DEVICE: 'cpu' });
    ({ call } = await account(await server.listening()));
    expect(await ended(long)).toMatchObject({
      state: 'failed',
      message: messages.otherDevice(device, undefined),
    });
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('a thread whose device works is not ended before it has done', async () => {
    const program = fileURLToPath(new URL('slow-device.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: { ...process.env, ...SWIFTSHADER },
    });
    expect(stdout).toBe('stopped\nclosed\n');
  });
});

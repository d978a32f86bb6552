/** Simulations on a GPU, of which SwiftShader computes the shaders. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readEvents } from '@lumenloom/contract';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { computeDevice } from '../dist/simulation/compute-device.js';
import { getDeviceRoute } from '../dist/simulation/get-device-route.js';
import { startProcess, WORKER } from './server-process.ts';
import { TINY } from './start-server.ts';

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

describe.skipIf(NO_ADAPTER)(`on SwiftShader${NO_ADAPTER}`, () => {
  it('a run says its device in the log and in the report, and /get_device says cpu', async () => {
    const server = startProcess({
      ...SWIFTSHADER,
      ...{ DATA_DIR: data, COMPUTE_AUTH: 'open', COMPUTE_DEVICE: 'webgpu', WARM_THREADS: '0' },
    });
    const address = await server.listening();
    const post = (path: string, body?: unknown) =>
      fetch(address + path, {
        method: 'POST',
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
    expect(await (await post('/get_device')).json()).toEqual({ device: 'cpu' });
    const answer = await post('/simulate', TINY);
    const events = [];
    for await (const event of readEvents(
      answer.body as unknown as AsyncIterable<Uint8Array>,
      () => undefined,
    ))
      events.push(event);
    const report = events.find((event) => event.type === 'report')!.content;
    expect(report.device).toMatchObject({ kind: 'software', tolerance: 1e-5 });
    const { name } = report.device!;
    expect(name).toContain('SwiftShader');
    const lines = events.flatMap((event) => (event.type === 'log' ? [event] : []));
    expect(lines.find(({ content }) => content.startsWith('Time: '))).toMatchObject({
      topic: 'How it was computed',
      content: expect.stringContaining(`GPU path on ${name}, which is software`) as string,
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

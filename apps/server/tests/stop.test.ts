import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startProcess } from './server-process.ts';
import { LONG, eventsOf, logOf } from './start-server.ts';
import { until } from './until.ts';

const data = await mkdtemp(join(tmpdir(), 'lumenloom-stop-'));
afterAll(() => rm(data, { recursive: true }));

const simulate = (address: string) =>
  fetch(`${address}/simulate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(LONG),
  });

describe('SIGTERM', () => {
  it('gives runs DRAIN_SECONDS, and what is left a last line; the server ends with status 0', async () => {
    const server = startProcess({
      DATA_DIR: data,
      COMPUTE_AUTH: 'open',
      MAX_RUNNING_RUNS: '1',
      DRAIN_SECONDS: '0.3',
    });
    const address = await server.listening();
    // A browser that has connected in advance must not hold the end.
    const early = connect(Number(new URL(address).port), '127.0.0.1');
    await once(early, 'connect');
    const runs = [eventsOf(await simulate(address)), eventsOf(await simulate(address))];
    for (const events of runs) await events.next();
    server.kill('SIGTERM');
    const start = performance.now();
    const refused = await until(async () => {
      const response = await fetch(`${address}/healthz`);
      expect(response.status).toBe(503);
      return response;
    });
    expect(await refused.json()).toEqual({
      field: '',
      message: 'The server is being restarted: try again in a minute.',
    });
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    for (const events of runs) {
      const left = [];
      for await (const event of events) left.push(event);
      expect(logOf(left).split('\n').at(-1)).toBe(
        'Simulation failed: the server is being restarted; run it again in a minute.',
      );
    }
    expect(await server.ended).toBe(0);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('to npm start leaves no server behind', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts', '--', '--no-demo'], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { ...process.env, PORT: '0', DATA_DIR: join(data, 'npm'), LOG_LEVEL: 'silent' },
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await until(() => {
      expect(output).toContain('Ctrl+C');
    });
    const address = /http:\/\/localhost:\d+/.exec(output)![0];
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    npm.kill('SIGTERM');
    await until(async () => {
      await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
    });
  });
});

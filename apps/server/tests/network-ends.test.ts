import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetFile, OwnFile } from '@lumenloom/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { testPicture, zipOf } from '../../../packages/datasets/src/test-files.ts';
import {
  ENDLESS,
  LONGEST_MS,
  leftOf,
  networksUnder,
} from '../../../packages/node-host/tests/network-processes.ts';
import { sendForm } from './library-form.ts';
import { startProcess } from './server-process.ts';
import { browser } from './start-server.ts';

const notLinux = process.platform === 'linux' ? '' : ' (skipped: it looks into /proc)';

const data = await mkdtemp(join(tmpdir(), 'lumenloom-networks-'));
afterAll(() => rm(data, { recursive: true }));

async function expectEnd(pids: readonly number[]): Promise<void> {
  const start = performance.now();
  await expect.poll(() => leftOf(pids), { interval: 20 }).toEqual([]);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
}

describe.skipIf(notLinux)(`a network that never returns${notLinux}`, () => {
  it('ends with those who wait for it, with a cancelled evaluation, and with the server', async () => {
    const server = startProcess(
      { DATA_DIR: data, MAX_RUNNING_RUNS: '1', WARM_THREADS: '0', RATE_LIMIT_FACTOR: '10' },
      { args: ['--features', 'all'] },
    );
    const address = await server.listening();
    const person = browser(() => address);
    await person.post('/api/login', { email: 'demo@example.com', password: 'Lumenloom1!' });
    const computing = async (count: number): Promise<readonly number[]> => {
      await expect.poll(() => networksUnder(server.pid)).toHaveLength(count);
      return networksUnder(server.pid);
    };
    const file = { name: 'endless.onnx', content: readFileSync(ENDLESS) };
    const form = { kind: 'network', labels: 'a,b,c', file };
    const network = (await (await sendForm(person, form)).json()) as OwnFile;
    const content = await testPicture(32, 32);
    const zip = zipOf(['a', 'b', 'c'].map((name) => ({ name: `${name}/p.png`, content })));
    const sent = await sendForm(person, { file: { name: 'a.zip', content: zip } }, '/api/datasets');
    const dataset = (await sent.json()) as DatasetFile;
    const trial = (body: object, signal?: AbortSignal) =>
      person.post(`/api/library/${network.id}/trial`, body, { ...(signal && { signal }) });

    const leaving = new AbortController();
    const picture = 'apple.jpg';
    const trials = Array.from({ length: 5 }, () =>
      trial({ picture }, leaving.signal).catch(() => undefined),
    );
    const refused = await Promise.race(trials);
    expect(refused!.status).toBe(429);
    expect(await refused!.json()).toMatchObject({
      message:
        'One of your files is being read, and 3 wait: try again when one of them has been answered.',
    });
    const tried = await computing(1);
    leaving.abort();
    await expectEnd(tried);
    // Those that waited do not begin.
    expect((await trial({})).status).toBe(200);

    const document = {
      name: 'Endless',
      dataset: `mine:${dataset.id}`,
      network: `mine:${network.id}`,
      scene: { hfov: 10 },
      cameras: { small: { sensor: 'Bayer-grbg' } },
    };
    const evaluate = () => person.post('/api/evaluations', document);
    const { id } = (await (await evaluate()).json()) as { readonly id: string };
    const evaluated = await computing(1);
    await person.post(`/api/evaluations/${id}`, undefined, { method: 'DELETE' });
    await expectEnd(evaluated);

    expect((await evaluate()).status).toBe(201);
    const last = trial({ picture }).catch(() => undefined);
    const both = await computing(2);
    server.kill('SIGKILL');
    await expectEnd(both);
    await Promise.all([last, server.ended]);
  });
});

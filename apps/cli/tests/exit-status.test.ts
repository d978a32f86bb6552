import { createServer, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATUS } from '../dist/commands/command.js';
import { jsonFile, lumenloom, lumenloomWith, temporaryFolder } from './lumenloom.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

test('docs/command-line.md has every exit status', async () => {
  const text = await readFile(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
  const section = text.split('## Exit status')[1]!.split('\n## ')[0]!;
  const listed = [...section.matchAll(/^\| (\d+) \|/gm)].map(([, status]) => Number(status));
  expect(listed).toEqual([0, ...Object.values(STATUS)]);
});

describe('a file that cannot be written', () => {
  const drawing = (file: string) => lumenloom('lens', 'double-gauss', '--svg', file);
  test.skipIf(process.platform !== 'linux')(
    'of a full disk: the file, its folder and what to do, status 3',
    async () => {
      const { status, stderr } = await drawing('/dev/full');
      expect(status).toBe(3);
      expect(stderr).toBe(
        '/dev/full cannot be written: the disk is full. Make room on the disk of the folder /dev, or choose a folder on another disk.\n',
      );
    },
  );
  test('nor read, because it is a folder: status 2', async () => {
    expect(await lumenloom('fov', folder)).toMatchObject({
      status: 2,
      stderr: `${folder} cannot be read: a folder has that name. Name a file that can be.\n`,
    });
  });
  test('of a folder: status 2', async () => {
    expect(await drawing(folder)).toMatchObject({
      status: 2,
      stderr: `--svg: ${folder} cannot be written: a folder has that name.\n`,
    });
  });
});

test('with --json an error is an object on stdout, and the sentence on stderr', async () => {
  const sentence = 'sensorParams.rows: Rows must be at least 1 px, not 0 px.';
  const { status, stdout, stderr } = await lumenloom(
    ...['simulate', '--json', '--set', 'sensorParams.rows=0', '--out', join(folder, 'none')],
  );
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toEqual({ error: { message: sentence, field: 'sensorParams.rows' } });
  expect(stderr.endsWith(`${sentence}\n`)).toBe(true);
});

describe('a server', () => {
  const document = {
    name: 'Two runs',
    recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 8, cols: 12 } },
  };
  const sweep = {
    ...document,
    vary: [{ path: 'sensorParams.analog_gain', values: [1, 2] }],
    measure: ['sensor.dynamicRangeDb'],
  };
  const study = {
    ...document,
    vary: [{ path: 'sensorParams.analog_gain', from: 1, to: 2 }],
    objectives: [{ figure: 'sensor.dynamicRangeDb', goal: 'maximise' }],
    budget: { runs: 2 },
  };
  const outcome = {
    run: 0,
    seed: 1,
    values: { 'sensorParams.analog_gain': 1 },
    figures: { 'sensor.dynamicRangeDb': 60 },
    status: 'done',
    message: '',
  };
  /** Takes the answer of the results; anything else is a sweep or study that runs. */
  let results: (answer: ServerResponse) => void;
  /** Why it does not go on. */
  let message = '';
  let asked = 0;
  const running = { id: 'x', state: 'running', version: '1', node: '1', images: 0, done: 0 };
  const server = createServer((request, answer) => {
    if (request.url!.endsWith('/results')) {
      answer.writeHead(200);
      answer.write(`${JSON.stringify(outcome)}\n`, () => {
        results(answer);
      });
    } else {
      asked += 1;
      answer.end(JSON.stringify({ ...running, message }));
    }
  });
  let there: readonly string[];
  beforeAll(async () => {
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const { port } = server.address() as AddressInfo;
    there = ['--server', `http://127.0.0.1:${port}`];
  });
  afterAll(() => server.close());
  const started = async (command: string, content: object, name: string) => {
    const words = [command, await jsonFile(folder, `${name}.json`, content)];
    return [...words, '--out', join(folder, name), ...there];
  };

  test.each([
    ['sweep', sweep],
    ['optimise', study],
  ])('that goes away: %s says what is safe and how to go on', async (command, content) => {
    results = (answer) => answer.destroy();
    const args = await started(command, content, `lost ${command}`);
    const { status, stderr } = await lumenloom(...args, '--token', 'secret', '--json');
    expect(status).toBe(3);
    expect(stderr).toContain(`${there[1]!} does not answer: `);
    const words = [...args, '--json', '--resume'];
    const quoted = words.map((word) => (word.includes(' ') ? `'${word}'` : word));
    expect(stderr).toContain(
      ` What has ended is safe in ${args[3]!}. To go on: lumenloom ${quoted.join(' ')}\n`,
    );
    if (command === 'sweep')
      expect(await readFile(join(args[3]!, 'results.csv'), 'utf8')).toContain('\n0,1,1,60,done,');
  });

  test.each([
    ['sweep', sweep],
    ['optimise', study],
  ])('Ctrl+C of %s advises to go on there, and not here', async (command, content) => {
    const stop = new AbortController();
    results = () => {
      stop.abort();
    };
    const args = await started(command, content, `stopped-${command}`);
    const { status, stdout } = await lumenloomWith(
      { signal: stop.signal },
      ...[...args, '--token', 'secret'],
    );
    expect(status).toBe(130);
    expect(stdout).toContain(`: lumenloom ${args.join(' ')} --resume\n`);
    const here = await lumenloom(...args.slice(0, 4), '--resume');
    expect(here.status).toBe(2);
    expect(here.stderr).toContain('with --server');
  });

  const marks = { dataset: 'example:marks', network: 'example:marks' };
  test.each([
    ['sweep', sweep],
    ['optimise', study],
    ['evaluate', { ...marks, cameras: {} }],
  ])('whose workers go away: %s says so, once', async (command, content) => {
    results = () => undefined;
    const stop = new AbortController();
    const args = await started(command, content, `waiting-${command}`);
    const following = lumenloomWith({ signal: stop.signal }, ...args, '--token', 'secret');
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 2);
    message = 'No worker is running.';
    await expect.poll(() => asked).toBeGreaterThan(before + 5);
    stop.abort();
    const { stdout } = await following;
    expect(stdout.split(message)).toHaveLength(2);
    message = '';
  });

  test('that closes, is full or has a fault ends with 3, 3 and 1', async () => {
    results = (answer) => answer.end();
    const args = await started('sweep', sweep, 'closed');
    const closed = await lumenloom(...args, '--token', 'secret');
    expect(closed.status).toBe(3);
    expect(closed.stderr).toContain('closed the connection before the sweep had ended. ');
    for (const [code, status] of [
      [429, 3],
      [500, 1],
    ] as const) {
      const refusing = createServer((_, answer) => {
        answer.writeHead(code).end(JSON.stringify({ field: '', message: 'No.' }));
      });
      await new Promise<void>((listening) => {
        refusing.listen(0, '127.0.0.1', listening);
      });
      const { port } = refusing.address() as AddressInfo;
      const attempt = [...args.slice(0, 2), '--out', join(folder, `${code}`)];
      const refused = await lumenloom(
        ...[...attempt, '--server', `http://127.0.0.1:${port}`, '--token', 'secret'],
      );
      refusing.close();
      expect([refused.status, refused.stderr.includes('No.')]).toEqual([status, true]);
    }
  });
});

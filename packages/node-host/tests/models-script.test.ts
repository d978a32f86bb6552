import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../tools/scripts/models.mjs', import.meta.url));
const weights = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const config = '{"id2label":{"0":"thing"}}\n';
const file = (extra: object = {}) => ({
  path: 'onnx/model.onnx',
  bytes: weights.length,
  sha256: sha256(weights),
  ...extra,
});
const model = (weightsFile: object = file()) => ({
  DETR: {
    repository: 'somebody/detr',
    revision: 'abc',
    licence: 'MIT',
    files: [weightsFile, { path: 'config.json', sha256: null }],
  },
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-fetch-'));
  await put('from/DETR/onnx/model.onnx', weights);
  await put('from/DETR/config.json', config);
  await put('list.json', JSON.stringify(model()));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
/** Files that were installed. */
const installed = async () =>
  (await readdir(join(folder, 'models'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

const models = (...args: readonly string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [
      script,
      '--list',
      join(folder, 'list.json'),
      '--to',
      join(folder, 'models'),
      ...args,
    ]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('close', (status) => {
      resolve({ status, output });
    });
  });

describe('npm run models -- --from', () => {
  test('installs, checks, records what the list does not know, and does nothing the second time', async () => {
    const { status, output } = await models('--from', join(folder, 'from'));
    expect(output).toContain('DETR/onnx/model.onnx installed, size and sha256 are right.');
    expect(output).toContain(
      `DETR/config.json installed; the list has no sha256 for it, recorded ${sha256(Buffer.from(config))}.`,
    );
    expect(status).toBe(0);
    expect(await installed()).toEqual(['config.json', 'fetched.json', 'model.onnx']);
    expect(await readFile(join(folder, 'models/DETR/onnx/model.onnx'))).toEqual(weights);
    expect(
      JSON.parse(await readFile(join(folder, 'models/DETR/fetched.json'), 'utf8')),
    ).toMatchObject({ revision: 'abc', sha256: { 'config.json': sha256(Buffer.from(config)) } });
    const again = await models('DETR', '--from', join(folder, 'empty'));
    expect(again.output).toContain('DETR/onnx/model.onnx is there and right.');
    expect(again.status).toBe(0);
  });

  test.each([
    ['checksum', { sha256: '0'.repeat(64) }, 'its sha256 is'],
    ['size', { bytes: 7 }, 'it has 300000 bytes instead of 7'],
    ['rough size', { bytes: undefined, megabytes: 5 }, 'instead of about 5 MB'],
  ])('refuses a wrong %s and leaves nothing of it', async (_, wrong, reason) => {
    await put('list.json', JSON.stringify(model(file(wrong))));
    const { status, output } = await models('--from', join(folder, 'from'));
    expect(output).toContain('npm run models: DETR/onnx/model.onnx is refused and not installed: ');
    expect(output).toContain(reason);
    expect(status).toBe(1);
    expect(await installed()).toEqual(['config.json', 'fetched.json']);
  });

  test('refuses a file that is not the one of the first fetch, and keeps to the first', async () => {
    await models('--from', join(folder, 'from'));
    await rm(join(folder, 'models/DETR/config.json'));
    await put('from/DETR/config.json', '{}');
    const { status, output } = await models('--from', join(folder, 'from'));
    expect(output).toContain('(recorded at the first fetch)');
    expect(status).toBe(1);
  });

  test('replaces a damaged file', async () => {
    await put('models/DETR/onnx/model.onnx', 'damaged');
    const { status, output } = await models('--from', join(folder, 'from'));
    expect(output).toContain('is not the file of the list');
    expect(status).toBe(0);
    expect(await readFile(join(folder, 'models/DETR/onnx/model.onnx'))).toEqual(weights);
  });

  test.each([
    [['NoSuch'], 'there is no model NoSuch: choose DETR.'],
    [['--from', '/nowhere'], 'there is no file /nowhere/DETR/'],
    [['--frmo', 'x'], '--frmo'],
  ])('%j is a sentence', async (args, sentence) => {
    const { status, output } = await models(...args);
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
    expect(status).toBe(1);
  });
});

describe('npm run models -- --mirror', () => {
  let mirror: Server;
  let requests: { url: string; range: string | undefined }[];
  /** Bytes after which the mirror breaks the connection. */
  let breaksAfter: number;
  beforeEach(async () => {
    requests = [];
    breaksAfter = Infinity;
    mirror = createServer((request, response) => {
      requests.push({ url: request.url!, range: request.headers.range });
      const bytes = request.url!.endsWith('config.json') ? Buffer.from(config) : weights;
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
      const end = Math.min(bytes.length, breaksAfter);
      response.write(bytes.subarray(from, end), () => {
        if (end < bytes.length)
          setTimeout(() => {
            response.destroy();
          }, 100);
        else response.end();
      });
    });
    await new Promise<void>((resolve) => {
      mirror.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => {
    mirror.close();
  });
  const address = (): string => `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;

  test('goes on where a download broke off', async () => {
    breaksAfter = 100_000;
    const broken = await models('--mirror', address());
    expect(broken.output).toContain('broke off');
    expect(broken.status).toBe(1);
    expect(await installed()).toContain('model.onnx.part');
    breaksAfter = Infinity;
    const { status, output } = await models('--mirror', `${address()}/`);
    expect(output).toContain('size and sha256 are right');
    expect(status).toBe(0);
    expect(await readFile(join(folder, 'models/DETR/onnx/model.onnx'))).toEqual(weights);
    expect(await installed()).not.toContain('model.onnx.part');
    expect(requests.at(-1)?.url).toBe('/somebody/detr/resolve/abc/onnx/model.onnx');
    expect(Number(/bytes=(\d+)-/.exec(requests.at(-1)?.range ?? '')?.[1])).toBeGreaterThan(0);
  });

  test('says that nothing answers, and what to do then', async () => {
    const gone = address();
    await new Promise((resolve) => {
      mirror.close(resolve);
    });
    const { status, output } = await models('--mirror', gone);
    expect(output).toMatch(
      /cannot be reached \(ECONNREFUSED\)\. Without a network, .+ use --from FOLDER\./,
    );
    expect(status).toBe(1);
    expect(await installed()).toEqual([]);
  });
});

test('the list names one repository, one revision in full and a checksum for all weights', async () => {
  const list = JSON.parse(
    await readFile(new URL('../../../models/list.json', import.meta.url), 'utf8'),
  ) as Record<string, { revision: string; files: { path: string; sha256: string | null }[] }>;
  expect(Object.keys(list)).toEqual(['DETR', 'MiDaS_DPT_Small']);
  for (const { revision, files } of Object.values(list)) {
    expect(revision).toMatch(/^[0-9a-f]{40}$/);
    expect(files.find(({ path }) => path === 'onnx/model.onnx')?.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

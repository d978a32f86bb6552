import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadLimits } from '../src/models/download-answer.ts';
import { installModel } from '../src/models/install-model.ts';
import { ModelFetcher } from '../src/models/model-fetcher.ts';
import type { ListedFile, ModelList } from '../src/models/model-list.ts';
import { readModelSettings } from '../src/models/model-settings.ts';
import { sha256, startMirror, type Mirror } from './mirror.ts';

const REVISION = 'abc';
const WEIGHTS = 'onnx/model_quantized.onnx';
const weights = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
const config = Buffer.from('{"id2label":{"0":"thing"}}\n');
/** Short enough for a test, long enough for a busy machine. */
const PATIENCE: DownloadLimits = { firstByteMs: 1500, nextByteMs: 1500 };

const listWith = (changes: Partial<ListedFile> = {}): ModelList => ({
  DETR: {
    repository: 'somebody/detr',
    revision: REVISION,
    licence: 'MIT',
    files: [{ path: 'config.json', sha256: null }],
    weights: {
      fp32: { path: 'onnx/model.onnx', bytes: weights.length, sha256: sha256(weights) },
      quantized: { path: WEIGHTS, bytes: weights.length, sha256: sha256(weights), ...changes },
    },
  },
});

let folder: string;
let mirror: Mirror;
let content: Record<string, Buffer>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-fetch-'));
  content = Object.fromEntries(
    Object.entries({ 'config.json': config, [WEIGHTS]: weights, 'onnx/model.onnx': weights }).map(
      ([path, bytes]) => [`somebody/detr/resolve/${REVISION}/${path}`, bytes],
    ),
  );
  mirror = await startMirror(content);
  await put('list.json', JSON.stringify(listWith()));
});
afterEach(async () => {
  await mirror.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, bytes: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
}
/** Files of the model. */
const installed = async (): Promise<string[]> =>
  (await readdir(join(folder, 'DETR'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
/** Comparing the bytes one by one would take a second. */
const weightsAreRight = async (): Promise<boolean> =>
  (await readFile(join(folder, 'DETR', WEIGHTS))).equals(weights);
const IN_PLACE = ['config.json', 'fetched.json', 'model_quantized.onnx'];
const rangesOfWeights = (): (string | undefined)[] =>
  mirror.requests.filter(({ path }) => path.endsWith(WEIGHTS)).map(({ range }) => range);

/** What a follower was told. */
function follower(signal = new AbortController().signal) {
  const lines: string[] = [];
  const progress: number[] = [];
  return {
    lines,
    progress,
    watch: {
      signal,
      say: (sentence: string) => {
        lines.push(sentence);
      },
      progress: (bytes: number) => {
        progress.push(bytes);
      },
    },
  };
}

/** Installs DETR from the mirror; the reason why not is its last line. */
async function install(
  source: Parameters<typeof installModel>[2]['source'] = { mirror: mirror.address },
) {
  const { lines, progress, watch } = follower();
  const failure = await installModel(
    'DETR',
    folder,
    { precision: 'quantized', source },
    watch,
    PATIENCE,
  ).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  return { lines, progress, failure };
}

describe('installing from a mirror', () => {
  test('tells what is fetched, from where, its licence and every tenth, checks, and does nothing the second time', async () => {
    mirror.behaviour.piece = { bytes: 10_000, pauseMs: 1 };
    const { lines, progress, failure } = await install();
    expect(failure).toBeUndefined();
    expect(lines[0]).toBe(
      `DETR: fetching quantized weights of somebody/detr at abc, 0.3 MB, from ${mirror.address}. Licence: MIT.`,
    );
    expect(lines[1]).toBe(
      'DETR: config.json is in place; the list has no sha256 for it: that of this first fetch is recorded in fetched.json.',
    );
    const percents = lines.flatMap(
      (line) => /^DETR: (\d+) % of 0\.3 MB fetched\.$/.exec(line)?.[1] ?? [],
    );
    expect(percents.at(-1)).toBe('100');
    expect(percents.length).toBeGreaterThan(5);
    expect(lines.at(-1)).toBe(
      `DETR: ${WEIGHTS} is in place; size and sha256 are those of the list.`,
    );
    expect(progress.at(-1)).toBe(weights.length);
    expect(await installed()).toEqual(IN_PLACE);
    expect(await weightsAreRight()).toBe(true);
    const count = mirror.requests.length;
    expect((await install()).lines).toContain(`DETR: ${WEIGHTS} is there and right.`);
    expect(mirror.requests).toHaveLength(count);
  });

  test('resumes after a cut, in the same attempt', async () => {
    mirror.behaviour.cutAfter = 150_000;
    const { lines, failure } = await install();
    expect(failure).toBeUndefined();
    expect(rangesOfWeights()).toEqual([undefined, 'bytes=150000-']);
    expect(lines).toContainEqual(
      expect.stringMatching(/broke off at 0\.\d MB \(.+\); it goes on at 0\.\d MB\.$/),
    );
    expect(await weightsAreRight()).toBe(true);
  });

  test('resumes in the next attempt what three cuts have left', async () => {
    mirror.behaviour.cutAfter = 50_000;
    const { failure } = await install();
    expect(failure).toMatch(/^the download of onnx\/model_quantized\.onnx broke off at 0\.[12] MB/);
    expect(await installed()).toContain('model_quantized.onnx.part');
    expect(await installed()).not.toContain('model_quantized.onnx');
    const { size } = await stat(join(folder, 'DETR', `${WEIGHTS}.part`));
    delete mirror.behaviour.cutAfter;
    expect((await install()).failure).toBeUndefined();
    expect(rangesOfWeights().at(-1)).toBe(`bytes=${size}-`);
    expect(await installed()).toEqual(IN_PLACE);
  });

  test('starts over where the mirror knows no ranges, and where the rest is of another file', async () => {
    await put(`DETR/${WEIGHTS}.part`, weights.subarray(0, 1000));
    mirror.behaviour.ignoresRanges = true;
    expect((await install()).failure).toBeUndefined();
    expect(await weightsAreRight()).toBe(true);
    await rm(join(folder, 'DETR', WEIGHTS));
    await put(`DETR/${WEIGHTS}.part`, Buffer.alloc(1000, 7));
    mirror.behaviour.ignoresRanges = false;
    const { lines, failure } = await install();
    expect(failure).toBeUndefined();
    expect(lines).toContain(
      `DETR: what an earlier download left of ${WEIGHTS} is of no use; it is fetched anew.`,
    );
    expect(await weightsAreRight()).toBe(true);
  });

  test.each([
    ['all of the file', weights],
    ['more than the file', Buffer.concat([weights, weights])],
  ])('finishes when %s was there already', async (_, part) => {
    await put(`DETR/${WEIGHTS}.part`, part);
    expect((await install()).failure).toBeUndefined();
    expect(await weightsAreRight()).toBe(true);
  });

  test.each([
    ['size', { bytes: 400_000 }, 'it has 300000 bytes instead of 400000'],
    ['smaller size', { bytes: 7 }, 'it has 300000 bytes instead of 7'],
    ['rough size', { bytes: undefined, megabytes: 5 }, 'instead of about 5 MB'],
    ['sha256', { sha256: '0'.repeat(64) }, `its sha256 is ${sha256(weights)} instead of 0000`],
  ])('refuses a wrong %s and leaves nothing of the file', async (_, wrong, reason) => {
    await put('list.json', JSON.stringify(listWith(wrong as Partial<ListedFile>)));
    const { failure } = await install();
    expect(failure).toContain(reason);
    expect(await installed()).toEqual(['config.json', 'fetched.json']);
  });

  test('follows a redirect', async () => {
    mirror.behaviour.redirects = true;
    expect((await install()).failure).toBeUndefined();
    expect(mirror.requests.at(-1)?.path).toMatch(/^\/moved\//);
    expect(await installed()).toEqual(IN_PLACE);
  });

  test.each([404, 503])('names the address that answered %i', async (status) => {
    mirror.behaviour.status = status;
    expect((await install()).failure).toBe(
      `${mirror.address}/somebody/detr/resolve/abc/config.json answered with status ${status}`,
    );
    expect(await installed()).toEqual([]);
  });

  test('waits for a slow mirror as long as bytes come', async () => {
    // 300 ms between pieces; all of it takes longer than the wait for one byte.
    mirror.behaviour.piece = { bytes: 40_000, pauseMs: 300 };
    const start = performance.now();
    expect((await install()).failure).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThan(PATIENCE.nextByteMs);
  });

  test('gives up on a mirror that sends nothing, and says for how long it waited', async () => {
    mirror.behaviour.isSilent = true;
    expect((await install()).failure).toMatch(/model_quantized\.onnx: nothing came for 1\.5 s$/);
  });

  test('says that nothing answers', async () => {
    const { address } = mirror;
    await mirror.close();
    expect((await install({ mirror: address })).failure).toMatch(
      /cannot be reached \(ECONNREFUSED\)$/,
    );
    expect(await installed()).toEqual([]);
  });

  test('calls a hash that the list does not know recorded, and holds later fetches against it', async () => {
    await put('list.json', JSON.stringify(listWith({ sha256: null })));
    const { lines } = await install();
    expect(lines.at(-1)).toBe(
      `DETR: ${WEIGHTS} is in place; the list has no sha256 for it: that of this first fetch is recorded in fetched.json.`,
    );
    expect(lines.join()).not.toMatch(/verified/);
    expect(JSON.parse(await readFile(join(folder, 'DETR/fetched.json'), 'utf8'))).toMatchObject({
      revision: REVISION,
      sha256: { 'config.json': sha256(config), [WEIGHTS]: sha256(weights) },
    });
    await rm(join(folder, 'DETR', WEIGHTS));
    content[`somebody/detr/resolve/${REVISION}/${WEIGHTS}`] = Buffer.alloc(weights.length);
    expect((await install()).failure).toContain('(recorded at the first fetch)');
    expect(await installed()).toEqual(['config.json', 'fetched.json']);
  });

  test('claims nothing of a file that was put there by hand and has no listed hash', async () => {
    await put('DETR/config.json', config);
    const { lines } = await install();
    expect(lines).toContain(
      'DETR: config.json is there; neither the list nor a first fetch has a sha256 to check it against.',
    );
    expect(await installed()).not.toContain('fetched.json');
  });

  test('says what is wrong with a folder or a list, without its path', async () => {
    await put('DETR', '');
    const { failure } = await install();
    expect(failure).toMatch(/^the folder of DETR cannot be used \((EEXIST|ENOTDIR)\)$/);
    await put('list.json', '{');
    expect((await install()).failure).toMatch(/^list\.json cannot be read \(.+\)$/);
    expect((await install()).failure).not.toContain(folder);
  });

  test('replaces a damaged file', async () => {
    await put(`DETR/${WEIGHTS}`, 'damaged');
    const { lines } = await install();
    expect(lines.join()).toContain('is not the file of the list');
    expect(await weightsAreRight()).toBe(true);
  });

  test('waits for another process that is at work in the folder, and takes over from one that died', async () => {
    mirror.behaviour.piece = { bytes: 10_000, pauseMs: 20 };
    const program = `
      const { installModel } = await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)});
      await installModel('DETR', ${JSON.stringify(folder)}, { precision: 'quantized', source: { mirror: ${JSON.stringify(mirror.address)} } },
        { signal: new AbortController().signal, say: () => undefined, progress: () => undefined });`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'inherit',
    });
    const ended = new Promise((resolve) => {
      other.once('exit', resolve);
    });
    await expect.poll(installed).toContain('model_quantized.onnx.part');
    const { lines, failure } = await install();
    expect(failure).toBeUndefined();
    expect(lines).toContain(`DETR: ${WEIGHTS} is there and right.`);
    expect(await ended).toBe(0);
    expect(rangesOfWeights()).toEqual([undefined]);

    await rm(join(folder, 'DETR', WEIGHTS));
    await put('DETR/.fetching', '');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, 'DETR/.fetching'), longAgo, longAgo);
    expect((await install()).failure).toBeUndefined();
    expect(await installed()).toEqual(IN_PLACE);
  });
});

describe('installing from a folder', () => {
  test('copies and checks', async () => {
    await put('from/DETR/config.json', config);
    await put(`from/DETR/${WEIGHTS}`, weights);
    expect((await install({ folder: join(folder, 'from') })).failure).toBeUndefined();
    expect(await installed()).toEqual(IN_PLACE);
    expect(mirror.requests).toEqual([]);
  });

  test('names the file that is missing', async () => {
    expect((await install({ folder: '/nowhere' })).failure).toBe(
      'there is no file /nowhere/DETR/config.json',
    );
  });
});

describe('a run that needs a network', () => {
  const fetcher = (environment: Readonly<Record<string, string>> = {}): ModelFetcher =>
    new ModelFetcher(
      readModelSettings({
        MODELS_DIR: folder,
        MODELS_FETCH: 'auto',
        MODELS_MIRROR: `${mirror.address}/`,
        ...environment,
      }),
      PATIENCE,
    );

  test('fetches its quantized weights, another precision where that is set, and nothing where weights lie', async () => {
    const { lines, watch } = follower();
    await fetcher().ensure('DETR', watch);
    expect(await installed()).toEqual(IN_PLACE);
    expect(lines.at(-1)).toContain('is in place');
    await fetcher({ MODELS_PRECISION: 'fp32' }).ensure('DETR', watch);
    expect(await installed()).toEqual(IN_PLACE);
    await rm(join(folder, 'DETR', WEIGHTS));
    await fetcher({ MODELS_PRECISION: 'fp16,DETR=fp32' }).ensure('DETR', watch);
    expect(await installed()).toEqual(['config.json', 'fetched.json', 'model.onnx']);
  });

  test.each([
    ['never', { MODELS_FETCH: 'never' }],
    ['unset', { MODELS_FETCH: '' }],
  ])('fetches nothing when MODELS_FETCH is %s', async (_, environment) => {
    const { lines, watch } = follower();
    await fetcher(environment).ensure('DETR', watch);
    expect([lines, mirror.requests]).toEqual([[], []]);
  });

  test('joins the download of another, which goes on when the other leaves', async () => {
    mirror.behaviour.piece = { bytes: 10_000, pauseMs: 20 };
    const leaving = new AbortController();
    const [first, second] = [follower(leaving.signal), follower()];
    const models = fetcher();
    const firstEnds = models.ensure('DETR', first.watch);
    await expect.poll(() => first.progress.some((bytes) => bytes > 0)).toBe(true);
    const secondEnds = models.ensure('DETR', second.watch);
    await expect.poll(() => second.lines.length).toBeGreaterThan(1);
    leaving.abort();
    await firstEnds;
    const { length } = first.lines;
    await secondEnds;
    expect(second.lines[0]).toBe(
      'DETR: another run fetches its model files; this one waits for them.',
    );
    expect(second.lines.at(-1)).toContain(`${WEIGHTS} is in place`);
    expect(first.lines).toHaveLength(length);
    expect(rangesOfWeights()).toEqual([undefined]);
    expect(await installed()).toEqual(IN_PLACE);
  });

  test('waits no longer for the first byte than it may, also when it joins', async () => {
    mirror.behaviour.isSilent = true;
    content[`somebody/detr/resolve/${REVISION}/config.json`] = Buffer.alloc(0);
    await put('list.json', JSON.stringify({ DETR: { ...listWith()['DETR'], files: [] } }));
    const models = fetcher();
    const runs = [follower(), follower()];
    const start = performance.now();
    await Promise.all(runs.map(({ watch }) => models.ensure('DETR', watch)));
    const elapsed = performance.now() - start;
    expect(elapsed).toBeGreaterThan(PATIENCE.firstByteMs - 50);
    expect(elapsed).toBeLessThan(2 * PATIENCE.firstByteMs);
    for (const { lines } of runs)
      expect(lines.at(-1)).toMatch(
        /^DETR: its model files could not be fetched: .+nothing came for 1\.5 s\.$/,
      );
  });

  test('leaves a folder that another process has locked without doing anything, in the same time', async () => {
    await put('DETR/.fetching', '');
    const { lines, watch } = follower();
    const models = fetcher();
    await models.ensure('DETR', watch);
    expect(lines).toEqual(['DETR: nothing has come yet; the run does not wait any longer.']);
    await models.close();
  });

  test('is told why it failed, and the next one tries again', async () => {
    mirror.behaviour.status = 500;
    const models = fetcher();
    const first = follower();
    await models.ensure('DETR', first.watch);
    expect(first.lines.at(-1)).toMatch(
      /^DETR: its model files could not be fetched: .+ answered with status 500\.$/,
    );
    delete mirror.behaviour.status;
    await models.ensure('DETR', follower().watch);
    expect(await installed()).toEqual(IN_PLACE);
  });

  test('that is ended with the server leaves a part to go on with', async () => {
    mirror.behaviour.piece = { bytes: 10_000, pauseMs: 50 };
    const models = fetcher();
    const { watch, progress } = follower();
    const ends = models.ensure('DETR', watch);
    await expect.poll(() => progress.some((bytes) => bytes > 0)).toBe(true);
    await models.close();
    await ends;
    expect(await installed()).toContain('model_quantized.onnx.part');
    expect(await installed()).not.toContain('.fetching');
  });
});

describe('the settings', () => {
  test.each([
    [{ MODELS_FETCH: 'yes' }, 'MODELS_FETCH must be auto or never, not "yes".'],
    [{ MODELS_MIRROR: 'ftp://hub' }, 'MODELS_MIRROR must be an address like'],
    [{ MODELS_MIRROR: 'https://a:b@hub' }, 'MODELS_MIRROR must be an address like'],
    [
      { MODELS_PRECISION: 'int4' },
      'MODELS_PRECISION must be fp32, fp16, quantized or such as DETR=fp32, not "int4".',
    ],
    [{ MODELS_PRECISION: 'DETR=' }, 'MODELS_PRECISION must be'],
  ])('%j', (environment, sentence) => {
    expect(() => readModelSettings(environment)).toThrow(sentence);
  });
});

test('the list names for every network one repository, one revision in full, a licence and three precisions', async () => {
  const list = JSON.parse(
    await readFile(new URL('../../../models/list.json', import.meta.url), 'utf8'),
  ) as ModelList;
  expect(Object.keys(list)).toEqual(['DETR', 'MiDaS_DPT_Small']);
  for (const { revision, licence, weights: listed, files } of Object.values(list)) {
    expect(revision).toMatch(/^[0-9a-f]{40}$/);
    expect(licence).toMatch(/Apache-2\.0/);
    expect(Object.keys(listed)).toEqual(['fp32', 'fp16', 'quantized']);
    for (const { bytes, megabytes, sha256: hash } of Object.values(listed)) {
      expect((bytes ?? 0) + (megabytes ?? 0)).toBeGreaterThan(1);
      if (hash !== null) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(listed.fp32?.sha256).not.toBeNull();
    expect(files.map(({ path }) => path)).toEqual(['config.json', 'preprocessor_config.json']);
  }
  expect(list['MiDaS_DPT_Small']?.licence).toMatch(/uncertain: Apache-2\.0 .+ or MIT/);
});

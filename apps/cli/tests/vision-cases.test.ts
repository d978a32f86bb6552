import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationResults } from '@lumenloom/experiment/dataset';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

/**
 * Small data sets and networks of our own, whose right scores are known: whatever the picture, the
 * networks give the same two objects.
 */
const cases = fileURLToPath(new URL('vision-cases/', import.meta.url));

interface Check {
  readonly format: string;
  readonly images: number;
  readonly annotations: number;
  readonly problems: readonly string[];
}

describe('cases of data sets and answers', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-cases-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (name: string, ...more: readonly string[]): Promise<Check> => {
    const { stdout } = await lumenloom('dataset', 'check', join(cases, name), '--json', ...more);
    return JSON.parse(stdout) as Check;
  };
  const evaluate = async (plan: string, ...more: readonly string[]) => {
    const out = join(folder, `${plan.replaceAll('/', '-')}${more.join('')}`);
    const ended = await lumenloom(
      ...['evaluate', join(cases, plan), '--out', out, '--jobs', '1', ...more],
    );
    const results =
      ended.status === 0
        ? (JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as EvaluationResults)
        : undefined;
    return { ...ended, results };
  };

  test('ids of COCO are of one file, and a part is taken and named', async () => {
    expect(await check('coco-roboflow.set')).toMatchObject({ images: 2, problems: [] });
    expect(await check('coco-roboflow.set', '--split', 'all')).toMatchObject({
      images: 6,
      annotations: 9,
      problems: [],
    });
    const { results } = await evaluate('coco-roboflow.plan.json');
    expect(results!.source.figures['dataset.map']).toBe(1);
    expect([results!.images, results!.split]).toEqual([2, 'val']);
  });

  test('YOLO is scored on val alone', async () => {
    expect(await check('yolo-splits.set')).toMatchObject({ images: 2, split: 'val' });
    expect(await check('yolo-splits.set', '--split', 'train')).toMatchObject({ images: 3 });
    const { status, stderr } = await lumenloom(
      ...['dataset', 'check', join(cases, 'yolo-splits.set'), '--split', 'vol'],
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining('no part vol')]);
  });

  test('classes.txt beside labels names the classes, or is left out', async () => {
    expect(await check('yolo-labelimg.set')).toMatchObject({
      format: 'yolo',
      images: 2,
      annotations: 4,
      problems: [],
    });
    const { results } = await evaluate('yolo-classes-txt.plan.json');
    expect(results!.source.figures['dataset.map']).toBe(1);
    expect(results!.skipped).toEqual([
      { place: 'labels/classes.txt', reason: 'there is no image of this name' },
    ]);
    const strict = await evaluate('yolo-classes-txt.plan.json', '--strict');
    expect([strict.status, strict.stderr]).toEqual([2, expect.stringContaining('classes.txt')]);
  });

  test('masks beside pictures are no classes of pictures', async () => {
    expect(await check('seg-plain.set')).toMatchObject({ format: 'masks', images: 2 });
  });

  test('two entries with one file are refused', async () => {
    const sentence = 'images[1].file_name: a.png is there twice.';
    expect((await check('coco-dup-file.set')).problems[0]).toContain(sentence);
    const { status, stderr } = await evaluate('coco-dup-file.plan.json');
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test('equal rows count once', async () => {
    const { results } = await evaluate('yolo-dup.plan.json');
    expect(results!.source.figures['dataset.map']).toBe(1);
    expect(results!.skipped[0]!.place).toBe('labels/val/val0.txt:2');
    expect(results!.warnings.join(' ')).toContain('left out or changed');
  });

  test('labels that Cityscapes does not evaluate do not count', async () => {
    const { results } = await evaluate('cityscapes-void.plan.json');
    expect(results!.source.figures['dataset.miou']).toBe(1);
  });

  test('objects outside the frame are counted, and compared without them', async () => {
    const { results, stdout } = await evaluate('coco-mixed.plan.json');
    const [camera] = results!.cameras;
    expect(camera!.outside).toMatchObject({ objects: 2, of: 4 });
    expect(camera!.outside!.source['dataset.map']).toBe(1);
    expect(results!.warnings.join(' ')).toContain('2 of 4 objects are outside the frame of a');
    expect(stdout).toContain('a loses framing .250');
  });

  test('key points and turned boxes have the figures of their truth', async () => {
    const figuresOf = async (plan: string) => {
      const { results } = await evaluate(plan);
      expect(results!.failed).toEqual([]);
      const figures = results!.cameras[0]!.figures['dataset.map'];
      expect(figures).toBeGreaterThan(0);
      expect(figures).toBeLessThanOrEqual(1);
      return results!.source.figures;
    };
    // Three points of one object are 20 pixels off, sigma is 1/3, the area 30 x 50: the similarity
    // is exp(-.3) = .74. So it is found at five of ten thresholds, and at recalls to .5 at others.
    const half = 51 / 101;
    expect(await figuresOf('yolo-pose.plan.json')).toMatchObject({
      'dataset.map': expect.closeTo((1 + (1 + half) / 2) / 2, 9) as number,
      'dataset.mar': 0.875,
      'dataset.mar50': 1,
      'dataset.mar75': 0.75,
    });
    // A box of 30 x 50 that is turned by a quarter overlaps by 900 of 2,100.
    expect(await figuresOf('yolo-obb.plan.json')).toEqual({
      'dataset.map': expect.closeTo((1 + half) / 2, 9) as number,
      'dataset.map50': expect.closeTo((1 + half) / 2, 9) as number,
      'dataset.map75': expect.closeTo((1 + half) / 2, 9) as number,
    });
  });

  test('cameras that the scene makes equal are said to be', async () => {
    const { results } = await evaluate('same-cameras.plan.json');
    expect(results!.warnings).toContain(
      'bright and dim are the same camera: scene.luminance replaces cameras.dim.sceneLuminance.',
    );
    expect(results!.differences[0]!.figures['dataset.map']).toMatchObject({
      value: 0,
      interval: [0, 0],
    });
  });

  test('a ladder by condition names part and condition, and adds up', async () => {
    const { results, stdout } = await evaluate('ladder-conditions/plan.json');
    const [{ ladder, byCondition }] = results!.cameras as [EvaluationResults['cameras'][number]];
    const lossesOf = (rungs: typeof ladder) => rungs!.map(({ loss }) => loss['dataset.map']!);
    const [day, dusk] = byCondition!.map((one) => lossesOf(one.ladder));
    // By a program of its own (numpy), from images.ndjson alone: pixel, noise, ISP.
    for (const [losses, expected] of [
      [day!, [0.0216, -0.0001, -0.0171]],
      [dusk!, [-0.0897, 0.1405, 0.1551]],
      [lossesOf(ladder), [-0.0341, 0.0702, 0.069]],
    ] as const)
      for (const [at, value] of expected.entries())
        expect(Math.abs(losses[at + 3]! - value)).toBeLessThan(2e-4);
    for (const [at, loss] of lossesOf(ladder).entries())
      expect(Math.abs(loss - (day![at]! + dusk![at]!) / 2)).toBeLessThan(1e-9);
    expect(byCondition![0]!.exposure!.stopsFromMeter).toBe(0);
    // A hundredth of the light: .02 s of a hundred times the seconds by day, the median of pictures
    // from 7.6 to 8.8 stops below the meter.
    const stops = Math.log2(0.02 / (100 * byCondition![0]!.exposure!.seconds));
    expect(byCondition![1]!.exposure).toEqual({
      seconds: 0.02,
      stopsFromMeter: expect.closeTo(stops, 3) as number,
    });
    expect(stops).toBeCloseTo(-8.07, 2);
    expect(stdout).toContain('metered: most is lost to the ISP at dusk, .155 of mAP.');
  });

  test('an edge that is cut off at black is said, one of 44 degrees measured', async () => {
    const measured = (file: string) =>
      lumenloom('measure', 'sfr', join(cases, file), '--roi', '20,20,120,120');
    const cut = await measured('sfr-clip-lo.png');
    expect([cut.status, cut.stderr]).toEqual([0, expect.stringContaining('cut off below (at 0)')]);
    expect((await measured('sfr-44.png')).status).toBe(0);
  });
});

import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LensFile } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chosenImages, planEvaluation } from './plan-evaluation.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-plan-'));
  await writeFile(join(folder, 'net.onnx'), 'x');
  await writeFile(
    join(folder, 'b.json'),
    JSON.stringify({ optics: 'Cooke Triplet', sensor: 'Bayer-grbg' }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

const camera = { optics: 'Double-Gauss', sensor: 'Bayer-grbg', isp: 'Fast-openISP' };
const base = { dataset: '.', network: 'net.onnx' };
const planned = (rest: object) => planEvaluation({ ...base, ...rest }, folder);

describe('a plan of an evaluation', () => {
  test('every camera under every condition, whose changes win over the scene', async () => {
    const decoded = await planned({
      scene: { hfov: 40, luminance: 300, illuminant: 'D65' },
      cameras: { a: { ...camera, algorithm: 'DETR' }, b: 'b.json' },
      conditions: [{ name: 'day' }, { name: 'dusk', set: { sceneLuminance: 3 } }],
    });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    expect(
      decoded.value.setups.map(({ camera: name, condition, recipe }) => [
        name,
        condition,
        recipe['sceneLuminance'],
      ]),
    ).toEqual([
      ['a', 'day', 300],
      ['a', 'dusk', 3],
      ['b', 'day', 300],
      ['b', 'dusk', 3],
    ]);
    const bright = await planned({
      scene: { luminance: 300 },
      cameras: { a: camera },
      conditions: [{ name: 'lamp', set: { illuminantLuminance: 50 } }],
    });
    expect(bright.ok && bright.value.setups[0]!.recipe).toEqual({
      ...camera,
      illuminantLuminance: 50,
    });
    const [first, , other] = decoded.value.setups;
    expect(first!.recipe).toMatchObject({ sceneFileParams: { hfov: 40 }, illuminant: 'D65' });
    expect(first!.recipe).not.toHaveProperty('algorithm');
    expect(other!.recipe).toMatchObject({ optics: 'Cooke Triplet' });
  });

  test('lenses, sensors and lights are published parts or files beside the plan', async () => {
    for (const [name, file] of [
      ['own.zmx', 'triplet.zmx'],
      ['own.csv', 'led.csv'],
    ] as const)
      await copyFile(new URL(`../../../../examples/${file}`, import.meta.url), join(folder, name));
    const decoded = await planned({
      scene: { illuminant: 'own.csv' },
      cameras: { a: { ...camera, optics: 'own.zmx', sensor: 'published:imx250' } },
      conditions: [{ name: 'own' }, { name: 'other', set: { optics: 'Cooke Triplet' } }],
    });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    const parts = decoded.value.setups.map(({ recipe, own }) => [
      recipe['optics'],
      (own.optics as LensFile | undefined)?.surfaces.length,
      Object.keys(own).toSorted(),
    ]);
    expect(parts).toEqual([
      ['', expect.any(Number), ['illuminant', 'optics', 'sensor']],
      ['Cooke Triplet', undefined, ['illuminant', 'sensor']],
    ]);
  });

  test.each([
    [
      { cameras: { a: { ...camera, sensor: 'mine:x' } } },
      'cameras.a.sensor',
      'mine:x is of the library of a server: give --server, or name a file.',
    ],
    [
      { cameras: { a: { ...camera, optics: 'net.onnx' } } },
      'cameras.a.optics',
      'net.onnx: Line 1: this is no lens file: not Zemax (.zmx), CODE V (.seq), OSLO (.len) or JSON.',
    ],
    [{ camera: 1 }, 'camera', 'camera means nothing in an evaluation.'],
    [{ network: 'none.onnx' }, 'network', 'There is nothing at none.onnx.'],
    [{ cameras: { a: 'a.json' } }, 'cameras.a', 'There is no file a.json.'],
    [
      { cameras: { a: { ...camera, sensorParams: { pixel_size: -1 } } } },
      'cameras.a.sensorParams.pixel_size',
      undefined,
    ],
    [{ cameras: { a: { lens: 1 } } }, 'cameras.a.lens', 'this means nothing here.'],
    [
      { cameras: { a: camera }, conditions: [{ name: 'x', set: { luminence: 3 } }] },
      'conditions[0].set.luminence',
      undefined,
    ],
    [
      { cameras: { a: camera }, conditions: [{ name: 'x', set: { sceneLuminance: -3 } }] },
      'conditions[0].set.sceneLuminance',
      undefined,
    ],
    [{ images: 0 }, 'images', 'images must be a whole number from 1 to 100000.'],
    [{ ladder: 'all' }, 'ladder', 'ladder must be true, false or "shapley".'],
    [{ score: { iouType: 'box' } }, 'score.iouType', 'iouType must be bbox or segm.'],
    [
      { conditions: [{ name: 'x' }, { name: 'x' }] },
      'conditions[1].name',
      'Two conditions are called x.',
    ],
  ])('%j is refused at its place', async (rest, field, message) => {
    const decoded = await planned(rest);
    expect(decoded.ok).toBe(false);
    if (decoded.ok) return;
    expect(decoded.problems[0]!.field).toBe(field);
    if (message !== undefined) expect(decoded.problems[0]!.message).toBe(message);
  });

  test('fewer pictures are a part of more, in the order of the data set', () => {
    const images = Array.from({ length: 50 }, (_, at) => ({ name: `${at}.png` }));
    const chosen = (count: number, seed = 1) => chosenImages(images, count, seed);
    expect(chosen(10)).toHaveLength(10);
    for (const image of chosen(10)) expect(chosen(20)).toContain(image);
    expect(chosen(20)).toEqual(images.filter((image) => chosen(20).includes(image)));
    expect(chosen(10, 2)).not.toEqual(chosen(10));
    expect(chosen(80)).toEqual(images);
  });
});

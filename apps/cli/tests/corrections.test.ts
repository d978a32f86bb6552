/** Corrections before the ISP through the built command (docs/reference/isp.md#corrections). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../packages/engine/references/sensor-depth/manifest.json' with { type: 'json' };
import { decodePicture } from '@lumenloom/node-host';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const golden = (file: string): string =>
  new URL(`../../../packages/engine/references/sensor-depth/${file}`, import.meta.url).pathname;
const npy = async (path: string) => readNpy(await readFile(path));
const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

/** Largest difference, and the share of entries that differ. */
function difference(actual: ArrayLike<number>, expected: ArrayLike<number>) {
  expect(actual.length).toBe(expected.length);
  const differences = Array.from(expected, (value, i) => Math.abs(value - actual[i]!));
  return {
    most: Math.max(...differences),
    share: differences.filter((value) => value > 0).length / differences.length,
  };
}

/** Codes may be 1 off on so many pixels: percentile and logarithm are in double precision. */
const OTHER_CODES = 1e-3;

describe('isp', () => {
  test('--lens-shading and --white-balance give the numbers of the model', async () => {
    const out = join(folder, 'lsc');
    const { lensShading, whiteBalance } = manifest;
    const { status, stderr } = await lumenloom(
      ...['isp', golden(lensShading.file), '--pattern', 'rggb', '--bits', '12', '--out', out],
      ...['--lens-shading', golden(lensShading.gains)],
    );
    expect([status, stderr]).toEqual([0, '']);
    const { type, data } = await npy(join(out, 'lsc.npy'));
    expect(type).toBe('uint16');
    const { most, share } = difference(data, (await npy(golden(lensShading.out))).data);
    expect(most).toBeLessThanOrEqual(1);
    expect(share).toBeLessThanOrEqual(OTHER_CODES);
    expect(await json(join(out, 'report.json'))).toMatchObject({ lensShading: { from: 'file' } });

    const balanced = join(folder, 'awb');
    const run = await lumenloom(
      ...['isp', golden(whiteBalance.file), '--pattern', 'rggb', '--bits', '12'],
      ...['--white-balance', 'greyWorld', '--json', '--out', balanced],
    );
    const { red, blue, cells } = whiteBalance.greyWorld;
    const report = (await json(join(balanced, 'report.json'))) as Readonly<
      Record<'whiteBalance', Readonly<Record<string, number | string>>>
    >;
    expect(report.whiteBalance).toMatchObject({ from: 'greyWorld', cells });
    expect(report.whiteBalance['red']).toBeCloseTo(red, 6);
    expect(report.whiteBalance['blue']).toBeCloseTo(blue, 6);
    expect(JSON.parse(run.stdout)).toMatchObject(report);
    // The same bits as with the numbers typed in; 1200 is the default of green.
    const typed = join(folder, 'typed');
    await lumenloom(
      ...['isp', golden(whiteBalance.file), '--pattern', 'rggb', '--bits', '12', '--out', typed],
      '--params',
      await jsonFile(folder, 'typed.json', {
        awbR: Math.round(1200 * red),
        awbB: Math.round(1200 * blue),
      }),
    );
    expect((await npy(join(balanced, 'final.npy'))).data).toEqual(
      (await npy(join(typed, 'final.npy'))).data,
    );
  });

  test('--tone-map develops linear light', async () => {
    const out = join(folder, 'tones');
    const { toneMap } = manifest;
    const { status, stderr } = await lumenloom(
      ...['isp', golden(toneMap.file), '--pattern', 'grbg', '--out', out, '--tone-map'],
      await jsonFile(folder, 'tone-map.json', { key: toneMap.key, bits: 12 }),
    );
    expect([status, stderr]).toEqual([0, '']);
    const report = (await json(join(out, 'report.json'))) as {
      readonly toneMap: { readonly scale: number };
    };
    const tones = (await npy(golden(toneMap.tone))).data;
    const { scale } = report.toneMap;
    const codes = Array.from(tones, (tone) =>
      Math.min(4095, Math.max(0, Math.floor(tone * scale * 4095 + 0.5))),
    );
    const { most, share } = difference((await npy(join(out, 'tonemapped.npy'))).data, codes);
    expect(most).toBeLessThanOrEqual(1);
    expect(share).toBeLessThanOrEqual(OTHER_CODES);
    const refused = await lumenloom(
      ...['isp', golden(toneMap.file), '--pattern', 'grbg', '--out', out, '--tone-map'],
      await jsonFile(folder, 'tone-map.json', { operator: 'log' }),
    );
    expect(refused).toMatchObject({
      status: 2,
      stderr: 'toneMap.operator must be one of reinhard, linear.\n',
    });
  });
});

describe('simulate', () => {
  const small = ['--set', 'sensorParams.rows=60', '--set', 'sensorParams.cols=80'];

  test('takes gains of a file, and gives the same picture on one thread and on two', async () => {
    const gains = join(folder, 'gains.npy');
    const data = Float32Array.from({ length: 16 }, (_, i) => 1 + i / 16);
    await writeFile(
      gains,
      Buffer.concat([npyHeader('float32', [2, 2, 4]), new Uint8Array(data.buffer)]),
    );
    const pictures = [];
    for (const threads of ['1', '2']) {
      const out = join(folder, `threads-${threads}`);
      const { status } = await lumenloom(
        ...['simulate', ...small, '--out', out, '--threads', threads, '--lens-shading', gains],
        ...['--set', 'toneMap.key=0.3', '--set', 'whiteBalance=greyWorld'],
        ...['--set', 'colourMatrix=light'],
      );
      expect(status).toBe(0);
      pictures.push(await readFile(join(out, 'result.png')));
      expect(await json(join(out, 'report.json'))).toMatchObject({
        isp: {
          lensShading: { from: 'file', largestGain: 1.9375 },
          toneMap: { operator: 'reinhard', key: 0.3, bits: 12 },
          whiteBalance: { from: 'greyWorld' },
          colourMatrix: { from: 'light' },
        },
      });
    }
    expect(pictures[0]).toEqual(pictures[1]);
  });

  test('refuses gains that fit no Bayer mosaic', async () => {
    const gains = join(folder, 'wrong.npy');
    const data = new Float32Array(12).fill(1);
    await writeFile(
      gains,
      Buffer.concat([npyHeader('float32', [2, 2, 3]), new Uint8Array(data.buffer)]),
    );
    const { status, stderr } = await lumenloom(
      ...['simulate', ...small, '--out', folder, '--lens-shading', gains],
    );
    expect(status).toBe(2);
    expect(stderr).toContain('The gains of --lens-shading have 3 colours; this sensor needs 4.');
  });
});

describe('the reference ISP', () => {
  const base = [
    ...['simulate', '--noise', 'off', '--set', 'sensorParams.rows=60'],
    ...['--set', 'sensorParams.cols=80', '--set', 'scene=Macbeth', '--set', 'optics='],
    ...['--set', 'sensorParams.pixel_size=16'],
  ];
  const reference = ['--set', 'isp=Reference ISP'];
  const picture = async (file: string) => decodePicture(await readFile(file));

  test('develops recipes, with 16 bits in --tiff and --png16', async () => {
    const out = join(folder, 'reference');
    const [tiff, png, simple] = ['a.tiff', 'a.png', 'b.tiff'].map((name) => join(folder, name));
    const { status, stderr } = await lumenloom(
      ...[...base, ...reference, '--out', out, '--tiff', tiff!, '--png16', png!],
    );
    expect([status, stderr]).toEqual([0, '']);
    const deep = await picture(tiff!);
    expect(deep).toMatchObject({ rows: 60, columns: 80, channels: 3, largest: 65535 });
    expect(await picture(png!)).toEqual(deep);
    // The 8 bits of the result are those 16, rounded: half a code of each.
    const shown = await picture(join(out, 'result.png'));
    const differences = Array.from(deep.data, (value, i) => Math.abs(value / 257 - shown.data[i]!));
    expect(Math.max(...differences)).toBeLessThanOrEqual(0.51);
    expect(await json(join(out, 'report.json'))).toMatchObject({
      referenceIsp: { label: 'Reference ISP', toneMap: { operator: 'linear' } },
    });
    await lumenloom(
      ...[...base, ...reference, '--out', out, '--tiff', simple!, '--develop', 'simple'],
    );
    expect(await picture(simple!)).not.toEqual(deep);
  });

  test('develops --tiff beside another ISP with --develop reference, and only then', async () => {
    const out = join(folder, 'beside');
    const [simple, deep] = ['c.tiff', 'd.tiff'].map((name) => join(folder, name));
    await lumenloom(...[...base, '--out', out, '--tiff', simple!]);
    const before = await readFile(join(out, 'result.png'));
    await lumenloom(...[...base, '--out', out, '--tiff', deep!, '--develop', 'reference']);
    expect(await readFile(join(out, 'result.png'))).toEqual(before);
    expect(await picture(deep!)).not.toEqual(await picture(simple!));
    const refused = await lumenloom(...[...base, '--out', out, '--develop', 'reference']);
    expect(refused).toMatchObject({
      status: 2,
      stderr: '--develop belongs to --tiff and --png16.\n',
    });
  });

  test('develops arrays that are no Bayer pattern', async () => {
    const out = join(folder, 'quad');
    const sensor = await jsonFile(folder, 'quad.json', { name: 'Quad', pattern: 'quad' });
    const { status, stderr } = await lumenloom(
      ...[...base, ...reference, '--out', out, '--sensor-file', sensor],
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(await picture(join(out, 'result.png'))).toMatchObject({ channels: 3 });
  });
});

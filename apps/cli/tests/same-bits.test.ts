/**
 * Ten recipes with fixed seeds give the bits that they gave when same-bits.json was recorded: every stage and the picture, on one thread and
 * on two. A change that is meant to change pictures records them anew, in a commit that says why: run this test with RECORD_SAME_BITS=1.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNpy } from '@lumenloom/engine';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recordFile = fileURLToPath(new URL('same-bits.json', import.meta.url));
const isRecording = process.env['RECORD_SAME_BITS'] === '1';

/** 2 rows more than a multiple of 64 and an odd width: the last rows of a picture are shared out unevenly among threads. */
const size = { rows: 194, cols: 257 };
const sensor = { sensor: 'Bayer-grbg', sensorParams: { ...size, pixel_size: 4 } };
const isp = { isp: 'Fast-openISP' };
const everyNoise = { dark_voltage: 2, read_noise: 3, prnu: 2, dsnu: 1.5, analog_offset: 0.1 };

/** Every scene, lens, colour order of the sensor and kind of light at least once. */
const recipes: Readonly<Record<string, { recipe: object; options?: readonly string[] }>> = {
  'the defaults, seeded': { recipe: { scene: 'Macbeth', ...sensor, ...isp } },
  'Macbeth, ideal lens, every noise': {
    recipe: {
      illuminant: 'Tungsten',
      scene: 'Macbeth',
      sensor: 'Bayer-rggb',
      sensorParams: { ...sensor.sensorParams, ...everyNoise },
      ...isp,
    },
  },
  'Point Array, Cooke': {
    recipe: { illuminant: 'D50', scene: 'Point Array', optics: 'Cooke Triplet', ...sensor },
  },
  'Gridlines, Fisheye, developed': {
    recipe: {
      illuminant: 'D65',
      scene: 'Gridlines',
      gridlinesParams: { hfov: 150 },
      optics: 'Fisheye',
      sensor: 'Bayer-gbrg',
      sensorParams: { ...size, pixel_size: 9 },
      ...isp,
    },
  },
  'Slanted Edge, Double-Gauss, small pixels': {
    recipe: {
      illuminant: 'Fluorescent',
      scene: 'Slanted Edge',
      optics: 'Double-Gauss',
      sensor: 'Bayer-bggr',
      sensorParams: { ...size, pixel_size: 1.1 },
      ...isp,
    },
  },
  'Slanted Edge, high quality, window of a larger sensor': {
    recipe: {
      illuminant: 'D75',
      scene: 'Slanted Edge',
      optics: 'Cooke Triplet',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 66, cols: 97, pixel_size: 4 },
    },
    options: ['--quality', 'high', '--offset', '60,40'],
  },
  'Rings Rays, illuminant A': {
    recipe: {
      illuminant: 'Illuminant A',
      scene: 'Rings Rays',
      optics: 'Double-Gauss',
      ...sensor,
      ...isp,
    },
  },
  'apple.jpg, scaled by the ISP': {
    recipe: {
      illuminant: 'D55',
      scene: 'apple.jpg',
      optics: 'Double-Gauss',
      ...sensor,
      ...isp,
      ispParams: { sclEnabled: true, sclWidth: 123, sclHeight: 77, nlmHeight: 20 },
    },
  },
  'apple.jpg, long exposure: clipped': {
    recipe: {
      illuminant: 'Illuminant C',
      scene: 'apple.jpg',
      optics: 'Fisheye',
      ...sensor,
      ...isp,
    },
    options: ['--exposure', '0.2'],
  },
  'the optical image, no sensor': {
    recipe: { illuminant: 'Illuminant B', scene: 'Rings Rays', optics: 'Cooke Triplet' },
  },
};

const shortHash = (data: Uint8Array): string =>
  createHash('sha256').update(data).digest('hex').slice(0, 16);

/** A hash for each file that is an array or a picture, of what it decodes to: its compression may change. */
async function hashesIn(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const name of (await readdir(folder)).toSorted()) {
    const file = join(folder, name);
    if (name.endsWith('.npy')) {
      const { shape, data } = readNpy(await readFile(file));
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      hashes[name] = `${shape.join('x')} ${shortHash(bytes)}`;
    } else if (name.endsWith('.png')) {
      const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      hashes[name] = `${info.height}x${info.width}x${info.channels} ${shortHash(data)}`;
    }
  }
  return hashes;
}

type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>;
const recorded = JSON.parse(await readFile(recordFile, 'utf8').catch(() => '{}')) as Recorded;
const seen: Record<string, Record<string, string>> = {};

describe.each([1, 2])('on %i threads', (threads) => {
  test.each(Object.entries(recipes))('%s', async (name, { recipe, options = [] }) => {
    const folder = await temporaryFolder();
    const body = { ...recipe, seed: 20261122, fpnSeed: 7 };
    const { status, stderr } = await lumenloom(
      'simulate',
      await jsonFile(folder, 'recipe.json', body),
      ...['--out', folder, '--stages', '--threads', String(threads), ...options],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const hashes = await hashesIn(folder);
    seen[name] ??= hashes;
    expect(hashes).toEqual(isRecording ? seen[name] : recorded[name]);
  });
});

afterAll(async () => {
  if (isRecording) await writeFile(recordFile, `${JSON.stringify(seen, undefined, 2)}\n`);
});

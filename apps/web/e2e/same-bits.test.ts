/**
 * The engine in a page gives the bits of the server: raw mosaic and picture of 11 recipes with
 * threads, and of three of them without.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BUDGET, toPlan } from '@lumenloom/contract';
import { simulate } from '@lumenloom/engine';
import { nodeHost, publishedLens, publishedSensor } from '@lumenloom/node-host';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';

const size = { rows: 98, cols: 130 };
const sensor = { sensor: 'Bayer-grbg', sensorParams: { ...size, pixel_size: 4 } };
const isp = { isp: 'Fast-openISP' };

const PUBLISHED = { lens: 'pentax-110-24', sensor: 'imx363' };

/** Every scene, lens, colour order of the sensor and kind of light at least once. */
const recipes: Readonly<Record<string, object>> = {
  defaults: { scene: 'Macbeth', ...sensor, ...isp },
  'Macbeth, ideal lens, every noise': {
    illuminant: 'Tungsten',
    scene: 'Macbeth',
    sensor: 'Bayer-rggb',
    sensorParams: { ...size, pixel_size: 4, dark_voltage: 2, read_noise: 3, prnu: 2, dsnu: 1.5 },
    ...isp,
  },
  'Gridlines, Fisheye, no ISP': {
    illuminant: 'Illuminant C',
    scene: 'Gridlines',
    gridlinesParams: { hfov: 150 },
    optics: 'Fisheye',
    sensor: 'Bayer-gbrg',
    sensorParams: { ...size, pixel_size: 9 },
  },
  'Slanted Edge, Double-Gauss, small pixels': {
    illuminant: 'Fluorescent',
    scene: 'Slanted Edge',
    optics: 'Double-Gauss',
    sensor: 'Bayer-bggr',
    sensorParams: { ...size, pixel_size: 1.1 },
    ...isp,
  },
  'Rings Rays, illuminant A': {
    illuminant: 'Illuminant A',
    scene: 'Rings Rays',
    optics: 'Double-Gauss',
    ...sensor,
    ...isp,
  },
  'apple.jpg, scaled by the ISP': {
    illuminant: 'D55',
    scene: 'apple.jpg',
    ...sensor,
    ...isp,
    ispParams: { sclEnabled: true, sclWidth: 123, sclHeight: 77, nlmHeight: 20 },
  },
  'Point Array, the optical image, no sensor': {
    illuminant: 'Illuminant B',
    scene: 'Point Array',
    optics: 'Cooke Triplet',
    sensorParams: size,
  },
  'a custom light, the ISP changed': {
    illuminant: 'Custom',
    scene: 'Macbeth',
    ...sensor,
    ...isp,
    ispParams: { gacGamma: 0.6, ccmEnabled: false, hscHueOffset: 30, cehEnabled: true },
  },
  'a chart with depth, autofocus, scatter and ghosts': {
    illuminant: 'D65',
    scene: 'Depth Steps',
    depthstepsParams: { imageSize: 48 },
    // Its 15 pairs of reflections are weighed in half the time of a Double-Gauss.
    optics: 'Cooke Triplet',
    opticsParams: { autofocus: true, fNumber: 8, scatter: 2, coating: 'uncoated', ghostPairs: 2 },
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 24, cols: 32, pixel_size: 8 },
    ...isp,
  },
  'a chart with depth, ideal lens': {
    illuminant: 'D50',
    scene: 'Depth Steps',
    depthstepsParams: { imageSize: 96 },
    opticsParams: { focusDistance: 2 },
    sensor: 'Bayer-grbg',
    sensorParams: { ...size, pixel_size: 8 },
    ...isp,
  },
  'a published lens and a published sensor': {
    scene: 'Macbeth',
    optics: `published:${PUBLISHED.lens}`,
    sensor: `published:${PUBLISHED.sensor}`,
    sensorParams: { ...size, pixel_size: 4 },
    ...isp,
  },
};

/**
 * Without threads one loop computes what threads share, whatever the recipe: an ideal lens, a real
 * one, and a scene with depth are enough.
 */
const ON_ONE_THREAD = ['defaults', 'Rings Rays, illuminant A', 'a chart with depth, ideal lens'];
const recipesOn = (threads: number): typeof recipes =>
  threads > 1 ? recipes : Object.fromEntries(ON_ONE_THREAD.map((name) => [name, recipes[name]!]));

const assets = fileURLToPath(new URL('../build/client/assets/', import.meta.url));
const names = await readdir(assets).catch((): string[] => []);
const workerFile = `/assets/${names.find((name) => /^worker-.*\.js$/.test(name)) ?? ''}`;
const kernels = Object.fromEntries(
  names.flatMap((name) => {
    const kernel = /^([a-z-]+)-[\w-]{8}\.wasm$/.exec(name)?.[1];
    return kernel === undefined ? [] : [[kernel, `/assets/${name}`]];
  }),
);

interface Bits {
  readonly raw: string | undefined;
  readonly picture: string;
}

const hashOf = (array: Uint8Array | Uint16Array): string =>
  createHash('sha256')
    .update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    .digest('hex');

async function planOf(recipe: object) {
  if (!JSON.stringify(recipe).includes('published:')) return toPlan(recipe);
  const [lens, chip] = await Promise.all([
    publishedLens(PUBLISHED.lens),
    publishedSensor(PUBLISHED.sensor),
  ]);
  const own = { optics: lens!.file, sensor: chip!.sensor };
  return toPlan({ ...recipe, optics: '', sensor: '' }, DEFAULT_BUDGET, undefined, own);
}

/** As the server computes it. */
async function expectedBits(recipe: object): Promise<Bits> {
  const decoded = await planOf(recipe);
  if (!decoded.ok || !decoded.value.plan) throw new Error(JSON.stringify(decoded));
  const { image, raw } = await simulate(decoded.value.plan, nodeHost(1), {
    stopped: () => false,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  });
  return { raw: raw && hashOf(raw), picture: hashOf(image.data) };
}

/** As the workers of the page compute it, one recipe after the other on one memory. */
const bitsInPage = (page: Page, threads: number) =>
  page.evaluate(
    async ({ workerFile, kernels, threads, recipes }) => {
      const worker = new Worker(workerFile, { type: 'module' });
      worker.postMessage({
        kind: 'engine',
        threads,
        memoryBytes: 64e6,
        kernels,
        pictures: new URL('/api/pictures/', location.href).href,
        parts: new URL('/api/library/read', location.href).href,
      });
      const hash = async (array: ArrayBufferView<ArrayBuffer> | undefined) =>
        array &&
        [...new Uint8Array(await crypto.subtle.digest('SHA-256', array))]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('');
      const found: [string, unknown][] = [];
      let [path, used] = ['', 0];
      for (const [id, [name, recipe]] of Object.entries(recipes).entries()) {
        const answer = await new Promise<{
          kind: string;
          raw?: Uint16Array<ArrayBuffer>;
          picture?: Uint8Array<ArrayBuffer>;
          report: { path: string; threads: number };
        }>((resolve, reject) => {
          worker.onerror = ({ message }) => {
            reject(new Error(message));
          };
          worker.onmessage = ({ data }: MessageEvent<{ answer: never }>) => {
            resolve(data.answer);
          };
          worker.postMessage({ kind: 'compute', id, recipe, isPreview: false, wants: 'arrays' });
        });
        if (answer.kind !== 'computed') throw new Error(JSON.stringify(answer));
        ({ path, threads: used } = answer.report);
        found.push([name, { raw: await hash(answer.raw), picture: await hash(answer.picture) }]);
      }
      worker.terminate();
      return { bits: Object.fromEntries(found), path, used, isolated: crossOriginIsolated };
    },
    { workerFile, kernels, threads, recipes: recipesOn(threads) },
  );

describeSite('The engine in the page', (site) => {
  const expected = new Map<string, Promise<Bits>>();
  const expectedOf = async (names: readonly string[]): Promise<Record<string, Bits>> => {
    const all: Record<string, Bits> = {};
    for (const name of names) {
      if (!expected.has(name)) expected.set(name, expectedBits(recipes[name]!));
      all[name] = await expected.get(name)!;
    }
    return all;
  };

  test.each([1, 2])('the bits of the server, on %i threads', async (threads) => {
    // Nothing moves in it: the home page draws all the time.
    const page = await site().open('/terms');
    const { bits, path, used, isolated } = await bitsInPage(page, threads);
    expect({ path, used, isolated }).toEqual({ path: 'SIMD', used: threads, isolated: true });
    expect(bits).toEqual(await expectedOf(Object.keys(recipesOn(threads))));
    expect(site().pageErrors).toEqual([]);
  });

  // WebKit evaluates an entry that a chunk imports a second time, and the copies do not know each
  // other's objects.
  test('no chunk imports from the entry of its workers', async () => {
    const imports = new RegExp(`(?:from|import)\\W*${basename(workerFile)}`);
    const importers: string[] = [];
    for (const name of names.filter((one) => one.endsWith('.js')))
      if (imports.test(await readFile(`${assets}${name}`, 'utf8'))) importers.push(name);
    expect(importers).toEqual([]);
  });
});

/**
 * Ten recipes with fixed seeds give the bits that they gave when same-bits.json was recorded: every
 * stage and the picture, on one thread and on two. A change that is meant to change pictures
 * records them anew, in a commit that says why: run this test with RECORD_SAME_BITS=1.
 */
import { createHash, type Hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BUDGET, toPlan } from '@lumenloom/contract';
import { BITS, readNpy, simulate, type SimulationPlan, type StageSink } from '@lumenloom/engine';
import { encodePng, nodeHost } from '@lumenloom/node-host';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recordFile = fileURLToPath(new URL('same-bits.json', import.meta.url));
const isRecording = process.env['RECORD_SAME_BITS'] === '1';

/**
 * 2 rows more than a multiple of 64 and an odd width: the last rows of a picture are shared out
 * unevenly among threads.
 */
const size = { rows: 130, cols: 129 };
const sensor = { sensor: 'Bayer-grbg', sensorParams: { ...size, pixel_size: 4 } };
const isp = { isp: 'Fast-openISP' };
const everyNoise = { dark_voltage: 2, read_noise: 3, prnu: 2, dsnu: 1.5, analog_offset: 0.1 };

/** A recipe, and what stands beside it on the command line. */
interface Shot {
  readonly recipe: object;
  readonly quality?: 'high';
  readonly grid?: Partial<SimulationPlan['grid']>;
  readonly exposureSeconds?: number;
}

/** Formed by the command, on two threads. */
const FROM_A_COMMAND = 'Slanted Edge, high quality, window of a larger sensor';

/** Every scene, lens, colour order of the sensor and kind of light at least once. */
const recipes: Readonly<Record<string, Shot>> = {
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
  [FROM_A_COMMAND]: {
    recipe: {
      illuminant: 'D75',
      scene: 'Slanted Edge',
      optics: 'Cooke Triplet',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 66, cols: 97, pixel_size: 4 },
    },
    quality: 'high',
    grid: { offset: [60, 40] },
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
    exposureSeconds: 0.2,
  },
  'the optical image, no sensor': {
    recipe: { illuminant: 'Illuminant B', scene: 'Rings Rays', optics: 'Cooke Triplet' },
    grid: { rows: 130, columns: 129 },
  },
};

const shortHash = (hash: Hash): string => hash.digest('hex').slice(0, 16);

/** Arrays of all bands, of which a picture is formed for each. */
const SPECTRA = ['scene', 'irradiance'];

/**
 * Hashes of the arrays between the stages, as the engine gives them out piece by piece, with or
 * without those of all bands.
 */
function hashing(hashes: Record<string, string>, hasSpectra: boolean): StageSink {
  return {
    write: async (name, _, shape, pieces) => {
      if (!hasSpectra && SPECTRA.includes(name)) return;
      const hash = createHash('sha256');
      for await (const { buffer, byteOffset, byteLength } of pieces)
        hash.update(new Uint8Array(buffer, byteOffset, byteLength));
      hashes[`${name}.npy`] = `${shape.join('x')} ${shortHash(hash)}`;
    },
  };
}

const hashOf = (shape: readonly number[], data: ArrayBufferView): string => {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return `${shape.join('x')} ${shortHash(createHash('sha256').update(bytes))}`;
};

/** Hash of the samples of a PNG, whose compression may change. */
async function pictureHash(png: Uint8Array): Promise<string> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return hashOf([info.height, info.width, info.channels], data);
}

function arrayHash(npy: Uint8Array): string {
  const { shape, data } = readNpy(npy);
  return hashOf(shape, data);
}

const seeded = ({ recipe }: Shot): object => ({ ...recipe, seed: 20261122, fpnSeed: 7 });

type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>;
const recorded = JSON.parse(await readFile(recordFile, 'utf8').catch(() => '{}')) as Recorded;
const computed: Record<string, Record<string, string>> = {};

/** On one thread only: many bands take long. */
const ON_ONE_THREAD = 'the optical image, no sensor';
/** On two threads the bands of these alone: threads share a band as they share the whole light. */
const SPECTRA_ON_TWO = ['Macbeth, ideal lens, every noise', 'Point Array, Cooke'];

describe.each([1, 2])('on %i threads', (threads) => {
  const names = Object.entries(recipes).filter(
    ([name]) => name !== FROM_A_COMMAND && (threads === 1 || name !== ON_ONE_THREAD),
  );
  test.each(names)('%s', async (name, shot) => {
    const { quality = 'normal', grid, exposureSeconds } = shot;
    const hasSpectra = threads === 1 || SPECTRA_ON_TWO.includes(name);
    const decoded = toPlan(seeded(shot), DEFAULT_BUDGET, exposureSeconds);
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    const plan = decoded.value.plan!;
    const hashes: Record<string, string> = {};
    const { image } = await simulate(
      { ...plan, noise: true, quality, grid: { ...plan.grid, ...grid } },
      nodeHost(threads),
      {
        stopped: () => false,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
        sink: hashing(hashes, hasSpectra),
      },
    );
    hashes['result.png'] = await pictureHash(await encodePng(image));
    computed[name] ??= hashes;
    const wanted = (isRecording ? computed : recorded)[name]!;
    expect(hashes).toEqual(
      Object.fromEntries(
        Object.entries(wanted).filter(
          ([file]) => hasSpectra || !SPECTRA.includes(file.replace('.npy', '')),
        ),
      ),
    );
  });
});

test('the command writes these arrays and this picture', async () => {
  const name = FROM_A_COMMAND;
  const folder = await temporaryFolder();
  const { status, stderr } = await lumenloom(
    ...['simulate', await jsonFile(folder, 'recipe.json', seeded(recipes[name]!))],
    ...['--out', folder, '--stages', '--quality', 'high', '--offset', '60,40', '--threads', '2'],
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const hashes: Record<string, string> = {};
  for (const file of Object.keys(recorded[name]!)) {
    const bytes = await readFile(join(folder, file));
    hashes[file] = file.endsWith('.npy') ? arrayHash(bytes) : await pictureHash(bytes);
  }
  computed[name] = hashes;
  if (!isRecording) expect(hashes).toEqual(recorded[name]);
});

test('the engine names these bits, and the libraries that compute with it', async () => {
  const { dependencies } = JSON.parse(
    await readFile(new URL('../../../packages/node-host/package.json', import.meta.url), 'utf8'),
  ) as { readonly dependencies: Readonly<Record<string, string>> };
  const libraries = [dependencies['onnxruntime-node'], dependencies['sharp']];
  const named = createHash('sha256').update(JSON.stringify([recorded, libraries]));
  expect(named.digest('hex').slice(0, 12)).toBe(BITS);
});

afterAll(async () => {
  if (isRecording) await writeFile(recordFile, `${JSON.stringify(computed, undefined, 2)}\n`);
});

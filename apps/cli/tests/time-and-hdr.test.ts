import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

/** Motion, scenes that follow each other, frames and captures through the built command. */

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const BANDS = 31;
const WAVELENGTHS = ['--wavelengths', '400:10:700'];
/** Of the ideal lens, and the pitch of the sensor of these tests; micrometres. */
const [FOCAL_LENGTH, PITCH] = [8200, 10];
const [ROWS, COLUMNS] = [24, 40];
/** Samples of a scene: each is one pixel wide and high. */
const SCENE = { rows: 48, columns: 80 };
const SCENE_DEGREES = (360 / Math.PI) * Math.atan((SCENE.columns * PITCH) / (2 * FOCAL_LENGTH));

const RECIPE = {
  scene: 'apple.jpg',
  sceneFileParams: { hfov: SCENE_DEGREES },
  illuminant: 'D65',
  illuminantLuminance: 100,
  sensor: 'Bayer-grbg',
  sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: PITCH },
};

/** A scene that is bright left of an edge, as a cube of reflectance. */
async function edgeScene(path: string, edge: number, rows = SCENE.rows): Promise<void> {
  const { columns } = SCENE;
  const data = Float32Array.from({ length: BANDS * rows * columns }, (_, at) =>
    at % columns < edge ? 0.9 : 0.1,
  );
  const bytes = new Uint8Array(data.buffer);
  await writeFile(path, Buffer.concat([npyHeader('float32', [BANDS, rows, columns]), bytes]));
}

/** Runs a recipe with a monochrome sensor. @returns the folder of the results. */
async function simulated(
  name: string,
  args: readonly string[],
  changes: object = {},
): Promise<string> {
  const recipe = await jsonFile(folder, `${name}.json`, { ...RECIPE, ...changes });
  const out = join(folder, name);
  const options = ['--stages', '--noise', 'off', '--out', out, ...args];
  const { status, stderr } = await lumenloom('simulate', recipe, ...options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return out;
}

const arrayOf = async (out: string, name: string) =>
  readNpy(await readFile(join(out, `${name}.npy`)));

const electronsOf = async (out: string): Promise<ArrayLike<number>> =>
  (await arrayOf(out, 'electrons')).data;

/** Where the edge is in each row, columns. */
const edgesOf = (electrons: ArrayLike<number>): readonly number[] =>
  Array.from({ length: ROWS }, (_, row) => {
    const line = Array.from(
      { length: COLUMNS },
      (__, column) => electrons[row * COLUMNS + column]!,
    );
    const [bright, dark] = [line[0]!, line.at(-1)!];
    return line.reduce((sum, value) => sum + (value - dark) / (bright - dark), 0);
  });

describe('scenes that follow each other', () => {
  const [HERTZ, SECONDS, LINE] = [1000, 0.004, 1e-4];
  const rate = ['--scene-rate', String(HERTZ)];
  let scenes: string;
  let mono: string;
  /** Nine scenes whose edge moves by a pixel. */
  const names = Array.from({ length: 9 }, (_, cell) => `${cell}.npy`);
  beforeAll(async () => {
    scenes = join(folder, 'scenes');
    await mkdir(scenes);
    for (const [cell, name] of names.entries()) await edgeScene(join(scenes, name), 36 + cell);
    mono = await jsonFile(folder, 'mono.json', { pattern: 'mono' });
  });
  const common = () => ['--sensor-file', mono, ...WAVELENGTHS, '--exposure', String(SECONDS)];

  test('an exposure is the mean of its scenes', async () => {
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('mean', args);
    const mean = new Float64Array(ROWS * COLUMNS);
    for (const name of names.slice(0, 4)) {
      const file = ['--scene-file', join(scenes, name)];
      const still = await electronsOf(await simulated(`still-${name}`, [...common(), ...file]));
      mean.forEach((_, pixel) => (mean[pixel]! += still[pixel]! / 4));
    }
    const electrons = await electronsOf(out);
    const largest = Math.max(...mean);
    for (const [pixel, value] of mean.entries())
      expect(Math.abs(electrons[pixel]! - value) / largest).toBeLessThan(SINGLE);
    expect(await readFile(join(out, 'log.txt'), 'utf8')).toContain(
      'The light is 9 scenes one after the other, from 0.npy to 8.npy, each for 0.001 s; the meter sees the first.',
    );
  });

  test('a rolling shutter skews the edge by its speed times the time of a line', async () => {
    const shutter = { kind: 'rolling', lineSeconds: LINE };
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('skew', args, { sensorFile: { shutter } });
    const edges = edgesOf(await electronsOf(out));
    for (const [row, edge] of edges.entries())
      expect(Math.abs(edge - edges[0]! - HERTZ * LINE * row)).toBeLessThan(SKEW);
  });

  test('frames at a rate go on through the scenes', async () => {
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('series', [...args, '--frames', '2', '--frame-rate', '200']);
    const [first, second] = await Promise.all(
      ['raw_000', 'raw_001'].map(async (name) => edgesOf((await arrayOf(out, name)).data)),
    );
    // Codes are whole numbers.
    expect(second![0]! - first![0]!).toBeCloseTo(HERTZ / 200, 1);
  });

  test.each([
    [
      ['--exposure', '0.0095', '--scene-rate', '1000'],
      'exposure: The light lasts 0.009 s; exposure and read-out need 0.0095 s.',
    ],
    [[], '--scene-frames needs --scene-rate, the scenes per second.'],
    [
      ['--scene-rate', '5', '--scene-file', 'a.png'],
      '--scene-file is not for --scene-frames: leave one of them out.',
    ],
    [
      ['--scene-rate', '5', '--set', 'motion={"pixelsPerSecond":[10,0]}'],
      'motion: motion moves one scene, and --scene-frames shows several: leave one of them out.',
    ],
  ])('%j is refused', async (options, sentence) => {
    const recipe = await jsonFile(folder, 'refused.json', RECIPE);
    const args = ['--scene-frames', scenes, ...WAVELENGTHS, '--out', join(folder, 'refused')];
    const { status, stderr } = await lumenloom('simulate', recipe, ...args, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });

  test('scenes of two sizes, and a single one, are refused', async () => {
    const [two, one] = [join(folder, 'two'), join(folder, 'one')];
    for (const path of [two, one]) await mkdir(path);
    await edgeScene(join(two, 'a.npy'), 40);
    await edgeScene(join(two, 'b.npy'), 40, 32);
    await edgeScene(join(one, 'a.npy'), 40);
    const recipe = await jsonFile(folder, 'sizes.json', RECIPE);
    for (const [path, sentence] of [
      [
        two,
        'b.npy has 80 × 32 samples and a.npy 80 × 48: scenes of --scene-frames must have one size.',
      ],
      [one, `${one} holds 1 scenes: --scene-frames needs 2 to 1000`],
    ] as const) {
      const args = ['--scene-frames', path, ...rate, ...WAVELENGTHS];
      const { status, stderr } = await lumenloom('simulate', recipe, ...args);
      expect(status).toBe(2);
      expect(stderr).toContain(sentence);
    }
  });
});

/** Of the largest value: sums of pictures in single precision. */
const SINGLE = 2e-6;
/** Share of a pixel, over the picture. */
const SKEW = 1e-3;

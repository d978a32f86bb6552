import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { readPngCodes, writeExr, writePng16 } from '@lumenloom/node-host';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const [ROWS, COLUMNS] = [24, 32];
const SENSOR = { rows: 24, cols: 32, pixel_size: 2.2 };
/** Degrees that fill the sensor behind a lens of 8.2 mm without distortion. */
const HFOV = (2 * Math.atan((32 * 2.2e-3) / 2 / 8.2) * 180) / Math.PI;
let folder = '';
let recipe = '';
const path = (name: string): string => join(folder, name);

const pixels = Array.from({ length: ROWS * COLUMNS }, (_, i) => [
  i % COLUMNS,
  Math.floor(i / COLUMNS),
]) as readonly (readonly [number, number])[];
// So far away that few layers are formed.
const depth = Float32Array.from(pixels, ([x, y]) => 1000 + x + 100 * y);
const ids = Uint16Array.from(pixels, ([x, y]) => (x > 15 ? 300 : 0) + (y > 11 ? 7 : 0));
const ramp = Float32Array.from(pixels, ([x]) => 0.1 + x / 50);

beforeAll(async () => {
  folder = await temporaryFolder();
  recipe = await jsonFile(folder, 'recipe.json', {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: SENSOR,
  });
  await mkdir(path('in'));
  for (const [i, gain] of [1, 0.5, 0.25].entries())
    await writeFile(
      path(`in/frame_${i}.exr`),
      writeExr({
        rows: ROWS,
        columns: COLUMNS,
        channels: new Map([
          ...['R', 'G', 'B'].map(
            (colour) =>
              [`ViewLayer.Combined.${colour}`, ramp.map((value) => gain * value)] as const,
          ),
          ['ViewLayer.Depth.Z', depth],
          ['ViewLayer.IndexOB.X', Float32Array.from(ids)],
        ]),
      }),
    );
  await writeFile(path('in/broken.exr'), (await readFile(path('in/frame_0.exr'))).subarray(0, 900));
});

/** All files of a folder with hashes of their bytes. */
async function contents(name: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(path(name));
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(path(`${name}/${file}`));
        return [file, createHash('sha256').update(bytes).digest('hex')] as const;
      }),
    ),
  );
}

describe('a folder of scenes', () => {
  test('a damaged file fails alone; the bytes depend neither on jobs nor on a second try', async () => {
    const simulate = (out: string, ...options: readonly string[]) =>
      lumenloom('simulate', recipe, '--scene-folder', path('in'), '--out', path(out), ...options);
    const maps = ['--ids-out', 'ids.png', '--depth-out', 'depth.npy'];
    const first = await simulate('one', '--jobs', '2', ...maps);
    expect(first).toMatchObject({ status: 1, stderr: '1 of 4 exposures failed.\n' });
    expect(first.stdout).toMatch(
      /^Failed: .*broken\.exr: .*damaged or ends early\.\nWrote 3 exposures to .*; 1 failed\. --resume/m,
    );
    expect((await simulate('one', ...maps)).stderr).toMatch(/has a folder of exposures already/);
    await writeFile(path('in/broken.exr'), await readFile(path('in/frame_0.exr')));
    expect(await simulate('one', '--resume', ...maps)).toMatchObject({
      status: 0,
      stdout: `Wrote 4 exposures to ${path('one')}.\n`,
    });
    await simulate('other', '--jobs', '1', ...maps);
    const [one, other] = [await contents('one'), await contents('other')];
    expect([...one.keys()]).toHaveLength(4 * 4 + 1);
    expect(other).toEqual(one);
    // The same picture under another name has other noise.
    expect(one.get('broken.png')).not.toBe(one.get('frame_0.png'));
    const { seeds } = JSON.parse(await readFile(path('one/frame_1.json'), 'utf8')) as {
      readonly seeds: { readonly temporal: number };
    };
    const list = JSON.parse(await readFile(path('one/exposures.json'), 'utf8')) as {
      readonly files: readonly { readonly scene: string; readonly seed: number }[];
    };
    expect(list.files.find(({ scene }) => scene === 'frame_1.exr')?.seed).toBe(seeds.temporal);
  });
  test('refuses options of single runs, and a folder without scenes', async () => {
    const { stderr } = await lumenloom(
      'simulate',
      recipe,
      '--scene-folder',
      path('in'),
      '--frames',
      '2',
    );
    expect(stderr).toBe('--frames is not for --scene-folder: leave one of them out.\n');
    await mkdir(path('empty'));
    expect((await lumenloom('simulate', recipe, '--scene-folder', path('empty'))).stderr).toMatch(
      /holds no scene/,
    );
    expect((await lumenloom('simulate', recipe, '--scene-file', path('in'))).stderr).toMatch(
      /holds 4 exposures: --scene-folder .* simulates each of them\.\n$/,
    );
    const { stderr: noMap } = await lumenloom('simulate', recipe, '--ids-out', path('a.png'));
    expect(noMap).toBe('--ids-out: Macbeth has no identifiers.\n');
  });
});

describe('a folder of one exposure', () => {
  test('of Isaac Sim: its camera gives the field of view, maps go through the lens', async () => {
    const isaac = path('isaac');
    await mkdir(isaac);
    const colours = {
      rows: ROWS,
      columns: COLUMNS,
      channels: 1,
      data: Uint16Array.from(ramp, (value) => 40000 * value),
    } as const;
    await writeFile(join(isaac, 'rgb_0000.png'), writePng16(colours, {}));
    await writeFile(
      join(isaac, 'distance_to_image_plane_0000.npy'),
      Buffer.concat([npyHeader('float32', [ROWS, COLUMNS]), new Uint8Array(depth.buffer)]),
    );
    await writeFile(
      join(isaac, 'instance_segmentation_0000.png'),
      writePng16({ ...colours, data: ids }, {}),
    );
    await jsonFile(isaac, 'camera_params_0000.json', {
      cameraAperture: [32 * 2.2e-3, 24 * 2.2e-3],
      cameraFocalLength: 8.2,
    });
    const outcome = await lumenloom(
      ...['simulate', recipe, '--scene-file', isaac, '--out', path('isaac-out')],
      ...['--ids-out', path('ids.png'), '--depth-out', path('depth.npy')],
    );
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('the scene covers 100 % of the width');
    // Pixel for pixel: the ideal lens shows each pixel of the scene on a pixel of the sensor.
    expect(readPngCodes(await readFile(path('ids.png')))).toMatchObject({ codes: ids, bits: 16 });
    expect(readNpy(await readFile(path('depth.npy')))).toMatchObject({
      shape: [ROWS, COLUMNS],
      data: depth,
    });
    const { stdout } = await lumenloom('scene', 'inspect', isaac, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      hfov: expect.closeTo(HFOV, 6) as number,
      exposures: [{ name: '0000', depth: { kind: 'z' } }],
    });
    await rm(isaac, { recursive: true });
  });
});

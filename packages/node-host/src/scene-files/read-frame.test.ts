import { npyHeader } from '@lumenloom/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeExr } from '../picture-files/write-exr.ts';
import { readCameraFile } from './read-camera-file.ts';
import { readDepthFile } from './read-depth.ts';
import { readFrame } from './read-frame.ts';
import { readIdentifiers } from './read-identifiers.ts';

const [ROWS, COLUMNS] = [2, 3];
const png = (data: readonly number[], channels: 3 | 4 = 3): Promise<Buffer> =>
  sharp(Uint8Array.from(data), { raw: { width: COLUMNS, height: ROWS, channels } })
    .png()
    .toBuffer();
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const plane = (...values: readonly number[]): Float32Array => Float32Array.from(values);

describe('depth', () => {
  const metres = plane(1, 2.5, 1e10, 0, NaN, 7);
  it('of .npy and OpenEXR is in metres, and nothing is far away', async () => {
    const npy = Buffer.concat([
      npyHeader('float32', [ROWS, COLUMNS]),
      new Uint8Array(metres.buffer),
    ]);
    expect((await readDepthFile(npy, 'distance_to_image_plane_0000.npy')).metres).toEqual(metres);
    const channels = new Map([
      ['ViewLayer.Combined.R', metres],
      ['ViewLayer.Depth.Z', metres],
      ['ViewLayer.Mist.Z', metres],
    ]);
    const exr = writeExr({ rows: ROWS, columns: COLUMNS, channels });
    expect(await readDepthFile(exr, 'a.exr')).toEqual({
      rows: ROWS,
      columns: COLUMNS,
      metres: plane(1, 2.5, Infinity, 0, NaN, 7),
    });
  });
  it('of CARLA is 1000 m in 24 bits, red lowest', async () => {
    const codes = await png([0, 0, 0, 255, 255, 255, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 128]);
    const unit = 1000 / (2 ** 24 - 1);
    expect((await readDepthFile(codes, 'a.png')).metres).toEqual(
      plane(0, 1000, unit, 256 * unit, 65536 * unit, 128 * 65536 * unit),
    );
  });
  it('is not taken from motion vectors', async () => {
    const channels = new Map(
      ['X', 'Y', 'Z', 'W'].map((name) => [`ViewLayer.Vector.${name}`, metres] as const),
    );
    const exr = writeExr({ rows: ROWS, columns: COLUMNS, channels });
    await expect(readDepthFile(exr, 'a.exr')).rejects.toThrow(
      'The channel Vector is not used yet.',
    );
  });
});

describe('identifiers', () => {
  const colours = [0, 0, 0, 9, 8, 7, 9, 8, 7, 1, 2, 3, 1, 2, 3, 200, 0, 0];
  it('of CARLA are the class in red, and the instance in green and blue', async () => {
    const classes = await png([4, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 26, 0, 0]);
    expect((await readIdentifiers(classes, 'a.png', 'semantic')).values).toEqual(
      Uint16Array.of(4, 0, 1, 2, 3, 26),
    );
    expect((await readIdentifiers(await png(colours), 'a.png', 'instance')).values).toEqual(
      Uint16Array.of(0, 8 + 7 * 256, 8 + 7 * 256, 2 + 3 * 256, 2 + 3 * 256, 0),
    );
  });
  it('of Isaac Sim are numbered by their legend', async () => {
    const legend = json({ '(9, 8, 7, 255)': { class: 'cube' }, '(0, 0, 0, 0)': 'BACKGROUND' });
    const { values, notes } = await readIdentifiers(
      await png(colours),
      'a.png',
      'instance',
      legend,
    );
    expect(values).toEqual(Uint16Array.of(0, 1, 1, 2, 2, 3));
    expect(notes[0]).toBe('Identifier 1 is the colour (9, 8, 7): cube.');
  });
});

it.each([
  [{ cameraAperture: [20, 15], cameraFocalLength: 10 }, 90],
  [{ fov: '60' }, 60],
  [
    {
      K: [
        [500, 0, 320],
        [0, 500, 240],
        [0, 0, 1],
      ],
      width: 1000,
    },
    90,
  ],
  [{ camera_angle_x: Math.PI / 3 }, 60],
])('the field of view of %j is %d degrees', (camera, degrees) => {
  expect(readCameraFile(json(camera))).toBeCloseTo(degrees, 9);
});

it('an exposure names the file that cannot be read', async () => {
  const frame = { name: '0', colour: 'rgb.png', camera: 'camera.json' };
  const files: Readonly<Record<string, Uint8Array>> = {
    'rgb.png': await png([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]),
    'camera.json': json({}),
  };
  await expect(readFrame(frame, (path) => Promise.resolve(files[path]!), {})).rejects.toThrow(
    /^camera\.json: The camera file has no field of view: /,
  );
});

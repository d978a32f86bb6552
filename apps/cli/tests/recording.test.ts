import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapIndexedReader } from '@mcap/core';
import { readNpy } from '@lumenloom/engine';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { THREE_BANDS, jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';
import { PROJECT, type Point } from './opencv.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

interface Message {
  readonly topic: string;
  readonly schema: string;
  readonly seconds: number;
  readonly content: {
    readonly transforms: readonly {
      readonly header: object;
      readonly child_frame_id: string;
      readonly transform: { readonly rotation: Quaternion };
    }[];
    readonly data: Uint8Array;
    readonly distortion_model: string;
    readonly d: ArrayLike<number>;
    readonly k: Float64Array;
  };
}

/** The messages of a recording, by the reader of the mcap project. */
async function messagesOf(path: string): Promise<readonly Message[]> {
  const file = await open(path);
  try {
    const reader = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt((await file.stat()).size),
        read: async (offset, length) => {
          const bytes = new Uint8Array(Number(length));
          await file.read(bytes, 0, bytes.length, Number(offset));
          return bytes;
        },
      },
    });
    expect(reader.header.profile).toBe('ros2');
    const messages: Message[] = [];
    for await (const { channelId, logTime, data } of reader.readMessages()) {
      const { topic, schemaId, messageEncoding } = reader.channelsById.get(channelId)!;
      const { name, encoding, data: text } = reader.schemasById.get(schemaId)!;
      expect([messageEncoding, encoding]).toEqual(['cdr', 'ros2msg']);
      const definitions = parse(new TextDecoder().decode(text), { ros2: true });
      const content = new MessageReader<Message['content']>(definitions).readMessage(data);
      messages.push({ topic, schema: name, seconds: Number(logTime) / 1e9, content });
    }
    return messages;
  } finally {
    await file.close();
  }
}

const sensorParams = { rows: 48, cols: 64, pixel_size: 8 };
async function record(name: string, recipe: object, ...options: readonly string[]) {
  const file = join(folder, `${name}.mcap`);
  const { status, stdout, stderr } = await lumenloom(
    ...['simulate', await jsonFile(folder, `${name}.json`, { scene: 'Macbeth', ...recipe })],
    ...['--out', join(folder, name), '--mcap', file, ...options],
  );
  expect([stderr, status]).toEqual(['', 0]);
  return { file, log: stdout, messages: await messagesOf(file) };
}

describe('simulate --mcap', () => {
  test('frames: the raw codes and pictures of the other files, at their times', async () => {
    const recipe = { sensor: 'Bayer-rggb', isp: 'Fast-openISP', sensorParams };
    const series = ['--frames', '2', '--frame-rate', '30'];
    const { file, messages } = await record('frames', recipe, ...series);
    const sentTo = (topic: string) => messages.filter((message) => message.topic === topic);
    expect(sentTo('/tf_static').map(({ schema, content }) => [schema, content.transforms])).toEqual(
      [
        [
          'tf2_msgs/msg/TFMessage',
          [
            {
              header: { stamp: { sec: 0, nanosec: 0 }, frame_id: 'camera_link' },
              child_frame_id: 'camera_optical_frame',
              transform: {
                translation: { x: 0, y: 0, z: 0 },
                rotation: { x: -0.5, y: 0.5, z: -0.5, w: 0.5 },
              },
            },
          ],
        ],
      ],
    );
    for (const [frame, seconds] of [0, 1 / 30].entries()) {
      const stamp = { sec: 0, nanosec: Math.round(seconds * 1e9) };
      const header = { stamp, frame_id: 'camera_optical_frame' };
      const size = { header, height: 48, width: 64 };
      const [raw, picture, info] = ['image_raw', 'image_color', 'camera_info'].map(
        (name) => sentTo(`/camera/${name}`)[frame]!,
      );
      for (const message of [raw, picture, info]) {
        expect(message!.content).toMatchObject(size);
        expect(message!.seconds).toBeCloseTo(seconds, 9);
      }
      expect(raw!.content).toMatchObject({ encoding: 'bayer_rggb16', step: 128, is_bigendian: 0 });
      const codes = readNpy(await readFile(join(folder, `frames/raw_00${frame}.npy`)));
      const bytes = Buffer.from(raw!.content.data);
      expect(Array.from(codes.data, (_, i) => bytes.readUInt16LE(2 * i))).toEqual(
        Array.from(codes.data),
      );
      expect(picture!.content).toMatchObject({ encoding: 'rgb8', step: 192 });
      const pixels = await sharp(join(folder, `frames/result_00${frame}.png`))
        .removeAlpha()
        .raw()
        .toBuffer();
      expect(Buffer.from(picture!.content.data)).toEqual(pixels);
      expect(info!.content.k.slice(2, 3)).toEqual(Float64Array.of(31.5));
    }
    expect(messages.length).toBe(7);

    const again = await record('again', recipe, ...series);
    expect(await readFile(again.file)).toEqual(await readFile(file));
  });

  test('an optical image without a sensor has no raw messages', async () => {
    const { messages } = await record('optical', {
      ...THREE_BANDS,
      optics: 'Cooke Triplet',
      sensorParams,
    });
    expect(messages.map(({ topic }) => topic)).toEqual([
      ...['/tf_static', '/camera/camera_info', '/camera/image_color'],
    ]);
  });

  test.each([
    ['Cooke Triplet', 'cooke-triplet', [64, 48], 50, 'plumb_bob', '0,0'],
    ['Cooke Triplet', 'cooke-triplet', [64, 48], 50, 'plumb_bob', '9,-5'],
    ['Fisheye', 'fisheye', [768, 576], 6.25, 'equidistant', '0,0'],
  ] as const)(
    'CameraInfo of %s (%s, %j, %d µm) projects traced chief rays: %s, %s',
    async (...row) => {
      const [optics, lens, [cols, rows], pitchUm, model, offset] = row;
      const params = { rows, cols, pixel_size: pitchUm };
      const recipe = { ...THREE_BANDS, optics, sensor: 'Bayer-grbg', sensorParams: params };
      const name = `${lens}${offset}`;
      const { messages, log } = await record(name, recipe, '--offset', offset);
      const { content } = messages.find(({ topic }) => topic === '/camera/camera_info')!;
      expect(content.distortion_model).toBe(model);
      expect(log).toContain(`CameraInfo is ${model} up to `);
      const [right, down] = offset.split(',').map(Number);
      const [fx, , cx, , fy, cy] = content.k;
      expect([cx, cy]).toEqual([(cols - 1) / 2 - right!, (rows - 1) / 2 - down!]);
      const { stdout } = await lumenloom('measure', 'geometry', '--lens', lens, '--json');
      const { fields } = JSON.parse(stdout) as {
        readonly fields: readonly { readonly fieldDegrees: number; readonly heightMm: number }[];
      };
      const project = model === 'equidistant' ? PROJECT.fisheye : PROJECT.pinhole;
      const corner = Math.hypot(cols / 2 + Math.abs(right!), rows / 2 + Math.abs(down!));
      const inPicture = fields.filter(({ heightMm }) => (heightMm * 1e3) / pitchUm <= corner);
      expect(inPicture.length).toBeGreaterThan(5);
      for (const { fieldDegrees, heightMm } of inPicture) {
        const theta = (fieldDegrees * Math.PI) / 180;
        const [u, v] = project([Math.sin(theta), 0, Math.cos(theta)], Array.from(content.d));
        const error = Math.hypot(fx! * u - (heightMm * 1e3) / pitchUm, fy! * v);
        // .1 pixel of 50 µm.
        expect(error * pitchUm).toBeLessThan(5);
      }
    },
  );
});

/** A direction in the axes of the parent, from those of the child. */
const turned = ({ x, y, z, w }: Quaternion, [a, b, c]: Point): Point => {
  const [p, q, r] = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  return [a + 2 * (y * r - z * q), b + 2 * (z * p - x * r), c + 2 * (x * q - y * p)];
};
const back = ({ x, y, z, w }: Quaternion): Quaternion => ({ x: -x, y: -y, z: -z, w });

/** Rz(roll) Rx(pitch) Ry(yaw) of a direction right, down, forward: the motion of a recipe. */
function moved([yaw, pitch, roll]: Point, [x, y, z]: Point): Point {
  const spin = (angle: number, a: number, b: number): readonly [number, number] => [
    Math.cos(angle) * a - Math.sin(angle) * b,
    Math.sin(angle) * a + Math.cos(angle) * b,
  ];
  const [right, forward] = spin(yaw, x, z);
  const [ahead, down] = spin(pitch, forward, y);
  const [x2, y2] = spin(-roll, right, down);
  return [x2, y2, ahead];
}

describe('simulate --scene-folder --mcap', () => {
  const DOT: readonly [column: number, row: number] = [50, 17];
  const SCENE = { rows: 48, cols: 64, hfov: 20 };
  const HERTZ = 20;
  const TURN: Point = [31, -24, 55];
  const PITCH = 30;
  /** CameraInfo errs by that much at most, and by more where the log says so. */
  const MODEL_PX = 0.05;
  /** The mosaic weighs colours unevenly over a dot of two pixels. */
  const MOSAIC_PX = 0.3;
  const recipe = {
    ...THREE_BANDS,
    scene: 'Macbeth',
    sceneFileParams: { hfov: SCENE.hfov },
    optics: 'Cooke Triplet',
    sensor: 'Bayer-rggb',
    sensorParams: { rows: 96, cols: 128, pixel_size: PITCH },
    exposureParams: { mode: 'fixed', seconds: 1e-5 },
    motion: { degreesPerSecond: TURN },
  };

  /** Three times a white dot on black. */
  async function dots(): Promise<string> {
    const scenes = join(folder, 'dots');
    await mkdir(scenes);
    const data = Buffer.alloc(SCENE.rows * SCENE.cols);
    data[DOT[1] * SCENE.cols + DOT[0]] = 255;
    for (const name of ['a', 'b', 'c'])
      await sharp(data, { raw: { width: SCENE.cols, height: SCENE.rows, channels: 1 } })
        .png()
        .toFile(join(scenes, `${name}.png`));
    return scenes;
  }

  test('each picture is a moment, and the TF moves a chief ray as the motion does', async () => {
    const scenes = await dots();
    const series = ['--noise', 'off', '--frame-rate', String(HERTZ), '--jobs', '2'];
    const { file, messages } = await record(
      'turning',
      recipe,
      ...['--scene-folder', scenes, ...series],
    );
    const sentTo = (topic: string) => messages.filter((message) => message.topic === topic);
    const [fixed] = sentTo('/tf_static')[0]!.content.transforms;
    const { content: camera } = sentTo('/camera/camera_info')[0]!;
    const [f, , cx, , , cy] = camera.k;
    const { stdout } = await lumenloom('measure', 'geometry', '--lens', 'cooke-triplet', '--json');
    const { fields } = JSON.parse(stdout) as {
      readonly fields: readonly { readonly fieldDegrees: number; readonly heightMm: number }[];
    };
    /** Where a direction's traced chief ray meets the sensor, pixels from the axis. */
    const traced = ([x, y, z]: Point): readonly [number, number] => {
      const tangent = Math.hypot(x, y) / z;
      const degrees = (Math.atan(tangent) * 180) / Math.PI;
      const next = fields.findIndex(({ fieldDegrees }) => fieldDegrees > degrees);
      const [one, other] = [fields[Math.max(1, next - 1)]!, fields[next]!];
      const scale = ({ fieldDegrees, heightMm }: typeof one): number =>
        heightMm / Math.tan((fieldDegrees * Math.PI) / 180);
      const span = other.fieldDegrees - one.fieldDegrees;
      const share = span === 0 ? 0 : (degrees - one.fieldDegrees) / span;
      const pixels = ((scale(one) + share * (scale(other) - scale(one))) * 1e3) / PITCH;
      return [(pixels * x) / z, (pixels * y) / z];
    };
    const half = Math.tan((SCENE.hfov * Math.PI) / 360);
    const dot = DOT.map((at, axis) => at + 0.5 - [SCENE.cols, SCENE.rows][axis]! / 2) as [
      number,
      number,
    ];
    const start: Point = [(2 * half * dot[0]) / SCENE.cols, (2 * half * dot[1]) / SCENE.cols, 1];
    const size = { encoding: 'bayer_rggb16', width: 128, height: 96 };
    for (const frame of [0, 1, 2]) {
      const seconds = frame / HERTZ;
      const [pose, raw, picture] = ['/tf', '/camera/image_raw', '/camera/image_color'].map(
        (topic) => sentTo(topic)[frame]!,
      );
      for (const message of [pose, raw, picture]) expect(message!.seconds).toBe(seconds);
      expect(raw!.content).toMatchObject(size);
      const [world] = pose!.content.transforms;
      expect(world).toMatchObject({
        header: { frame_id: 'map' },
        child_frame_id: 'camera_link',
      });
      // To the world as the camera stood at first, and into the axes of the camera as it stands.
      const toOptical = fixed!.transform.rotation;
      const inWorld = turned(toOptical, start);
      const fromCamera = turned(back(toOptical), turned(back(world!.transform.rotation), inWorld));
      const [u, v] = PROJECT.pinhole(fromCamera, Array.from(camera.d)).map((value) => value * f!);
      const angles = TURN.map((speed) => (speed * seconds * Math.PI) / 180) as unknown as Point;
      const [x, y] = traced(moved(angles, start));
      expect(Math.hypot(u! - x, v! - y)).toBeLessThan(MODEL_PX);
      // The picture itself has the dot there.
      const codes = Buffer.from(raw!.content.data);
      const light = Array.from({ length: 96 * 128 }, (_, at) => codes.readUInt16LE(2 * at));
      const least = Math.min(...light);
      const sum = light.reduce((total, code) => total + code - least, 0);
      const middle = (place: (at: number) => number) =>
        light.reduce((total, code, at) => total + (code - least) * place(at), 0) / sum;
      const at = [middle((i) => i % 128) - cx!, middle((i) => Math.floor(i / 128)) - cy!];
      expect(Math.hypot(at[0]! - x, at[1]! - y)).toBeLessThan(MOSAIC_PX);
    }
    expect(sentTo('/tf')).toHaveLength(3);
    // One that is interrupted goes on, and the recording has the same bytes.
    const bytes = await readFile(file);
    await rm(file);
    await record('turning', recipe, ...['--scene-folder', scenes, ...series, '--resume']);
    expect(await readFile(file)).toEqual(bytes);
    expect(await readdir(join(folder, 'turning'))).toContain('b.raw.npy');
    const { stderr } = await lumenloom('simulate', '--scene-folder', scenes, '--mcap', file);
    expect(stderr).toContain('--mcap of a --scene-folder needs --frame-rate');
  });
});

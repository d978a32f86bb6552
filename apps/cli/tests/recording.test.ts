import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { McapIndexedReader } from '@mcap/core';
import { readNpy } from '@lumenloom/engine';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';
import { PROJECT } from './opencv.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

interface Message {
  readonly topic: string;
  readonly schema: string;
  readonly seconds: number;
  readonly content: {
    readonly transforms: unknown;
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
    const { messages } = await record('optical', { optics: 'Cooke Triplet', sensorParams });
    expect(messages.map(({ topic }) => topic)).toEqual([
      ...['/tf_static', '/camera/camera_info', '/camera/image_color'],
    ]);
  });

  test.each([
    ['Cooke Triplet', 'cooke-triplet', [64, 48], 50, 'plumb_bob', '0,0'],
    ['Cooke Triplet', 'cooke-triplet', [64, 48], 50, 'plumb_bob', '9,-5'],
    ['Fisheye', 'fisheye', [80, 60], 100, 'equidistant', '0,0'],
  ] as const)('CameraInfo of %s (%s, %j, %i µm) projects traced chief rays: %s, %s', async (...row) => {
    const [optics, lens, [cols, rows], pitchUm, model, offset] = row;
    const params = { rows, cols, pixel_size: pitchUm };
    const recipe = { optics, sensor: 'Bayer-grbg', sensorParams: params };
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
  });
});

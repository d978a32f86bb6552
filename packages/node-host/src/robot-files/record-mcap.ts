import { appendFile, writeFile } from '../output-paths.ts';
import type { McapWriter } from '@mcap/core';
import { VERSION, type ShownImage } from '@lumenloom/engine';
import { definitionOf, schemaName, type TopicType } from './ros-messages.ts';

/** What CameraInfo says of a camera, with the names of its fields in ROS. */
export interface CameraInfo {
  readonly width: number;
  readonly height: number;
  readonly distortion_model: string;
  readonly d: readonly number[];
  /** Row by row. */
  readonly k: readonly number[];
  readonly r: readonly number[];
  readonly p: readonly number[];
}

/** A rotation as ROS has it: from the axes of the child to those of the parent. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** The picture of one moment. */
export interface RecordedFrame {
  /** Since the recording began. */
  readonly seconds: number;
  readonly image: ShownImage;
  /** Absent where there is no sensor. */
  readonly raw?: { readonly codes: Uint16Array; readonly encoding: string } | undefined;
  /** How a camera that turns stands in the world; absent where it does not. */
  readonly turned?: Quaternion | undefined;
}

/** A recording that is being written. */
export interface Recording {
  readonly add: (frame: RecordedFrame) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Where the camera stands at time 0 (ROS REP 105). */
const WORLD_FRAME = 'map';
const BODY_FRAME = 'camera_link';
const OPTICAL_FRAME = 'camera_optical_frame';
/** From x forward, y left, z up to z forward, x right, y down (ROS REP 103). */
const TO_OPTICAL: Quaternion = { x: -0.5, y: 0.5, z: -0.5, w: 0.5 };

const TOPICS = {
  fixed: ['/tf_static', 'tf2_msgs/TFMessage'],
  moving: ['/tf', 'tf2_msgs/TFMessage'],
  info: ['/camera/camera_info', 'sensor_msgs/CameraInfo'],
  developed: ['/camera/image_color', 'sensor_msgs/Image'],
  raw: ['/camera/image_raw', 'sensor_msgs/Image'],
} as const satisfies Record<string, readonly [topic: string, type: TopicType]>;
type Topic = keyof typeof TOPICS;

/**
 * Opens an MCAP file for the pictures of a camera: messages of ROS 2, whose times begin at 0.
 *
 * @param info of the camera, the same in all frames.
 */
export async function recordMcap(path: string, info: CameraInfo): Promise<Recording> {
  const { McapWriter } = await import('@mcap/core');
  const writer = new McapWriter({ writable: await emptied(path) });
  await writer.start({ profile: 'ros2', library: `Lumenloom ${VERSION}` });
  const channels = new Map<Topic, Channel>();
  const schemas = new Map<TopicType, number>();
  const send = async (topic: Topic, seconds: number, message: object): Promise<void> => {
    let channel = channels.get(topic);
    if (!channel) channels.set(topic, (channel = await channelOf(writer, topic, schemas)));
    await channel(seconds, message);
  };
  await send('fixed', 0, rotated(headerAt(0, BODY_FRAME), OPTICAL_FRAME, TO_OPTICAL));
  return {
    add: async ({ seconds, image, raw, turned }) => {
      if (turned)
        await send('moving', seconds, rotated(headerAt(seconds, WORLD_FRAME), BODY_FRAME, turned));
      const header = headerAt(seconds, OPTICAL_FRAME);
      const { rows, columns, channels: samples, data } = image;
      const size = { header, height: rows, width: columns, is_bigendian: 0 };
      await send('info', seconds, { ...info, header, ...UNBINNED });
      if (raw) {
        const { codes, encoding } = raw;
        const bytes = new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
        await send('raw', seconds, { ...size, encoding, step: 2 * columns, data: bytes });
      }
      const encoding = samples === 1 ? 'mono8' : 'rgb8';
      await send('developed', seconds, { ...size, encoding, step: samples * columns, data });
    },
    end: () => writer.end(),
  };
}

const NANOSECONDS = 1e9;

/** A moment in whole nanoseconds. */
const nanoseconds = (seconds: number): number => Math.round(seconds * NANOSECONDS);

const headerAt = (seconds: number, frame_id: string) => ({
  stamp: {
    sec: Math.floor(nanoseconds(seconds) / NANOSECONDS),
    nanosec: nanoseconds(seconds) % NANOSECONDS,
  },
  frame_id,
});

/** A message of one transform that only turns. */
const rotated = (header: object, child_frame_id: string, rotation: Quaternion) => ({
  transforms: [
    { header, child_frame_id, transform: { translation: { x: 0, y: 0, z: 0 }, rotation } },
  ],
});

const UNBINNED = {
  binning_x: 0,
  binning_y: 0,
  roi: { x_offset: 0, y_offset: 0, height: 0, width: 0, do_rectify: false },
};

/** Writes a message of a topic. */
type Channel = (seconds: number, message: object) => Promise<void>;

async function channelOf(
  writer: McapWriter,
  key: Topic,
  schemas: Map<TopicType, number>,
): Promise<Channel> {
  const [topic, type] = TOPICS[key];
  const definition = definitionOf(type);
  const { parse } = await import('@foxglove/rosmsg');
  const { MessageWriter } = await import('@foxglove/rosmsg2-serialization');
  const serializer = new MessageWriter(parse(definition, { ros2: true }));
  const schemaId =
    schemas.get(type) ??
    (await writer.registerSchema({
      name: schemaName(type),
      encoding: 'ros2msg',
      data: new TextEncoder().encode(definition),
    }));
  schemas.set(type, schemaId);
  const channelId = await writer.registerChannel({
    schemaId,
    topic,
    messageEncoding: 'cdr',
    metadata: new Map(),
  });
  let sequence = 0;
  return async (seconds, message) => {
    const time = BigInt(nanoseconds(seconds));
    await writer.addMessage({
      channelId,
      sequence: sequence++,
      logTime: time,
      publishTime: time,
      data: serializer.writeMessage(message),
    });
  };
}

/** The end of a file that is empty at first; nothing is open between two pieces. */
async function emptied(path: string) {
  await writeFile(path, '');
  let written = 0;
  return {
    position: () => BigInt(written),
    write: async (bytes: Uint8Array) => {
      await appendFile(path, bytes);
      written += bytes.length;
    },
  };
}

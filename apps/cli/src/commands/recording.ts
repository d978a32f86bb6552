import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  pictureCamera,
  readNpy,
  type ShownImage,
  type SimulationPlan,
  type SimulationResult,
} from '@lumenloom/engine';
import { decodePicture, recordMcap, type Quaternion } from '@lumenloom/node-host';
import { cameraInfo } from './camera-files.ts';

/** End of the names of raw codes of a folder of scenes. */
export const RAW_END = '.raw.npy';

/** The option of `lumenloom simulate` that records its pictures for ROS 2. */
export const recordingOptions = {
  mcap: {
    value: 'FILE',
    output: 'file',
    says: 'The frames, or the pictures of --scene-folder, as messages of ROS 2: raw and developed Image, CameraInfo, TF.',
  },
} as const;

/** Records the pictures of a plan. */
export interface PlanRecording {
  /** @param frame when the picture begins; absent: at time 0. */
  readonly add: (
    result: Pick<SimulationResult, 'image' | 'raw'>,
    frame: SimulationPlan['frame'],
  ) => Promise<void>;
  readonly end: () => Promise<void>;
  /** What the log says of the camera. */
  readonly note: string;
}

/** Opens a recording of the pictures of a plan. */
export async function recordPlan(path: string, plan: SimulationPlan): Promise<PlanRecording> {
  const { focal, ...camera } = await pictureCamera(plan);
  const info = cameraInfo({ ...camera, fx: focal, fy: focal }, plan.grid);
  const recording = await recordMcap(path, info);
  const encoding = encodingOf(plan.sensor?.order);
  const { motion } = plan;
  return {
    add: ({ image, raw }, frame) => {
      const seconds = frame ? frame.index / frame.hertz : 0;
      return recording.add({
        seconds,
        image,
        raw: raw && { codes: raw, encoding },
        turned: motion?.kind === 'rotation' ? turnedAt(motion.perSecond, seconds) : undefined,
      });
    },
    end: recording.end,
    note: `CameraInfo is ${info.distortion_model} up to ${camera.validToDegrees.toFixed(1)}° from the axis, within ${camera.worstPx.toPrecision(2)} pixels of the lens.`,
  };
}

/**
 * Records the pictures of a folder of scenes, in the order of their names, from the files that
 * their simulation has left.
 *
 * @param plan of the camera; its scene does not matter.
 * @returns what the recording says of the camera.
 */
export async function recordFolder(
  path: string,
  plan: SimulationPlan,
  {
    folder,
    names,
    hertz,
  }: { readonly folder: string; readonly names: readonly string[]; readonly hertz: number },
): Promise<string> {
  const recording = await recordPlan(path, plan);
  for (const [index, name] of names.entries()) {
    const file = (end: string) => readFile(join(folder, `${name}${end}`));
    const image = (await decodePicture(await file('.png'))) as ShownImage;
    const raw = plan.sensor && (readNpy(await file(RAW_END)).data as Uint16Array);
    await recording.add({ image, raw }, { index, hertz });
  }
  await recording.end();
  return recording.note;
}

/**
 * How a camera that turns stands against where it stood at time 0, in axes forward, left and up
 * (ROS REP 103): there right, up and clockwise are negative yaw, negative pitch and positive roll.
 * The inverse of Rz(roll) Rx(pitch) Ry(yaw), which turns directions into the axes of the camera.
 *
 * @param perSecond radians.
 * @see docs/reference/sensor-depth.md#motion
 */
function turnedAt(perSecond: readonly [number, number, number], seconds: number): Quaternion {
  const half = perSecond.map((speed) => (speed * seconds) / 2);
  const [sy, sp, sr] = half.map(Math.sin) as [number, number, number];
  const [cy, cp, cr] = half.map(Math.cos) as [number, number, number];
  return {
    x: sr * cp * cy - cr * sp * sy,
    y: -cr * sp * cy - sr * cp * sy,
    z: sr * sp * cy - cr * cp * sy,
    w: cr * cp * cy + sr * sp * sy,
  };
}

/** Names of mosaics that ROS knows (sensor_msgs/image_encodings.hpp); others are greys. */
const encodingOf = (order: string | undefined): string =>
  ['rggb', 'bggr', 'gbrg', 'grbg'].includes(order ?? '') ? `bayer_${order}16` : 'mono16';

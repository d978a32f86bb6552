import { pictureCamera, type SimulationPlan, type SimulationResult } from '@lumenloom/engine';
import { recordMcap } from '@lumenloom/node-host';
import { cameraInfo } from './measure/camera-files.ts';

/** The option of `lumenloom simulate` that records its pictures for ROS 2. */
export const recordingOptions = {
  mcap: {
    value: 'FILE',
    output: 'file',
    says: 'The frames as messages of ROS 2: raw and developed Image, CameraInfo, static TF.',
  },
} as const;

/** Records the pictures of a plan. */
export interface PlanRecording {
  /** @param seconds at which the frame begins. */
  readonly add: (result: SimulationResult, seconds: number) => Promise<void>;
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
  return {
    add: ({ image, raw }, seconds) =>
      recording.add({ seconds, image, raw: raw && { codes: raw, encoding } }),
    end: recording.end,
    note: `CameraInfo is ${info.distortion_model} up to ${camera.validToDegrees.toFixed(1)}° from the axis, within ${camera.worstPx.toPrecision(2)} pixels of the lens.`,
  };
}

/** Names of mosaics that ROS knows (sensor_msgs/image_encodings.hpp); others are greys. */
const encodingOf = (order: string | undefined): string =>
  ['rggb', 'bggr', 'gbrg', 'grbg'].includes(order ?? '') ? `bayer_${order}16` : 'mono16';

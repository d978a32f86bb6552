import type { StackMeans } from '../stack-means.ts';
import type { Exposures, FrameCamera } from '../formed-frames.ts';
import type { SensorEstimate } from '../estimate-sensor.ts';
import type { FrameView } from '../painted-scene.ts';
import { USUAL_DOUBLING } from '../dark-fit.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';

/** A twin that takes the frames of its camera again. */
export interface TwinCamera extends FrameCamera {
  readonly view: FrameView;
  /** In place of a lens where the frames give no lens file, but the falloff of one. */
  readonly falloff: Float32Array | undefined;
  readonly estimate: SensorEstimate;
  /** Temperature for which its dark current is stated. */
  readonly celsius: number;
  /** Energy per band of a light by its name, on any scale. */
  readonly energyOf: (light: string | undefined) => Spectrum;
  /** Counts the frames that are taken, so that none has the noise of another. */
  readonly frameNumber: (count: number) => number;
}

/** Dark current at a temperature over the dark current of the sensor file. */
export const growthAt = ({ estimate, celsius }: TwinCamera, frames: number | undefined): number =>
  frames === undefined
    ? 1
    : 2 ** ((frames - celsius) / (estimate.dark.doubling?.value ?? USUAL_DOUBLING));

/** How a stack is taken again, with the light of so many electrons. */
export const exposuresLike = (
  camera: TwinCamera,
  { stack, count }: Pick<StackMeans, 'stack' | 'count'>,
  electrons: Float32Array,
): Exposures => ({
  electrons,
  count,
  seconds: stack.exposure,
  growth: growthAt(camera, stack.celsius),
  before: camera.frameNumber(count),
});

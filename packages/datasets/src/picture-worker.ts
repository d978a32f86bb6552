import { SimulationError, simulate, type SimulationPlan } from '@lumenloom/engine';
import {
  encodePng,
  nodeHost,
  onDevice,
  readSceneFile,
  type DeviceChoice,
} from '@lumenloom/node-host';
import { workerData } from 'piscina';
import type { DataImage } from './dataset.ts';
import { decodeRgb, sizeProblem } from './picture.ts';
import { pictureNoise } from './picture-noise.ts';

/** A picture that is to be photographed, as it reaches the thread. */
export interface PictureTask {
  /** The pixels of its scene are replaced by the picture's; its angle stays. */
  readonly plan: SimulationPlan;
  readonly image: DataImage;
  readonly bytes: Uint8Array;
  /** Set to 1 to stop. */
  readonly stopFlag: Int32Array;
}

/** The photograph, or the sentence that says why there is none. */
export type PictureResult =
  | {
      readonly status: 'done';
      readonly png: Uint8Array;
      /** Of the source and of the photograph, 8-bit codes. */
      readonly noise: readonly [number, number];
    }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'stopped' };

/** Pictures fill the processor side by side, so each is computed on its own thread only. */
const host = nodeHost(1);
/** `webgpu` or `cpu`: all pictures are of one device. */
const device = workerData as DeviceChoice;

/** Photographs a picture. Errors that the person can correct are results. */
export default async function pictureWorker({
  plan,
  image,
  bytes,
  stopFlag,
}: PictureTask): Promise<PictureResult> {
  try {
    const source = await decodeRgb(bytes, image.name);
    const problem = sizeProblem(image, source);
    if (problem !== undefined) return { status: 'failed', message: `${image.name} ${problem}.` };
    const { scene } = await readSceneFile(bytes, image.name, {});
    const { hfov } = plan.scene.parameters;
    const own = { ...plan, scene: { ...scene, id: 'own' as const, parameters: { hfov } } };
    const { image: picture } = await onDevice(device, host, (deviceHost) =>
      simulate(own, deviceHost, {
        stopped: () => Atomics.load(stopFlag, 0) === 1,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
        measures: false,
        needsDevice: true,
      }),
    );
    return {
      status: 'done',
      png: await encodePng(picture),
      noise: [
        pictureNoise(source.rgb, { ...source, channels: 3 }),
        pictureNoise(picture.data, picture),
      ],
    };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return error.code === 'cancelled'
      ? { status: 'stopped' }
      : { status: 'failed', message: error.message };
  }
}

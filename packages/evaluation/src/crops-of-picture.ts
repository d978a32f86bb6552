import { pictureOfParts, type ShownImage } from '@lumenloom/engine';
import { drawCrop } from './draw-crop.ts';
import { planOf, sceneOf, type Bench } from './evaluate-picture.ts';
import type { DataImage } from '@lumenloom/datasets';
import type { Crop } from './galleries.ts';
import type { Setup } from './plan-evaluation.ts';
import { FRAMING, WHOLE, partsOf } from './rungs.ts';

/** A picture, the cameras through which it is seen, and what is shown of it. */
export interface CropsOfPicture {
  readonly image: DataImage;
  readonly setups: readonly Setup[];
  readonly crops: readonly Crop[];
}

/** Crops of one picture as data URLs, in their order: through the camera and the ideal one. */
export async function cropsOfPicture(
  bench: Bench,
  { image, crops, setups }: CropsOfPicture,
  stopped: () => boolean,
): Promise<readonly { readonly camera: string; readonly ideal: string }[]> {
  const scene = await sceneOf(bench, image);
  const known = new Map<string, readonly [ShownImage, ShownImage]>();
  const drawn: { camera: string; ideal: string }[] = [];
  for (const crop of crops) {
    const { camera, condition, box, truth } = crop;
    const key = JSON.stringify([camera, condition]);
    let pictures = known.get(key);
    if (!pictures) {
      const setup = setups.find((one) => one.camera === camera && one.condition === condition)!;
      const plan = planOf(bench, setup, scene, image);
      pictures = [
        await pictureOfParts(plan, partsOf(WHOLE), bench.host, stopped),
        await pictureOfParts(plan, partsOf(FRAMING), bench.host, stopped),
      ];
      known.set(key, pictures);
    }
    drawn.push({
      camera: await drawCrop(pictures[0], { box, truth, found: crop.found }),
      ideal: await drawCrop(pictures[1], { box, truth, found: crop.ideal }),
    });
  }
  return drawn;
}

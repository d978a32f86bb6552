import { pictureOfParts, type ShownImage } from '@lumenloom/engine';
import { drawCrop, drawWhole } from './draw-crop.ts';
import type { Bench } from './bench.ts';
import { planOf, sceneOf } from './evaluate-picture.ts';
import type { DataImage } from '@lumenloom/datasets';
import type { Crop } from './galleries.ts';
import type { Box } from './objects.ts';
import type { Setup } from './plan-evaluation.ts';
import { FRAMING, WHOLE, partsOf } from './rungs.ts';

/** A picture, the cameras through which it is seen, and what is shown of it. */
export interface CropsOfPicture {
  readonly image: DataImage;
  readonly setups: readonly Setup[];
  readonly crops: readonly Crop[];
}

/** A crop as data URLs, through the camera and the ideal one, and the camera's whole picture. */
export interface DrawnCrop {
  readonly camera: string;
  readonly ideal: string;
  readonly whole: WholePicture;
}

/** A picture of a camera, with what is in it, pixels. */
export interface WholePicture {
  readonly camera: string;
  /** Data URL. */
  readonly picture: string;
  readonly truth: readonly Box[];
  readonly found: readonly Box[];
}

/** Crops of one picture, in their order. */
export async function cropsOfPicture(
  bench: Bench,
  { image, crops, setups }: CropsOfPicture,
  stopped: () => boolean,
): Promise<readonly DrawnCrop[]> {
  const scene = await sceneOf(bench, image);
  const known = new Map<string, readonly [ShownImage, ShownImage]>();
  /** Data URLs of whole pictures. */
  const wholes = new Map<string, string>();
  const drawn: DrawnCrop[] = [];
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
    const picture = wholes.get(key) ?? (await drawWhole(pictures[0]));
    wholes.set(key, picture);
    drawn.push({
      camera: await drawCrop(pictures[0], { box, truth, found: crop.found }),
      ideal: await drawCrop(pictures[1], { box, truth, found: crop.ideal }),
      whole: { camera, picture, truth, found: crop.found },
    });
  }
  return drawn;
}

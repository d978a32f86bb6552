import { pictureOfParts, type ShownImage } from '@lumenloom/engine';
import { drawCrop, drawWhole } from './draw-crop.ts';
import type { Bench } from './bench.ts';
import { planOf, sceneOf } from './evaluate-picture.ts';
import type { DataImage } from '@lumenloom/datasets';
import type { Crop } from './galleries.ts';
import type { Box } from './objects.ts';
import type { Setup } from '../../plan/plan-evaluation.ts';
import { FRAMING, WHOLE, partsOf } from './rungs.ts';

/** A picture, the cameras through which it is seen, and what is shown of it. */
export interface CropsOfPicture {
  readonly image: DataImage;
  readonly setups: readonly Setup[];
  readonly crops: readonly Crop[];
}

/** A crop as data URLs: of the camera, of the ideal or another one; and the whole picture. */
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
  const known = new Map<string, ShownImage>();
  /** Data URLs of whole pictures. */
  const wholes = new Map<string, string>();
  const drawn: DrawnCrop[] = [];
  /** Through the camera, or its ideal picture. */
  const pictureOf = async (
    { camera, condition }: Pick<Crop, 'camera' | 'condition'>,
    rung: Parameters<typeof partsOf>[0],
  ): Promise<ShownImage> => {
    const key = JSON.stringify([camera, condition, rung]);
    const setup = setups.find((one) => one.camera === camera && one.condition === condition)!;
    const picture =
      known.get(key) ??
      (await pictureOfParts(
        await planOf(bench, setup, scene, image, stopped),
        partsOf(rung),
        bench.host,
        stopped,
      ));
    known.set(key, picture);
    return picture;
  };
  for (const crop of crops) {
    const { camera, condition, box, truth, beside } = crop;
    const key = JSON.stringify([camera, condition]);
    const own = await pictureOf(crop, WHOLE);
    const picture = wholes.get(key) ?? (await drawWhole(own));
    wholes.set(key, picture);
    drawn.push({
      camera: await drawCrop(own, { box, truth, found: crop.found }),
      ideal: beside
        ? await drawCrop(await pictureOf({ ...beside, condition }, WHOLE), beside)
        : await drawCrop(await pictureOf(crop, FRAMING), { box, truth, found: crop.ideal }),
      whole: { camera, picture, truth, found: crop.found },
    });
  }
  return drawn;
}

import type { DataImage } from '@lumenloom/datasets';
import { pictureOfParts, type ShownImage } from '@lumenloom/engine';
import { drawCrop } from './draw-crop.ts';
import { sceneOf, type Bench } from './evaluate-picture.ts';
import type { Crop } from './galleries.ts';
import { planFor } from './plan-evaluation.ts';
import { FRAMING, WHOLE, partsOf } from './rungs.ts';

/** Crops of one picture as data URLs, in their order: through the camera and the ideal one. */
export async function cropsOfPicture(
  bench: Bench,
  { image, crops }: { readonly image: DataImage; readonly crops: readonly Crop[] },
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
      const setup = bench.evaluation.setups.find(
        (one) => one.camera === camera && one.condition === condition,
      )!;
      const plan = planFor(bench.evaluation, setup, scene, image.name);
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

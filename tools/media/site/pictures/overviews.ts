import sharp from 'sharp';
import { figure, image, tag } from '../figure.ts';
import type { Picture } from '../picture.ts';
import { openMaster } from '../save.ts';
import type { stages } from './stages.ts';

/** A square of each stage's picture without the words at its edges: from the left, from the top, side. */
const TILES: Readonly<
  Record<keyof typeof stages, readonly [label: string, left: number, top: number, side: number]>
> = {
  'stage-illuminant': ['Illuminant', 192, 144, 576],
  'stage-scene': ['Scene', 320, 5, 640],
  'stage-optics': ['Optics', 336, 36, 604],
  'stage-sensor': ['Sensor', 0, 0, 720],
  'stage-isp': ['ISP', 160, 0, 640],
  'stage-algorithms': ['Algorithms', 190, 0, 640],
};

/** The six stages on one sheet, light to decision; put together from their own pictures, so those come first. */
const overview: Picture = {
  width: 1440,
  height: 960,
  widths: [480, 720, 960, 1440],
  make: async () => {
    const parts = await Promise.all(
      Object.entries(TILES).map(async ([name, [label, left, top, side]], index) => {
        const [x, y] = [(index % 3) * 480, Math.floor(index / 3) * 480];
        const stage = await openMaster(name);
        const tile = await stage
          .extract({ left, top, width: side, height: side })
          .resize(477, 477)
          .png()
          .toBuffer();
        return image(tile, [x + 1.5, y + 1.5, 477, 477]) + tag(x + 18, y + 56, label, { size: 23 });
      }),
    );
    return {
      picture: sharp(await figure(1440, 960, ...parts)),
      caption: 'Six stages of one simulation: illuminant, scene, optics, sensor, ISP, algorithms',
    };
  },
};

export const overviews = { 'research-overview': overview } as const;

import type { ShownImage } from '@lumenloom/engine';
import sharp from 'sharp';
import { drawEdges, edgeStrength } from '../edge-map.ts';
import { asPng, factsOf, photograph } from '../engine-camera.ts';
import { INK, figure, image, path, tag } from '../figure.ts';
import { developedUpTo } from '../isp-chain.ts';
import type { Picture } from '../picture.ts';
import { tracedScene } from '../traced-scene.ts';

const [WIDTH, HEIGHT] = [1440, 960];
/** What each quarter of the picture shows, from the left. */
const STEPS = ['Raw mosaic', 'Demosaiced', 'Picture', 'Edges found'] as const;

/** Share of the metered exposure at which the evening sky does not clip. */
const SKY_SHARE = 0.55;

/** Linear values as a screen needs them. */
const withGamma = (image: ShownImage): ShownImage => ({
  ...image,
  data: image.data.map((value) => Math.round(255 * (value / 255) ** (1 / 2.2))),
});

/** One shot of a street on its way through the camera, a quarter for each step. */
const overview: Picture = {
  width: WIDTH,
  height: HEIGHT,
  widths: [480, 720, 960, 1440],
  make: async () => {
    const { recipe, settings } = await tracedScene('road', {
      illuminant: 'D65',
      sceneLuminance: 8,
      sceneFileParams: { hfov: 22.2 },
      optics: 'Double-Gauss',
      sensorParams: { rows: HEIGHT, cols: WIDTH },
    });
    const metered = await photograph({ ...recipe, isp: '' }, settings);
    const exposed = {
      ...settings,
      exposureSeconds: SKY_SHARE * metered.report.sensor!.exposureSeconds,
    };
    const { image: shown, report } = await photograph(recipe, exposed);
    const edges = await sharp(drawEdges(edgeStrength(shown), 45), {
      raw: { width: WIDTH, height: HEIGHT, channels: 3 },
    })
      .png()
      .toBuffer();
    const layers = [
      await asPng(withGamma(await developedUpTo(recipe, undefined, exposed))),
      await asPng(withGamma(await developedUpTo(recipe, 'cfa', exposed))),
      await asPng(shown),
      edges,
    ];
    const quarter = WIDTH / STEPS.length;
    const parts = await Promise.all(
      STEPS.map(async (label, index) => {
        const left = index * quarter;
        const part = await sharp(layers[index])
          .extract({ left, top: 0, width: quarter, height: HEIGHT })
          .png()
          .toBuffer();
        return (
          image(part, [left, 0, quarter, HEIGHT]) +
          (index > 0
            ? path(
                [
                  [left, 0],
                  [left, HEIGHT],
                ],
                INK,
                4,
              )
            : '') +
          tag(left + quarter / 2, HEIGHT - 36, label, { anchor: 'middle', size: 30 })
        );
      }),
    );
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption: `One shot of a street, rendered as a world, on its way through the camera: raw and after CFA (both shown with a gamma of 2.2), finished, and the Sobel gradient of its luma; ${factsOf(report)}`,
    };
  },
};

export const overviews = { 'research-overview': overview } as const;

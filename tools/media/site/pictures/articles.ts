import sharp from 'sharp';
import { drawEdges, edgeStrength } from '../edge-map.ts';
import {
  asPng,
  asSharp,
  balanced,
  decodePicture,
  factsOf,
  photograph,
  seconds,
  type Recipe,
} from '../engine-camera.ts';
import { ACCENT, figure, image, path, tag } from '../figure.ts';
import { ARTICLE, type Picture } from '../picture.ts';
import { colouredMosaic } from '../sensor-mosaic.ts';
import { readSource } from '../trace.ts';

const { width: WIDTH, height: HEIGHT } = ARTICLE;
const SCENE: Recipe = {
  illuminant: 'D65',
  scene: 'apple.jpg',
  sceneFileParams: { hfov: 18.6 },
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 800, cols: 1200 },
  isp: 'Fast-openISP',
};

/** A picture that comes out of its own mosaic: raw pixels on the left, developed on the right. */
const founding: Picture = {
  ...ARTICLE,
  make: async () => {
    const shot = await photograph(SCENE, { keep: ['raw'] });
    const [columns, rows, left, top] = [150, 100, 560, 46] as const;
    const scale = WIDTH / columns;
    const mosaic = await sharp(colouredMosaic(shot, { left, top, columns, rows }, 2.2), {
      raw: { width: columns, height: rows, channels: 3 },
    })
      .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const developed = await asSharp(shot.image)
      .extract({ left, top, width: columns, height: rows })
      .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
      .png()
      .toBuffer();
    const cut = 56 * scale;
    return {
      picture: sharp(
        await figure(
          WIDTH,
          HEIGHT,
          image(mosaic, [0, 0, WIDTH, HEIGHT], true),
          `<clipPath id="c"><path d="M${cut + 150} 0H${WIDTH}V${HEIGHT}H${cut - 90}Z"/></clipPath><g clip-path="url(#c)">${image(developed, [0, 0, WIDTH, HEIGHT])}</g>`,
          path(
            [
              [cut + 150, 0],
              [cut - 90, HEIGHT],
            ],
            ACCENT,
            3,
          ),
        ),
      ),
      caption: `150 × 100 px of one shot, raw and developed; ${factsOf(shot.report)}`,
    };
  },
};

/** What an algorithm is given when the light goes. */
const computerVision: Picture = {
  ...ARTICLE,
  make: async () => {
    const picture = await decodePicture(await readSource('road'));
    const base: Recipe = {
      ...SCENE,
      sceneFileParams: { hfov: 10.6 },
      sensorParams: { rows: 400, cols: 400, pixel_size: 3.3 },
      ispParams: { nlmEnabled: false },
    };
    const balance = await balanced({ ...base, sceneLuminance: 2 }, { picture });
    const parts: string[] = [];
    for (const [index, [sceneLuminance, exposure]] of (
      [
        [60, 1 / 60],
        [8, 1 / 30],
        [2, 1 / 30],
      ] as const
    ).entries()) {
      const { image: shown } = await photograph(
        { ...balance, sceneLuminance },
        { picture, exposureSeconds: exposure },
      );
      const edges = await sharp(drawEdges(edgeStrength(shown), 60), {
        raw: { width: 400, height: 400, channels: 3 },
      })
        .png()
        .toBuffer();
      parts.push(
        image(await asPng(shown), [index * 400, 0, 399, 399]),
        image(edges, [index * 400, 401, 399, 399]),
        tag(index * 400 + 16, 384, `${sceneLuminance} cd/m² · ${seconds(exposure)}`, { size: 21 }),
      );
    }
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption:
        'One street at 60, 8 and 2 cd/m² (Double-Gauss f/3), and the Sobel gradient of each picture',
    };
  },
};

/** The star of rays through the fisheye, close to what it resolves. */
const news: Picture = {
  ...ARTICLE,
  make: async () => {
    const { image: shown, report } = await photograph({
      illuminant: 'D65',
      scene: 'Rings Rays',
      ringsraysParams: { hfov: 21.5, radialFreq: 36, size: 1400 },
      optics: 'Cooke Triplet',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 800, cols: 1200 },
      isp: 'Fast-openISP',
    });
    return {
      picture: asSharp(shown),
      caption: `Rings Rays with 72 bright rays: ${factsOf(report)}`,
    };
  },
};

export const articles = {
  'blog-founding-story': founding,
  'blog-computer-vision': computerVision,
  'news-article': news,
} as const;

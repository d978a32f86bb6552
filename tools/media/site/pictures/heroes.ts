import type { Picture } from '../picture.ts';
import { asSharp, factsOf, photograph } from '../engine-camera.ts';

/** One scene through one lens; the field of view fills the frame. */
const hero = (optics: string, hfov: number): Picture => ({
  width: 1440,
  height: 1080,
  widths: [480, 720, 960, 1440],
  make: async () => {
    const { image, report } = await photograph({
      illuminant: 'D65',
      scene: 'apple.jpg',
      sceneFileParams: { hfov },
      optics,
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 1080, cols: 1440 },
      isp: 'Fast-openISP',
    });
    return { picture: asSharp(image), caption: factsOf(report) };
  },
});

export const heroes = {
  'hero-cooke-triplet': hero('Cooke Triplet', 22.4),
  'hero-double-gauss': hero('Double-Gauss', 22.4),
  'hero-fisheye': hero('Fisheye', 106),
} as const;

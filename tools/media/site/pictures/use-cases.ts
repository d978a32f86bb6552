import sharp from 'sharp';
import {
  asSharp,
  balanced,
  decodePicture,
  factsOf,
  photograph,
  type Recipe,
} from '../engine-camera.ts';
import { TEXT, figure, n, text } from '../figure.ts';
import { designOf, lensElement } from '../lens-figure.ts';
import { STANDARD, type Picture } from '../picture.ts';
import { spotDiagram } from '../spot.ts';
import { readSource, type StillName } from '../trace.ts';
import { wavelengthRgb } from '../wavelength-rgb.ts';

/** What a camera records of a path-traced scene, at a share of the metered exposure. */
const cameraPicture = (
  source: StillName,
  what: string,
  recipe: Recipe,
  exposureShare = 1,
): Picture => ({
  ...STANDARD,
  make: async () => {
    const picture = await decodePicture(await readSource(source));
    const whole = { scene: 'apple.jpg', sensor: 'Bayer-grbg', isp: 'Fast-openISP', ...recipe };
    const recipeInLight = await balanced(whole, { picture });
    const metered = await photograph(recipeInLight, { picture });
    const { image, report } =
      exposureShare === 1
        ? metered
        : await photograph(recipeInLight, {
            picture,
            exposureSeconds: metered.report.sensor!.exposureSeconds * exposureShare,
          });
    return {
      picture: asSharp(image),
      caption: `${what}, path-traced, then photographed: ${factsOf(report)}`,
    };
  },
});

const autonomous = cameraPicture(
  'road',
  'A street at dusk',
  {
    illuminant: 'D65',
    sceneLuminance: 2,
    sceneFileParams: { hfov: 14.8 },
    optics: 'Double-Gauss',
    sensorParams: { rows: 720, cols: 960, well_capacity: 4000 },
  },
  0.65,
);
const manufacturing = cameraPicture(
  'parts',
  'A tray of parts',
  {
    illuminant: 'Fluorescent',
    sceneLuminance: 400,
    sceneFileParams: { hfov: 15.1 },
    optics: 'Cooke Triplet',
    sensorParams: { rows: 720, cols: 960 },
  },
  1.1,
);
const mixedReality = cameraPicture('room', 'A workplace', {
  illuminant: 'D55',
  sceneLuminance: 60,
  sceneFileParams: { hfov: 104 },
  optics: 'Fisheye',
  sensorParams: { rows: 720, cols: 960, pixel_size: 3.2 },
});

/** A lens and its spots: the picture for those who would like to design them. */
const career: Picture = {
  ...STANDARD,
  make: async () => {
    const design = await designOf('cooke-triplet');
    const fractions = [0, 0.35, 0.7, 1];
    const wavelengths = [470, 550, 640];
    const [side, top, reach] = [196, 470, 9];
    const spots = fractions.map((fraction, index) => {
      const x0 = 48 + index * (side + 26) + side / 2;
      const y0 = top + side / 2;
      const dots = spotDiagram(design, fraction, wavelengths, 7).map((places, k) => {
        const colour = wavelengthRgb(wavelengths[k]!)
          .map((share) => Math.round(255 * share))
          .join(',');
        return places
          .map(
            ([x, y]) =>
              `<circle cx="${n(x0 + (x / reach) * (side / 2))}" cy="${n(y0 - (y / reach) * (side / 2))}" r="1.5" fill="rgb(${colour})" fill-opacity="0.7"/>`,
          )
          .join('');
      });
      return `<clipPath id="spot${index}"><rect x="${x0 - side / 2}" y="${top}" width="${side}" height="${side}"/></clipPath><rect x="${x0 - side / 2}" y="${top}" width="${side}" height="${side}" fill="#10141c"/><g clip-path="url(#spot${index})">${dots.join('')}</g>${text(x0, top + side + 34, `${((fraction * design.halfField * 180) / Math.PI).toFixed(0)}°`, { size: 23, anchor: 'middle', mono: true })}`;
    });
    return {
      picture: sharp(
        await figure(
          STANDARD.width,
          STANDARD.height,
          lensElement(design, [0, 0.7, 1, -0.7, -1], [-60, 0, 1000, 420]),
          ...spots,
          text(912, top - 18, `${2 * reach} µm`, {
            size: 22,
            anchor: 'end',
            colour: TEXT,
            mono: true,
          }),
        ),
      ),
      caption:
        'Cooke Triplet 8.2 mm f/5 and its spot diagrams at 470, 550 and 640 nm, four fields, traced ray by ray',
    };
  },
};

export const useCases = {
  'use-autonomous': autonomous,
  'use-manufacturing': manufacturing,
  'use-ar-vr': mixedReality,
  career,
} as const;

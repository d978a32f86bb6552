import sharp, { type Sharp } from 'sharp';
import { drawEdges, edgeStrength } from '../edge-map.ts';
import {
  asPng,
  asSharp,
  factsOf,
  lensFigures,
  photograph,
  seconds,
  type Recipe,
} from '../engine-camera.ts';
import { INK, TEXT, figure, image, n, path, tag, text } from '../figure.ts';
import { designOf, lensElement } from '../lens-figure.ts';
import { ARTICLE, STANDARD, type Picture } from '../picture.ts';
import { colouredMosaic } from '../sensor-mosaic.ts';
import { spotDiagram } from '../spot.ts';
import type { StillName } from '../trace.ts';
import { tracedScene } from '../traced-scene.ts';
import { wavelengthRgb } from '../wavelength-rgb.ts';

/** What a camera records of a still of a world, at a share of the metered exposure. */
const cameraPicture = (
  source: StillName,
  what: string,
  recipe: Recipe,
  exposureShare = 1,
): Picture => ({
  ...STANDARD,
  make: async () => {
    const { recipe: inLight, settings } = await tracedScene(source, recipe);
    const metered = await photograph(inLight, settings);
    const { image: shown, report } =
      exposureShare === 1
        ? metered
        : await photograph(inLight, {
            ...settings,
            exposureSeconds: metered.report.sensor!.exposureSeconds * exposureShare,
          });
    return {
      picture: asSharp(shown),
      caption: `${what}, rendered as a world, then photographed: ${factsOf(report)}`,
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

/** A vertical line between two parts of a picture. */
const divider = (x: number, height: number): string =>
  path(
    [
      [x, 0],
      [x, height],
    ],
    INK,
    4,
  );

/** One detail of a tray of parts, once for each of the three jobs. */
const careers: Picture = {
  ...STANDARD,
  make: async () => {
    const { recipe, settings } = await tracedScene('parts', {
      illuminant: 'D65',
      sceneLuminance: 400,
      sceneFileParams: { hfov: 15.1 },
      optics: 'Double-Gauss',
      sensorParams: { rows: 720, cols: 960 },
    });
    const crop = { left: 448, top: 64, width: 240, height: 180 };
    const enlarge = (picture: Sharp, kernel: 'nearest' | 'cubic'): Promise<Buffer> =>
      picture.resize(STANDARD.width, STANDARD.height, { kernel }).png().toBuffer();
    const optical = await photograph({ ...recipe, sensor: '', isp: '' }, settings);
    const shot = await photograph(recipe, { ...settings, keep: ['raw'] });
    const mosaic = colouredMosaic(
      shot,
      { left: crop.left, top: crop.top, columns: crop.width, rows: crop.height },
      2.2,
    );
    const edges = drawEdges(edgeStrength(shot.image), 45);
    const { rows, columns } = shot.image;
    const layers = [
      ['Optics', await enlarge(asSharp(optical.image).extract(crop), 'cubic')],
      ['Sensor', await enlarge(sharp(mosaic, { raw: { ...crop, channels: 3 } }), 'nearest')],
      [
        'Software',
        await enlarge(
          sharp(edges, { raw: { width: columns, height: rows, channels: 3 } }).extract(crop),
          'cubic',
        ),
      ],
    ] as const;
    const third = STANDARD.width / layers.length;
    const parts = await Promise.all(
      layers.map(async ([label, layer], index) => {
        const left = index * third;
        const part = await sharp(layer)
          .extract({ left, top: 0, width: third, height: STANDARD.height })
          .png()
          .toBuffer();
        return (
          image(part, [left, 0, third, STANDARD.height]) +
          (index > 0 ? divider(left, STANDARD.height) : '') +
          tag(left + third / 2, STANDARD.height - 28, label, { anchor: 'middle' })
        );
      }),
    );
    return {
      picture: sharp(await figure(STANDARD.width, STANDARD.height, ...parts)),
      caption: `${crop.width} × ${crop.height} px of a tray of parts, rendered as a world: the optical image, the raw mosaic, and the Sobel gradient of the finished picture; ${factsOf(shot.report)}`,
    };
  },
};

/** The question that a demo answers: which of two lenses at dusk. */
const demo: Picture = {
  ...ARTICLE,
  make: async () => {
    const { width, height } = ARTICLE;
    const exposureSeconds = 1 / 5;
    const halves = await Promise.all(
      (['Cooke Triplet', 'Double-Gauss'] as const).map(async (optics, index) => {
        const { recipe, settings } = await tracedScene('road', {
          illuminant: 'D65',
          sceneLuminance: 8,
          sceneFileParams: { hfov: 18.6 },
          optics,
          sensorParams: { rows: height, cols: width },
        });
        const { image: shown, report } = await photograph(recipe, { ...settings, exposureSeconds });
        const left = (index * width) / 2;
        const half = await sharp(await asPng(shown))
          .extract({ left, top: 0, width: width / 2, height })
          .png()
          .toBuffer();
        return [
          image(half, [left, 0, width / 2, height]),
          tag(left + width / 4, height - 90, `${optics} ${lensFigures(report.optics)}`, {
            anchor: 'middle',
            size: 28,
          }),
          tag(
            left + width / 4,
            height - 32,
            `${report.sensor!.snrAtGrey18!.toFixed(0)} dB at 18 % grey`,
            { anchor: 'middle', size: 28 },
          ),
        ].join('');
      }),
    );
    return {
      picture: sharp(await figure(width, height, ...halves, divider(width / 2, height))),
      caption: `A street at dusk, rendered as a world, then photographed through two lenses with the same exposure: D65, scene mean 8 cd/m²; Bayer-grbg ${seconds(exposureSeconds)}; Fast-openISP`,
    };
  },
};

export const useCases = {
  'use-autonomous': autonomous,
  'use-manufacturing': manufacturing,
  'use-ar-vr': mixedReality,
  career,
  careers,
  demo,
} as const;

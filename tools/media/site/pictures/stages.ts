import sharp from 'sharp';
import { drawEdges, edgeStrength } from '../edge-map.ts';
import { asPng, asSharp, factsOf, photograph, seconds } from '../engine-camera.ts';
import {
  ACCENT,
  INK,
  TEXT,
  figure,
  image,
  n,
  path,
  spectrumGradient,
  tag,
  text,
} from '../figure.ts';
import { developedUpTo } from '../isp-chain.ts';
import { designOf, lensElement } from '../lens-figure.ts';
import { energyOf } from '../lights.ts';
import { STANDARD, type Picture } from '../picture.ts';
import { colouredMosaic } from '../sensor-mosaic.ts';
import { tracedScene } from '../traced-scene.ts';
import { wavelengthRgb } from '../wavelength-rgb.ts';

/**
 * The scene that most stages show: a tray of machined parts, exposed for the brass, so that bright
 * steel clips.
 */
async function tray() {
  const { recipe, settings } = await tracedScene('parts', {
    illuminant: 'D65',
    sceneLuminance: 400,
    sceneFileParams: { hfov: 15.1 },
    optics: 'Double-Gauss',
    sensorParams: { rows: 720, cols: 960 },
  });
  return { recipe, settings: { ...settings, exposureSeconds: 0.006 } };
}
const { width: WIDTH, height: HEIGHT } = STANDARD;

/**
 * The same scene under five lights with one white balance, side by side, each with its spectrum.
 */
const illuminant: Picture = {
  ...STANDARD,
  make: async () => {
    const lights = ['D75', 'D65', 'D50', 'Fluorescent', 'Tungsten'] as const;
    const strip = WIDTH / lights.length;
    const parts: string[] = [];
    const { recipe, settings } = await tray();
    for (const [index, light] of lights.entries()) {
      const shot = await photograph({ ...recipe, illuminant: light }, settings);
      const left = Math.round(index * strip);
      const part = await asSharp(shot.image)
        .extract({ left, top: 0, width: strip, height: HEIGHT })
        .png()
        .toBuffer();
      const energy = energyOf(light);
      const most = Math.max(...energy);
      const [low, high] = [HEIGHT - 18, HEIGHT - 150];
      const points = energy.map(
        (value, band) =>
          [left + 12 + (band / 30) * (strip - 24), low - (value / most) * (low - high)] as const,
      );
      parts.push(
        image(part, [left, 0, strip, HEIGHT]),
        `<defs>${spectrumGradient(`s${index}`, left + 12, left + strip - 12)}<linearGradient id="f${index}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity="0"/><stop offset="0.5" stop-color="${INK}" stop-opacity="0.86"/></linearGradient></defs>`,
        `<rect x="${left}" y="${HEIGHT - 230}" width="${strip}" height="230" fill="url(#f${index})"/>`,
        `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}V${low}H${n(points[0]![0])}Z" fill="url(#s${index})" opacity="0.85"/>`,
        text(left + strip / 2, HEIGHT - 168, light, {
          size: 25,
          colour: TEXT,
          anchor: 'middle',
          weight: 500,
        }),
      );
    }
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption:
        'One scene, one fixed white balance, five lights: D75, D65, D50, Fluorescent, Tungsten; spectra 400–700 nm',
    };
  },
};

/** The chart as the block of 31 bands that it is. */
const scene: Picture = {
  ...STANDARD,
  make: async () => {
    const patch = 24;
    const { arrays } = await photograph(
      { illuminant: 'D65', scene: 'Macbeth', macbethParams: { hfov: 12, patchSize: patch } },
      { keep: ['scene'] },
    );
    const [columns, rows] = [6 * patch, 4 * patch];
    const bands = arrays.scene!;
    const most = Math.max(...bands.map((band) => Math.max(...band)));
    const shade = (band: number, at: number): number[] =>
      wavelengthRgb(400 + 10 * band).map((channel) =>
        Math.round(255 * channel * Math.min(1, (bands[band]![at]! / most) * 1.15) ** 0.6),
      );
    const front = await photograph({
      illuminant: 'D65',
      scene: 'Macbeth',
      macbethParams: { hfov: 12, patchSize: patch },
      sensorParams: {
        rows: rows * 4,
        cols: columns * 4,
        pixel_size: (2 * 1e6 * 8.2e-3 * Math.tan((6 * Math.PI) / 180)) / (columns * 4),
      },
    });
    const [x, y, w, h, dx, dy] = [60, 226, 640, 427, 7.6, -5.9] as const;
    const depth = 31;
    const top = await spectralSheet({
      shade,
      count: columns,
      transform: `matrix(1 0 ${dx / dy} 1 ${x + depth * dx} ${y + depth * dy})`,
      across: w,
      down: -dy * depth,
      isVertical: false,
    });
    const side = await spectralSheet({
      shade: (band, row) => shade(band, row * columns + columns - 1),
      count: rows,
      transform: `matrix(1 ${dy / dx} 0 1 ${x + w} ${y})`,
      across: dx * depth,
      down: h,
      isVertical: true,
    });
    const parts = [
      top,
      side,
      image(await asPng(front.image), [x, y, w, h], true),
      text(x + w + 26, y + h + 16, '400 nm', { size: 22, mono: true }),
      text(x + w + depth * dx - 8, y + h + depth * dy + 48, '700 nm', {
        size: 22,
        mono: true,
        anchor: 'end',
      }),
      text(x, y + h + 42, '24 measured reflectances × 31 bands', { size: 24, colour: TEXT }),
    ];
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption:
        'Macbeth chart under D65: radiance in 31 bands, 400–700 nm; edges show each band in its own colour',
    };
  },
};

/**
 * An edge of the spectral cube as an SVG element: `count` samples along the edge, 31 bands across
 * it.
 */
async function spectralSheet({
  shade,
  count,
  transform,
  across,
  down,
  isVertical,
}: {
  readonly shade: (band: number, sample: number) => readonly number[];
  readonly count: number;
  readonly transform: string;
  readonly across: number;
  readonly down: number;
  readonly isVertical: boolean;
}): Promise<string> {
  const pixels = Buffer.alloc(count * 31 * 3);
  for (let band = 0; band < 31; band += 1)
    for (let i = 0; i < count; i += 1)
      pixels.set(shade(band, i), (isVertical ? i * 31 + band : (30 - band) * count + i) * 3);
  const png = await sharp(pixels, {
    raw: { width: isVertical ? 31 : count, height: isVertical ? count : 31, channels: 3 },
  })
    .png()
    .toBuffer();
  return `<g transform="${transform}"><image href="data:image/png;base64,${png.toString('base64')}" width="${across}" height="${down}" preserveAspectRatio="none" style="image-rendering:pixelated"/></g>`;
}

/** The Double-Gauss in section, with the rays of five fields. */
const optics: Picture = {
  ...STANDARD,
  make: async () => {
    const design = await designOf('double-gauss');
    return {
      picture: sharp(
        await figure(
          WIDTH,
          HEIGHT,
          lensElement(design, [0, 0.5, 1, -0.5, -1], [-215, 20, 1160, 620]),
          text(48, HEIGHT - 44, `${design.name}  f = ${design.focalLengthMm.toFixed(1)} mm  f/3`, {
            size: 26,
            colour: TEXT,
          }),
          text(WIDTH - 48, HEIGHT - 44, 'fields 0°, ±7°, ±14°', {
            size: 24,
            anchor: 'end',
            mono: true,
          }),
        ),
      ),
      caption:
        'Double-Gauss 8.2 mm f/3 in section, traced at 587.6 nm for fields of 0°, ±7° and ±14°',
    };
  },
};

/** A corner of the raw mosaic, every pixel in the colour of its filter. */
const sensor: Picture = {
  ...STANDARD,
  make: async () => {
    const { recipe, settings } = await tray();
    const shot = await photograph(recipe, { ...settings, keep: ['raw'] });
    const crop = { left: 508, top: 108, columns: 120, rows: 90 };
    const mosaic = await sharp(colouredMosaic(shot, crop, 2.2), {
      raw: { width: crop.columns, height: crop.rows, channels: 3 },
    })
      .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
      .png()
      .toBuffer();
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, image(mosaic, [0, 0, WIDTH, HEIGHT], true))),
      caption: `Raw of the ${shot.report.sensor!.label} sensor, 120 × 90 px at a gear, 10 bit, with noise; ${seconds(shot.report.sensor!.exposureSeconds)}`,
    };
  },
};

/** From the mosaic to the picture: strips of the chain, each a few modules further. */
const isp: Picture = {
  ...STANDARD,
  make: async () => {
    const steps = [
      ['Raw', undefined],
      ['AWB', 'awb'],
      ['CFA', 'cfa'],
      ['GAC', 'gac'],
      ['BCC', 'bcc'],
    ] as const;
    const strip = WIDTH / steps.length;
    const parts: string[] = [];
    const { recipe, settings } = await tray();
    for (const [index, [label, last]] of steps.entries()) {
      const part = await asSharp(await developedUpTo(recipe, last, settings))
        .extract({ left: Math.round(index * strip), top: 0, width: strip, height: HEIGHT })
        .png()
        .toBuffer();
      parts.push(
        image(part, [index * strip, 0, strip, HEIGHT]),
        tag(index * strip + strip / 2, HEIGHT - 24, label, { anchor: 'middle' }),
      );
      if (index > 0)
        parts.push(
          path(
            [
              [index * strip, 0],
              [index * strip, HEIGHT],
            ],
            INK,
            3,
          ),
        );
    }
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption: 'One shot on its way through Fast-openISP: raw, and after AWB, CFA, GAC and BCC',
    };
  },
};

/** An analysis that ran on the camera's picture: its edges. */
const algorithms: Picture = {
  ...STANDARD,
  make: async () => {
    const { recipe, settings } = await tray();
    const { image: shown, report } = await photograph(recipe, settings);
    const strength = edgeStrength(shown);
    const edges = await sharp(drawEdges(strength, 45), {
      raw: { width: WIDTH, height: HEIGHT, channels: 3 },
    })
      .png()
      .toBuffer();
    const cut = 400;
    const parts = [
      image(await asPng(shown), [0, 0, WIDTH, HEIGHT]),
      `<clipPath id="right"><path d="M${cut + 120} 0H${WIDTH}V${HEIGHT}H${cut - 60}Z"/></clipPath><g clip-path="url(#right)">${image(edges, [0, 0, WIDTH, HEIGHT])}</g>`,
      path(
        [
          [cut + 120, 0],
          [cut - 60, HEIGHT],
        ],
        ACCENT,
        3,
      ),
      tag(24, HEIGHT - 24, 'camera picture'),
      tag(WIDTH - 24, HEIGHT - 24, 'Sobel gradient', { anchor: 'end' }),
    ];
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption: `Edges of the camera picture (Sobel gradient of luma); ${factsOf(report)}`,
    };
  },
};

export const stages = {
  'stage-illuminant': illuminant,
  'stage-scene': scene,
  'stage-optics': optics,
  'stage-sensor': sensor,
  'stage-isp': isp,
  'stage-algorithms': algorithms,
} as const;

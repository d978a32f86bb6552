import sharp from 'sharp';
import { pointSpreadImage } from '@lumenloom/engine';
import { asSharp, balanced, decodePicture, factsOf, photograph } from '../engine-camera.ts';
import { ACCENT, TEXT, axes, figure, n, path, type Point } from '../figure.ts';
import { designOf, lensElement } from '../lens-figure.ts';
import { SQUARE, type Picture } from '../picture.ts';
import { logarithmic } from '../point-spread-figure.ts';
import { readSource } from '../trace.ts';

const SIDE = SQUARE.width;

/** Beams of many fields that share one stop. */
const collaboration: Picture = {
  ...SQUARE,
  make: async () => ({
    picture: sharp(
      await figure(
        SIDE,
        SIDE,
        lensElement(await designOf('double-gauss'), [0, 0.5, 1, -0.5, -1], [-250, -60, 1500, 840]),
      ),
    ),
    caption: 'Double-Gauss: beams of five fields, 0° to ±14°, through one stop; traced at 587.6 nm',
  }),
};

/** Diffraction in three colours. */
const firstPrinciples: Picture = {
  ...SQUARE,
  make: async () => {
    const design = await designOf('cooke-triplet');
    const layers = [640, 540, 450].map((wavelength) => pointSpreadImage(design, wavelength, 0));
    const { cells } = layers[0]!;
    const shown = Buffer.alloc(cells * cells * 3);
    for (const [channel, { data }] of layers.entries())
      for (const [i, level] of logarithmic(data).entries())
        shown[3 * i + channel] = Math.round(255 * Math.min(1, level * 1.05));
    return {
      picture: sharp(
        await sharp(shown, { raw: { width: cells, height: cells, channels: 3 } })
          .resize(SIDE, SIDE, { kernel: 'cubic' })
          .png()
          .toBuffer(),
      ),
      caption:
        'Point spread function of the Cooke Triplet on axis at 640, 540 and 450 nm as red, green, blue; 17.6 µm wide, 4 decades',
    };
  },
};

/** A measured curve with its spread, and what theory says. */
const honesty: Picture = {
  ...SQUARE,
  make: async () => {
    const levels = [8, 16, 32, 64, 128, 256, 512, 1024, 2048];
    const points: {
      readonly luminance: number;
      readonly mean: number;
      readonly spread: number;
      readonly theory: number;
    }[] = [];
    for (const luminance of levels) {
      // A white field: the bright side of an edge that is all bright.
      const { arrays, report } = await photograph(
        {
          illuminant: 'D65',
          scene: 'Slanted Edge',
          slantededgeParams: { hfov: 30, imageSize: 64, darkLevel: 1 },
          illuminantLuminance: luminance,
          sensor: 'Bayer-grbg',
          sensorParams: { rows: 128, cols: 128 },
        },
        { exposureSeconds: 1 / 60, keep: ['volts'] },
      );
      const volts = arrays.volts![0]!;
      // Groups of 8 x 8 green pixels: how far their SNR scatters is the error bar.
      const found: number[] = [];
      for (let row = 0; row < 128; row += 16)
        for (let column = 0; column < 128; column += 16) {
          let [sum, squares, count] = [0, 0, 0];
          for (let dy = 0; dy < 16; dy += 2)
            for (let dx = 0; dx < 16; dx += 2) {
              const value = volts[(row + dy) * 128 + column + dx]!;
              sum += value;
              squares += value * value;
              count += 1;
            }
          const mean = sum / count;
          found.push(20 * Math.log10(mean / Math.sqrt(squares / count - mean * mean)));
        }
      const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
      points.push({
        luminance,
        mean,
        spread: Math.sqrt(
          found.reduce((sum, value) => sum + (value - mean) ** 2, 0) / found.length,
        ),
        theory: report.sensor!.snrAtWhite!,
      });
    }
    const plot = axes(
      { left: 92, top: 66, right: 670, bottom: 600 },
      { from: 6, to: 2700, label: 'luminance, cd/m²', ticks: [10, 100, 1000], isLogarithmic: true },
      { from: 0, to: 45, label: 'SNR, dB', ticks: [0, 10, 20, 30, 40] },
      25,
    );
    const curve = points.map(({ luminance, theory }): Point => [plot.x(luminance), plot.y(theory)]);
    const bars = points.map(({ luminance, mean, spread }) => {
      const [x, high, low] = [
        n(plot.x(luminance)),
        n(plot.y(mean + 2 * spread)),
        n(plot.y(mean - 2 * spread)),
      ];
      return `<path d="M${x} ${high}V${low}M${Number(x) - 9} ${high}h18M${Number(x) - 9} ${low}h18" stroke="${TEXT}" stroke-width="2.5"/><circle cx="${x}" cy="${n(plot.y(mean))}" r="7" fill="${TEXT}"/>`;
    });
    return {
      picture: sharp(await figure(SIDE, SIDE, plot.svg, path(curve, ACCENT, 3), ...bars)),
      caption:
        'SNR of green pixels on a white field, 17 ms: simulated frames (mean, ± 2 σ of 64 groups of 64) on the line that theory predicts',
    };
  },
};

/** The defect that somebody has to find. */
const customers: Picture = {
  ...SQUARE,
  make: async () => {
    const picture = await decodePicture(await readSource('parts'));
    const recipe = {
      illuminant: 'Fluorescent',
      scene: 'apple.jpg',
      sceneLuminance: 400,
      sceneFileParams: { hfov: 22 },
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 1080, cols: 1440 },
      isp: 'Fast-openISP',
    };
    const { image, report } = await photograph(await balanced(recipe, { picture }), {
      picture,
      exposureSeconds: 0.0034,
    });
    return {
      picture: sharp(
        await asSharp(image)
          .extract({ left: 634, top: 70, width: 420, height: 420 })
          .resize(SIDE, SIDE, { kernel: 'cubic' })
          .png()
          .toBuffer(),
      ),
      caption: `One gear has lost a tooth: ${factsOf(report)}`,
    };
  },
};

/** A grid that opens towards the middle. */
const openness: Picture = {
  ...SQUARE,
  make: async () => {
    const { image, report } = await photograph({
      illuminant: 'D65',
      scene: 'Gridlines',
      gridlinesParams: { hfov: 150, gridlineSize: 384, lineSpacing: 16, lineThickness: 1 },
      optics: 'Fisheye',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 640, cols: 640, pixel_size: 8.6 },
      isp: 'Fast-openISP',
    });
    return {
      picture: sharp(await asSharp(image).resize(SIDE, SIDE).png().toBuffer()),
      caption: `Gridlines, 150° wide: ${factsOf(report)}`,
    };
  },
};

export const values = {
  'value-collaboration': collaboration,
  'value-first-principles': firstPrinciples,
  'value-honesty': honesty,
  'value-customers': customers,
  'value-openness': openness,
} as const;

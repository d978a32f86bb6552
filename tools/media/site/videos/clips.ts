import sharp, { type Sharp } from 'sharp';
import type { ShownImage } from '@lumenloom/engine';
import { energyToPhotons } from '@lumenloom/engine/catalogue';
import { drawEdges, edgeStrength } from '../edge-map.ts';
import { asSharp, photograph, seconds, type Recipe } from '../engine-camera.ts';
import { ACCENT, INK, TEXT, n, overlay, path, spectrumGradient, tag, text } from '../figure.ts';
import { CHAIN, developedUpTo, type ModuleId } from '../isp-chain.ts';
import { energyOf } from '../lights.ts';
import { tracedScene } from '../traced-scene.ts';
import { VIDEO, type Clip } from './clip.ts';

const { width: WIDTH, height: HEIGHT } = VIDEO;
/** Lower edge of captions: at the top, as a player's controls cover what lies below. */
const CAPTION_FOOT = 68;
/** Sensor of the videos: two thirds of their size, so that a frame takes a fraction of a second. */
const SENSOR = { rows: 360, cols: 640, pixel_size: 3.3 } as const;
/**
 * Patch denoising takes longer than everything else together; only the ISP's own video shows it.
 */
const QUICK = { nlmEnabled: false } as const;
const CAMERA: Recipe = {
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: SENSOR,
  isp: 'Fast-openISP',
  ispParams: QUICK,
  optics: 'Double-Gauss',
};

const enlarged = (image: ShownImage): Sharp =>
  asSharp(image).toColourspace('srgb').resize(WIDTH, HEIGHT, { kernel: 'lanczos3' });

/** A picture with something drawn over it. */
async function labelled(picture: Sharp, ...parts: readonly string[]): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 1 }).toBuffer()).composite([
    { input: await overlay(WIDTH, HEIGHT, ...parts) },
  ]);
}

/** Each frame made once: held frames are not computed again. */
function remembered(make: (key: string) => Promise<Sharp>): (key: string) => Promise<Sharp> {
  let last: { readonly key: string; readonly frame: Promise<Sharp> } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, frame: make(key) };
    return last.frame;
  };
}

const ease = (share: number): number => share * share * (3 - 2 * share);
const between = (from: number, to: number, share: number): number => from + (to - from) * share;
const logarithmically = (from: number, to: number, share: number): number =>
  from * (to / from) ** share;

/** Lights one after the other, each turning into the next; white balance stays as it is. */
function illuminants(): Clip {
  const lights = ['D75', 'D65', 'D50', 'Fluorescent', 'Illuminant A', 'Tungsten'];
  const [hold, morph] = [8, 6];
  const frame = remembered(async (key) => {
    const place = Number(key);
    const [from, to, share] = [Math.floor(place), Math.ceil(place), ease(place % 1)];
    const [a, b] = [from, to].map((index) => energyOf(lights[index]!)) as [
      readonly number[],
      readonly number[],
    ];
    const [mostA, mostB] = [Math.max(...a), Math.max(...b)];
    const energy = a.map((value, band) => between(value / mostA, b[band]! / mostB, share));
    const { recipe, settings } = await tray();
    const { image } = await photograph(
      {
        ...recipe,
        illuminant: 'Custom',
        illuminantCustomPhotons: Array.from(energyToPhotons(energy), (photons) => photons * 1e-19),
      },
      { ...settings, exposureSeconds: 0.003 },
    );
    const [left, right, base, high] = [612, 924, 232, 150];
    const points = energy.map(
      (value, band) => [left + (band / 30) * (right - left), base - value * high] as const,
    );
    const name = share < 0.5 ? lights[from]! : lights[to]!;
    return labelled(
      enlarged(image),
      `<defs>${spectrumGradient('s', left, right)}</defs><rect x="${left - 22}" y="${base - high - 58}" width="${right - left + 44}" height="${high + 74}" rx="6" fill="${INK}" fill-opacity="0.72"/>`,
      `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}V${base}H${left}Z" fill="url(#s)"/>`,
      text(left, base - high - 22, name, { size: 26, colour: TEXT, weight: 500 }),
      text(right, base - high - 22, '400–700 nm', { size: 20, anchor: 'end', mono: true }),
    );
  });
  const frames = lights.length * hold + (lights.length - 1) * morph;
  return {
    frames,
    poster: 0,
    frame: (index) => {
      const [light, step] = [Math.floor(index / (hold + morph)), index % (hold + morph)];
      return frame(
        step < hold ? String(light) : (light + (step - hold + 1) / (morph + 1)).toFixed(4),
      );
    },
  };
}

/** The five charts and a picture, each with one of its parameters on the move. */
function scenes(): Clip {
  const each = 14;
  const sweeps: readonly ((share: number) => readonly [caption: string, recipe: Recipe])[] = [
    (share) => {
      const hfov = between(17, 26, ease(share));
      return [`Macbeth · HFoV ${hfov.toFixed(0)}°`, { scene: 'Macbeth', macbethParams: { hfov } }];
    },
    (share) => {
      const spacing = Math.round(between(24, 8, share));
      return [
        `Point Array · spacing ${spacing}`,
        {
          scene: 'Point Array',
          pointarrayParams: { hfov: 15.4, arraySize: 192, pointSpacing: spacing },
        },
      ];
    },
    (share) => {
      const spacing = Math.round(between(8, 24, share));
      return [
        `Gridlines · spacing ${spacing}`,
        {
          scene: 'Gridlines',
          gridlinesParams: {
            hfov: 15.4,
            gridlineSize: 256,
            lineSpacing: spacing,
            lineThickness: 1,
          },
        },
      ];
    },
    (share) => {
      const edgeAngle = between(0.5, 8, ease(share));
      return [
        `Slanted Edge · slope ${edgeAngle.toFixed(1)}`,
        {
          scene: 'Slanted Edge',
          slantededgeParams: { hfov: 15.4, imageSize: 384, edgeAngle, darkLevel: 0.05 },
        },
      ];
    },
    (share) => {
      const radialFreq = between(4, 40, ease(share));
      return [
        `Rings Rays · frequency ${radialFreq.toFixed(0)}`,
        { scene: 'Rings Rays', ringsraysParams: { hfov: 15.4, radialFreq, size: 768 } },
      ];
    },
    (share) => {
      const hfov = between(15.4, 22, ease(share));
      return [
        `apple.jpg · HFoV ${hfov.toFixed(0)}°`,
        { scene: 'apple.jpg', sceneFileParams: { hfov } },
      ];
    },
  ];
  return {
    frames: each * sweeps.length,
    poster: 0,
    frame: async (index) => {
      const [caption, recipe] = sweeps[Math.floor(index / each)]!((index % each) / (each - 1));
      // Dead-pixel correction would take single points for defects.
      const { image } = await photograph({
        ...CAMERA,
        ...recipe,
        ispParams: { ...QUICK, dpcEnabled: false },
      });
      return labelled(enlarged(image), tag(28, CAPTION_FOOT, caption));
    },
  };
}

/** A grid through the fisheye while the field of view grows. */
function optics(): Clip {
  const frames = 80;
  return {
    frames,
    poster: 50,
    frame: async (index) => {
      const hfov = between(70, 150, ease(Math.min(1, index / (frames - 8))));
      const { image } = await photograph(
        {
          ...CAMERA,
          optics: 'Fisheye',
          scene: 'Gridlines',
          gridlinesParams: { hfov, gridlineSize: 384, lineSpacing: 16, lineThickness: 1 },
          sensorParams: { ...SENSOR, pixel_size: 8.6 },
        },
        { exposureSeconds: undefined },
      );
      return labelled(
        enlarged(image),
        tag(28, CAPTION_FOOT, `Fisheye 2.05 mm f/1.8 · HFoV ${hfov.toFixed(0)}°`),
      );
    },
  };
}

/**
 * One street, ever longer exposed: noise and clipping as they come. Noise is drawn anew in every
 * frame.
 */
function sensor(): Clip {
  const frames = 80;
  return {
    frames,
    poster: 62,
    frame: async (index) => {
      const { recipe, settings } = await street();
      const exposureSeconds = logarithmically(0.025, 1.2, Math.min(1, index / (frames - 8)));
      const { image, report } = await photograph(recipe, {
        ...settings,
        exposureSeconds,
        seeds: { temporal: 1000 + index, fixedPattern: 7 },
      });
      return labelled(
        enlarged(image),
        tag(
          28,
          CAPTION_FOOT,
          `${seconds(exposureSeconds)} · SNR ${report.sensor!.snrAtGrey18!.toFixed(0)} dB at 18 % grey`,
        ),
      );
    },
  };
}

/** From the mosaic to the picture, module by module. */
function isp(): Clip {
  const [hold, wipe] = [3, 2];
  const room = once(() =>
    tracedScene('room', {
      ...CAMERA,
      sceneLuminance: 60,
      sceneFileParams: { hfov: 15.4 },
      ispParams: {},
      sensorParams: { ...SENSOR, well_capacity: 1500 },
    }),
  );
  const steps: readonly (ModuleId | undefined)[] = [undefined, ...CHAIN.map(({ id }) => id)];
  const named = (index: number): string =>
    steps[index] === undefined ? 'Raw' : `${CHAIN[index - 1]!.label} · ${CHAIN[index - 1]!.name}`;
  const still = new Map<number, Promise<Buffer>>();
  const stillOf = (index: number): Promise<Buffer> => {
    const known =
      still.get(index) ??
      room()
        .then(({ recipe, settings }) => developedUpTo(recipe, steps[index], settings))
        .then((image) => enlarged(image).removeAlpha().png({ compressionLevel: 1 }).toBuffer());
    still.set(index, known);
    return known;
  };
  const frame = remembered(async (key) => {
    const [step, share] = key.split(' ').map(Number) as [number, number];
    if (share === 0)
      return labelled(sharp(await stillOf(step)), tag(28, CAPTION_FOOT, named(step)));
    const cut = Math.round(WIDTH * ease(share));
    const arriving = await sharp(await stillOf(step + 1))
      .extract({ left: 0, top: 0, width: Math.max(1, cut), height: HEIGHT })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const both = sharp(
      await sharp(await stillOf(step))
        .composite([{ input: arriving, left: 0, top: 0 }])
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
    return labelled(
      both,
      path(
        [
          [cut, 0],
          [cut, HEIGHT],
        ],
        ACCENT,
        2.5,
      ),
      tag(28, CAPTION_FOOT, named(share < 0.5 ? step : step + 1)),
    );
  });
  return {
    frames: steps.length * hold + (steps.length - 1) * wipe + 6,
    poster: 40,
    frame: (index) => {
      const step = Math.min(steps.length - 1, Math.floor(index / (hold + wipe)));
      const within = index - step * (hold + wipe);
      return frame(
        step === steps.length - 1 || within < hold
          ? `${step} 0`
          : `${step} ${(within - hold + 1) / (wipe + 1)}`,
      );
    },
  };
}

/** Gradient, of 255, from which on a pixel counts as an edge. */
const EDGE = 16;

/**
 * The edges that an algorithm finds in the camera's picture while the light goes: the exposure
 * stays.
 */
function algorithms(): Clip {
  const frames = 80;
  return {
    frames,
    poster: 4,
    frame: async (index) => {
      const { recipe, settings } = await street();
      const sceneLuminance = logarithmically(70, 2.5, Math.min(1, index / (frames - 8)));
      const { image } = await photograph(
        { ...recipe, sceneLuminance },
        {
          ...settings,
          exposureSeconds: 1 / 30,
          seeds: { temporal: 1000 + index, fixedPattern: 7 },
        },
      );
      const strength = edgeStrength(image);
      const found =
        strength.reduce((count, value) => count + Number(value >= EDGE), 0) / strength.length;
      const edges = await sharp(drawEdges(strength, 60), {
        raw: { width: image.columns, height: image.rows, channels: 3 },
      })
        .resize(WIDTH, HEIGHT, { kernel: 'lanczos3' })
        .extract({ left: WIDTH / 2, top: 0, width: WIDTH / 2, height: HEIGHT })
        .png({ compressionLevel: 1 })
        .toBuffer();
      const both = sharp(
        await enlarged(image)
          .composite([{ input: edges, left: WIDTH / 2, top: 0 }])
          .png({ compressionLevel: 1 })
          .toBuffer(),
      );
      return labelled(
        both,
        path(
          [
            [WIDTH / 2, 0],
            [WIDTH / 2, HEIGHT],
          ],
          ACCENT,
          2.5,
        ),
        tag(28, CAPTION_FOOT, `${sceneLuminance.toPrecision(2)} cd/m² · 33 ms`),
        tag(WIDTH - 28, CAPTION_FOOT, `edges ${(100 * found).toFixed(1)} % of pixels`, {
          anchor: 'end',
        }),
      );
    },
  };
}

/** Makes something at the first call and gives it again later. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The street filling a 16:9 frame. */
const street = once(() =>
  tracedScene('road', { ...CAMERA, sceneFileParams: { hfov: 15.2 }, sceneLuminance: 2 }),
);
/** The tray of parts, likewise. */
const tray = once(() =>
  tracedScene('parts', { ...CAMERA, sceneFileParams: { hfov: 15.4 }, sceneLuminance: 400 }),
);

export const clips = { illuminants, scenes, optics, sensor, isp, algorithms } as const;

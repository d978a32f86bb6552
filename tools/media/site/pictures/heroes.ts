import { type LensDesign, lensReport } from '@lumenloom/engine';
import type { Sharp } from 'sharp';
import {
  asSharp,
  factsOf,
  lensFigures,
  photograph,
  seconds,
  type Photograph,
} from '../engine-camera.ts';
import { designOf } from '../lens-figure.ts';
import type { Picture } from '../picture.ts';
import { still as wide } from '../../worlds/stills/square.ts';
import { still as near } from '../../worlds/stills/square-near.ts';
import { tracedScene } from '../traced-scene.ts';

const [WIDTH, HEIGHT] = [1080, 720];
/** Side of the corner that is shown pixel by pixel. */
const CORNER = 180;
/** Wavelength of the facts, nm: the d line. */
const WAVELENGTH = 587.5618;

/** The square as the traced still has it, and how wide, degrees. */
const SOURCES = {
  square: wide,
  'square-near': near,
} as const;
const fieldOfView = (source: keyof typeof SOURCES): number =>
  (360 / Math.PI) * Math.atan((SOURCES[source].camera.frameHeight / 2) * (WIDTH / HEIGHT));

interface View {
  readonly optics: string;
  readonly id: string;
  readonly source: keyof typeof SOURCES;
  /** Field in the corner of the picture, as a fraction of the half field. */
  readonly corner: number;
}

const VIEWS: Readonly<Record<string, View>> = {
  'hero-double-gauss': {
    optics: 'Double-Gauss',
    id: 'double-gauss',
    source: 'square-near',
    corner: 1,
  },
  'hero-cooke-triplet': {
    optics: 'Cooke Triplet',
    id: 'cooke-triplet',
    source: 'square-near',
    corner: 1,
  },
  // Beyond 62° the square, which is flat in the still, ends.
  'hero-fisheye': { optics: 'Fisheye', id: 'fisheye', source: 'square', corner: 62 / 85 },
};

/** Figures of the field in the corner of the picture. */
function cornerOf(design: LensDesign, fraction: number) {
  const [field] = lensReport(design, [WAVELENGTH], [fraction]).fields;
  return field!;
}

const taken = new Map<string, Promise<Photograph>>();
/**
 * The square through a lens, on a sensor whose corners lie at the field of the view; each taken
 * once.
 */
function shotOf({ optics, id, source, corner }: View): Promise<Photograph> {
  const known = taken.get(id) ?? take();
  taken.set(id, known);
  return known;

  async function take(): Promise<Photograph> {
    const { chiefHeightMm } = cornerOf(await designOf(id), corner);
    const pixel = (1e3 * chiefHeightMm) / Math.hypot(WIDTH / 2, HEIGHT / 2);
    const { recipe, settings } = await tracedScene(source, {
      illuminant: 'D65',
      sceneLuminance: 2000,
      sceneFileParams: { hfov: fieldOfView(source) },
      optics,
      sensorParams: { rows: HEIGHT, cols: WIDTH, pixel_size: pixel },
    });
    return photograph(recipe, settings);
  }
}

const percent = (value: number, digits: number): string =>
  `${value.toFixed(digits).replace('-', '−')}\u00a0%`;

/** One square through one lens. */
const whole = (view: View): Picture => ({
  width: WIDTH,
  height: HEIGHT,
  widths: [360, 720, 1080],
  make: async () => {
    const shot = await shotOf(view);
    const { fieldDegrees, distortionPercent, relativeIllumination } = cornerOf(
      await designOf(view.id),
      view.corner,
    );
    return {
      picture: asSharp(shot.image),
      caption: factsOf(shot.report),
      facts: {
        scene: `${shot.report.illuminant.label}, scene mean ${shot.report.scene.meanLuminance.toFixed(0)}\u00a0cd/m²`,
        lens: lensFigures(shot.report.optics),
        exposure: seconds(shot.report.sensor!.exposureSeconds),
        corner: `${fieldDegrees.toFixed(0)}°`,
        distortion: percent(distortionPercent, 1),
        light: percent(100 * relativeIllumination, 0),
      },
    };
  },
});

/** The lower left corner of the picture, not scaled. */
const corner = (view: View): Picture => ({
  width: CORNER,
  height: CORNER,
  widths: [CORNER],
  make: async () => {
    const { image } = await shotOf(view);
    const cropped: Sharp = asSharp(image).extract({
      left: 0,
      top: HEIGHT - CORNER,
      width: CORNER,
      height: CORNER,
    });
    return {
      picture: cropped,
      caption: `${CORNER} × ${CORNER} px in the lower left corner, 1:1`,
    };
  },
});

export const heroes: Readonly<Record<string, Picture>> = Object.fromEntries(
  Object.entries(VIEWS).flatMap(([name, view]) => [
    [name, whole(view)],
    [`${name}-corner`, corner(view)],
  ]),
);

import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { StageContext } from '../stage.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { SceneDepth } from '../scenes/scene-depth.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';
import type { ThermalFacts } from './heat/at-temperature.ts';
import type { BlurScale } from './depth/blur-geometry.ts';
import type { FocusFacts } from './focus/focus-facts.ts';
import type { Footprint } from './footprint.ts';
import type { FormingFacts } from './forming-facts.ts';
import type { LensFigures } from './lens-figures.ts';
import type { PixelGrid } from './pixel-grid.ts';
import type { Homography, ScenePath } from './scene-placement.ts';
import type { StrayFacts } from './stray/stray-facts.ts';

/** What the pixels respond to. */
export interface Receptors {
  /** Response per channel and band; for a sensor its quantum efficiency, electrons per photon. */
  readonly responses: readonly Spectrum[];
  /** Channels of the tile that repeats over the pixels, row by row; see `channelAt`. */
  readonly layout: readonly (readonly number[])[];
}

/** Channel of a pixel of a mosaic. */
export const channelAt = (layout: Receptors['layout'], row: number, column: number): number => {
  const line = layout[row % layout.length]!;
  return line[column % line.length]!;
};

/** The first column from `first` on that shows the place `phase` of a row of the tile. */
export const firstAtPhase = (first: number, phase: number, period: number): number =>
  first + ((((phase - first) % period) + period) % period);

/** Receptors that are the same at all pixels. */
export const uniform = (response: Spectrum): Receptors => ({
  responses: [response],
  layout: [[0]],
});

/**
 * The scene before the lens: lit, flat and square to the axis (docs/reference/physics.md#p1).
 */
export interface SceneInView {
  readonly lit: LitScene;
  /** Horizontal field of view that the scene fills, radians, between 0 and π. */
  readonly hfov: number;
  /** How it has moved; see `ScenePlacement`. */
  readonly moved?: Homography;
  /** How it has moved for some shares of the time, in place of `moved`. */
  readonly path?: ScenePath;
  /** Scenes of the same size whose pictures are formed beside its own. */
  readonly beside?: readonly SceneBeside[];
}

/** A scene that is formed beside another one. */
export interface SceneBeside {
  readonly lit: LitScene;
  /** Memory for its picture, all 0; its negative pixels stay. */
  readonly out: Float32Array;
}

/** Pixels in the image plane, and what they respond to. */
export interface PixelArray {
  readonly grid: PixelGrid;
  readonly receptors: Receptors;
}

/** How the forming of a picture is watched and stopped. */
export type FormingContext = Pick<StageContext, 'stopped' | 'progress'> & {
  /** Called once before the picture is returned; not by the ideal lens. */
  readonly computed?: (facts: FormingFacts) => void;
  /** The picture is part of a sum: its negative pixels stay. */
  readonly keepsNegative?: boolean;
  /** Memory for the picture, all 0: shared memory that is freed late is better used again. */
  readonly out?: Float32Array;
  /** The picture may be left on the device of the host: `fetched` brings it. */
  readonly leaves?: boolean;
};

/** A lens, which forms a picture of a scene on pixels. All values are SI. */
export interface Lens {
  /** Its name in the list of lenses; 'ideal' for the ideal lens. */
  readonly label: string;
  /** Metres. */
  readonly focalLength: number;
  /** Working f-number on the axis. */
  readonly fNumber: number;
  /** How it affects a picture, for the log. */
  readonly character: string;
  /**
   * How it is focused; absent where it is as its file has it, with the object at infinity.
   *
   * @param circle diameter of the largest blur that counts as sharp, metres.
   */
  readonly focus?: (circle: number) => FocusFacts;
  /** What heat does to it, for the same circle; absent where nobody asks. */
  readonly thermal?: (circle: number) => ThermalFacts;
  /** What was decided when it was made, sentences for the log. */
  readonly notes?: readonly string[];
  /**
   * Distances of a depth map along the axis from the first vertex, metres; absent where the object
   * is always at infinity. `hfov` of the scene, radians.
   */
  readonly axialDistances?: (depth: SceneDepth, hfov: number) => Float32Array;
  /**
   * Blur of distances along the axis from the first vertex on pixels of that pitch, metres; absent
   * where the object is always at infinity.
   */
  readonly blurScale?: (pitch: number) => BlurScale;
  /** Its stray light on a sensor; absent where it has none. */
  readonly stray?: (grid: PixelGrid) => StrayFacts;
  /** Ghosts in its pictures; absent where its surfaces reflect nothing. */
  readonly ghostCount?: () => number;
  /** Irradiance per radiance on the axis, steradians. */
  readonly irradiancePerRadiance: number;
  /**
   * Distance from the axis, metres, at which it images a point at that angle from the axis,
   * radians.
   */
  readonly imageHeight: (angle: number) => number;
  /**
   * How far tilted and decentred surfaces shift the image of the axis along the rows and columns of
   * the picture, metres; absent where none are.
   */
  readonly axisShift?: readonly [across: number, down: number];
  /**
   * Where the chief ray at 550 nm of a field arrives, metres from the middle of the sensor, by the
   * field's angle from the axis, radians, and its direction across it, a unit vector; absent where
   * all directions are the same.
   */
  readonly imagePoint?: (
    angle: number,
    towards: readonly [number, number],
  ) => readonly [across: number, down: number];
  /** The inverse of `imageHeight`. */
  readonly fieldAngle: (height: number) => number;
  /**
   * Chief rays near the axis, paraxially at `REFERENCE_LINE`: height of their image on the sensor
   * over the tangent of the field angle, metres, and where the entrance pupil is, in which that
   * angle is measured, metres from the first vertex; absent for a lens without such a pupil.
   */
  readonly chiefRays?: { readonly scale: number; readonly entrancePupil: number };
  /**
   * Tangent of the angle at which the chief ray of 550 nm arrives at a distance from the axis,
   * metres; positive where it leaves the axis. Held beyond the image circle.
   */
  readonly chiefRaySlope: (height: number) => number;
  /**
   * Irradiance at an angle from the axis, radians, over that on the axis, for the same radiance;
   * absent where it is 1 everywhere.
   */
  readonly relativeIllumination?: (angle: number) => number;
  /**
   * Irradiance at a distance from the axis, metres, over that on the axis, in mixed light of those
   * weights per band: direct light alone; 0 outside the image circle. Absent where it is 1
   * everywhere.
   */
  readonly relativeLight?: (height: number, weights: Spectrum) => number;
  /** Where the image of a scene lies on a grid. `hfov` in radians. */
  readonly footprint: (hfov: number, raster: RasterSize, grid: PixelGrid) => Footprint;
  /**
   * Forms the picture that the pixels record: irradiance in each band, weighted with the pixel's
   * response.
   *
   * @param scene with its radiance in photons/(s·sr·m²·nm).
   * @param quality 'normal' unless given; makes no difference to the ideal lens.
   * @returns the mean over each pixel of Σ irradiance·response·10 nm: data[row * columns + column],
   *   electrons/(s·m²) for quantum efficiencies; 0 outside the scene.
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly formImage: (
    scene: SceneInView,
    pixels: PixelArray,
    host: Pick<Host, 'parallel'> & Partial<Pick<Host, 'cache' | 'now'>>,
    context: FormingContext,
    quality?: ImageQuality,
  ) => Promise<Float32Array>;
  /**
   * Forms the picture of a perfect lens of the same geometry: every point is imaged sharply where
   * its chief ray at 550 nm arrives, and has the irradiance per radiance of the axis, everywhere
   * inside the image circle.
   *
   * @returns a plane per response, in the units of `formImage`.
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly projectScene: (
    scene: SceneInView,
    grid: PixelGrid,
    responses: readonly Spectrum[],
    host: Pick<Host, 'parallel'>,
    context: Pick<StageContext, 'stopped'>,
  ) => Promise<readonly Float32Array[]>;
  /** Figures of merit on a sensor, see `lensFigures`; absent for the ideal lens. */
  readonly figures?: (cornerHeight: number, pitch: number, weights: Spectrum) => LensFigures;
  /**
   * Contrast that it passes in mixed light, without the pixel (`mixedTransfer`): place in metres
   * from the axis, direction of the frequencies in radians from the radius, weights of the bands,
   * frequencies in cycles per metre. Absent for the ideal lens, which passes all.
   */
  readonly transfer?: (
    height: number,
    direction: number,
    weights: Spectrum,
    frequencies: readonly number[],
  ) => number[];
  /**
   * Half of the full field of view, radians, and the radius of the image circle, metres; absent
   * where the field is unlimited.
   */
  readonly field?: { readonly halfAngle: number; readonly imageRadius: number };
}

/**
 * Half angle of the field of a lens whose field is unlimited, degrees
 * (docs/reference/physics.md#p9).
 */
const UNLIMITED_FIELD = 20;

/** Half of the full field of view of a lens, radians. */
export const halfAngleOf = ({ field }: Pick<Lens, 'field'>): number =>
  field?.halfAngle ?? (UNLIMITED_FIELD * Math.PI) / 180;

/**
 * 'normal' folds the bands into few planes; 'high' forms every band by itself, with twice as many
 * samples per side (docs/reference/physics.md#p2, docs/reference/physics.md#p4). 'preview' is
 * 'normal' with the point spread functions of few bands, for what is shown until the picture is
 * there: a lens that nobody has traced needs a fifth of the rays.
 */
export type ImageQuality = 'preview' | 'normal' | 'high';

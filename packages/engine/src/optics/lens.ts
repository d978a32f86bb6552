import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { StageContext } from '../pipeline/stage.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';
import type { Footprint } from './footprint.ts';
import type { FormingFacts } from './forming-facts.ts';
import type { LensFigures } from './lens-figures.ts';
import type { PixelGrid } from './pixel-grid.ts';

/** What stands behind each pixel. */
export interface Receptors {
  /** Response per channel and band: electrons per photon for a sensor. */
  readonly responses: readonly Spectrum[];
  /** Channel of the pixel at (row, column): layout[row & 1][column & 1]. */
  readonly layout: readonly [readonly [number, number], readonly [number, number]];
}

/** Receptors of one kind everywhere. */
export const uniform = (response: Spectrum): Receptors => ({
  responses: [response],
  layout: [
    [0, 0],
    [0, 0],
  ],
});

/** What the lens looks at: a lit scene at infinity, flat and square to the axis (physics.md P1). */
export interface SceneInView {
  readonly lit: LitScene;
  /** Horizontal field of view that the scene fills, radians, between 0 and π. */
  readonly hfov: number;
}

/** What stands in the image plane: pixels, and what they respond to. */
export interface PixelArray {
  readonly grid: PixelGrid;
  readonly receptors: Receptors;
}

/** How the forming of a picture is watched. `computed` is told once, before the promise resolves; ideal lenses never call it. */
export type FormingContext = Pick<StageContext, 'stopped' | 'progress'> & {
  readonly computed?: (facts: FormingFacts) => void;
};

/** What forms a picture of a scene on pixels. */
export interface Lens {
  /** As in the choice list; 'ideal' for the blank choice. */
  readonly label: string;
  /** Metres. */
  readonly focalLength: number;
  /** Working f-number on the axis. */
  readonly fNumber: number;
  /** What it does to a picture, for the log. */
  readonly character: string;
  /** Irradiance per radiance on the axis, steradians. */
  readonly irradiancePerRadiance: number;
  /** Height in the image, metres, of a point at that angle from the axis, radians; and back. */
  readonly imageHeight: (angle: number) => number;
  readonly fieldAngle: (height: number) => number;
  /** Irradiance at that angle from the axis over that on the axis, for one radiance; absent when it is 1 everywhere. */
  readonly relativeIllumination?: (angle: number) => number;
  /** Where the scene's image lies on the grid. */
  readonly footprint: (hfov: number, raster: RasterSize, grid: PixelGrid) => Footprint;
  /**
   * Forms the picture on the pixel grid and weighs it with each pixel's response, all bands at once.
   *
   * @param scene with its radiance in photons/(s·sr·m²·nm).
   * @returns the mean over each pixel of Σ irradiance·response·10 nm: data[row * columns + column], electrons/(s·m²) for quantum efficiencies;
   *   black outside the scene.
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
   * The picture that a perfect lens of the same geometry would form: every point of the scene along its chief ray at 550 nm, sharp, and with
   * the light per radiance that the axis gets, everywhere inside the image circle.
   *
   * @returns a plane per response, in the unit of `formImage`.
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly projectScene: (
    scene: SceneInView,
    grid: PixelGrid,
    responses: readonly Spectrum[],
    host: Pick<Host, 'parallel'>,
    context: Pick<StageContext, 'stopped'>,
  ) => Promise<readonly Float32Array[]>;
  /** Figures of merit on a sensor whose corner is so far from the axis, see `lensFigures`; absent for an ideal lens, which has no errors. */
  readonly figures?: (cornerHeight: number, pitch: number, weights: Spectrum) => LensFigures;
  /** Half of the full field of view, radians, and the radius of its image, metres; absent when the lens sees everything. */
  readonly field?: { readonly halfAngle: number; readonly imageRadius: number };
}

/** 'normal' folds bands into few planes at the pixels' pitch; 'high' forms every band by itself at half of it (physics.md P2, P4). */
export type ImageQuality = 'normal' | 'high';

/** Batches of the paths of a pixel, each scrambled anew (docs/reference/world.md#w7). */
export const pathBatches = (samples: number): number =>
  samples >= 256 ? 16 : samples >= 16 ? 4 : 1;

/** At least so many paths of a pixel that each of its batches is whole turns of groups of bands. */
export function turnsOf(samples: number, groups: number): number {
  let paths = samples;
  for (;;) {
    const turn = groups === 1 ? 1 : groups * pathBatches(paths);
    if (paths % turn === 0) return paths;
    paths = Math.ceil(paths / turn) * turn;
  }
}

/**
 * Which noise a rendering may have: a share of the luminance of a tile, or of the noise of light
 * and read-out of a pixel.
 */
export type WorldNoise = { readonly relative: number } | { readonly ofShot: number };

/** Paths of each sample of a picture: of all, or data[row * columns + column]. */
export type WorldPaths = number | Uint32Array;

/** How the light of a world comes to the sensor. */
export type WorldThrough = 'layers' | 'lens';

/** How a world is rendered, with all defaults filled in. */
export interface WorldParams {
  /** By depth layers, or ray by ray through the surfaces of the lens. */
  readonly through: WorldThrough;
  /** Groups of neighbouring bands that go the same way through the lens; for `lens` alone. */
  readonly lensBands: number;
  /** Paths per pixel of the sensor. */
  readonly samples: number;
  /** Decides on the paths in place of `samples`; absent: that does. */
  readonly noise?: WorldNoise;
  /** Paths per pixel of the sensor with `noise`. */
  readonly maxSamples: number;
  /** Samples of the scene per pixel on the axis, along a row. */
  readonly sampling: number;
  readonly seed: number;
  /**
   * Levels, in the unit of its own key, by which a lamp is chosen in place of its own: its light is
   * rendered apart, once for all of its levels.
   */
  readonly levels?: Readonly<Record<string, number>>;
}

/** A world in front of the lens, as part of a plan: the host renders it. */
export interface WorldPlan {
  readonly label: string;
  /** The document, checked by who made the plan; the host reads it. */
  readonly document: object;
  /** Where the files of the document lie, for the host; absent: it has none. */
  readonly folder?: string;
  readonly params: WorldParams;
  /** The light of each group of its lamps is kept by itself. */
  readonly isApart?: true;
  /** Present once it has been rendered. */
  readonly rendered?: RenderedWorld;
}

/** The pinhole picture of a world that a lens needs. */
export interface WorldView {
  /** Samples. */
  readonly rows: number;
  readonly columns: number;
  /** Horizontal, radians. */
  readonly hfov: number;
  /** The pinhole behind the first vertex of the lens, m. */
  readonly entrancePupil: number;
  /** Begin of the picture. */
  readonly seconds: number;
}

/** Paraxial places of a focused lens that decide how far from focus a distance is, mm. */
export interface BlurGeometry {
  readonly focalLengthMm: number;
  /** From the first vertex, positive towards the sensor. */
  readonly frontFocusMm: number;
  readonly entrancePupilMm: number;
  /** From the last vertex. */
  readonly backFocalLengthMm: number;
  readonly exitPupilMm: number;
  readonly exitPupilDiameterMm: number;
  readonly sensorMm: number;
}

/** What is rendered behind the first surface (docs/reference/world.md#w8): plain data. */
export type HiddenRule =
  /** What is farther by this share, everywhere: where there is no lens. */
  | { readonly farther: number }
  /** What a lens blurs less by more than a pixel, beside jumps of the distance. */
  | {
      readonly blur: readonly [geometry: BlurGeometry, pitchMetres: number];
      /** The pinhole behind the first vertex of the lens, m. */
      readonly entrancePupil: number;
      /** Samples of the scene per pixel on the axis, along a row. */
      readonly sampling: number;
    };

/** What rays from a sensor through its lens see of a world: plain data. */
export interface WorldExposure {
  /** The `LensPathsPlan` from which `lensPaths` makes the rays. */
  readonly lens: object;
  readonly rows: number;
  readonly columns: number;
  /** The pinhole from which depth counts, behind the first vertex of the lens, m. */
  readonly entrancePupil: number;
  /** Begin of the picture. */
  readonly seconds: number;
  /** Paths of each pixel. */
  readonly samples: WorldPaths;
  /** Irradiance per radiance of the picture that is handed over, steradians. */
  readonly perRadiance: number;
}

/** Figures of a rendering, for log and report. */
export interface WorldFacts {
  readonly triangles: number;
  /** Paths per pixel of the sensor. */
  readonly samplesMean: number;
  readonly through: WorldThrough;
  /** What is rendered beyond the sensor, over its width. */
  readonly marginPercent: number;
  /** Median over the samples of the scene; null where there are too few paths to tell. */
  readonly standardErrorPercent: number | null;
  /** Median error of a pixel over its noise at the scene's mean; null without a sensor. */
  readonly renderOverShot: number | null;
  readonly cutPathsPercent: number;
  readonly fireflies: number;
  readonly seed: number;
  readonly ignored: readonly string[];
  readonly warnings: readonly string[];
}

/** The light of a group of lamps in a rendering. */
export interface WorldGroupLight {
  /** radiance(sample, band) = Σ planes[k][sample] · spectra[k][band], W/(m² sr nm). */
  readonly planes: readonly Float32Array[];
  /** Likewise behind the first surface, at the places of `behind`. */
  readonly behind: readonly Float32Array[];
  /** Radiance of a perfect white at the place of the light; 0 where there is no place. */
  readonly white: Float64Array;
  /** Of the samples. */
  readonly mean: Float64Array;
  /** cd/m² of each sample. */
  readonly luminance: Float32Array;
}

/** A rendering, as a host hands it over: the light of each group, and what stands there. */
export interface WorldLightPicture extends Pick<WorldPicture, 'depth' | 'ids'> {
  readonly groups: readonly string[];
  readonly lights: readonly WorldGroupLight[];
  readonly spectra: readonly Float64Array[];
  /** Samples behind whose surface something stands, and where that is, m. */
  readonly behind?: { readonly places: Uint32Array; readonly depth: Float32Array };
  /**
   * Of one group the standard error of each sample, cd/m²; of several the covariances of their
   * means, of groups (0, 0), (1, 0), (1, 1), (2, 0) and so on.
   */
  readonly spread: readonly Float32Array[];
  readonly facts: Omit<WorldPicture['facts'], 'standardErrorPercent'>;
}

/** The picture of a world, all groups together. */
export interface WorldPicture {
  /** radiance(sample, band) = Σ planes[k][sample] · spectra[k][band] · white[band]. */
  readonly planes: readonly Float32Array[];
  readonly spectra: readonly Float64Array[];
  /** Radiance of a perfect white at the place of the light, W/(m² sr nm), above 0. */
  readonly white: Float64Array;
  /** From the pinhole along the axis, m; infinity where nothing stands. */
  readonly depth: Float32Array;
  /** Likewise with the planes; NaN where nothing is known to stand behind. */
  readonly hidden?: { readonly planes: readonly Float32Array[]; readonly depth: Float32Array };
  readonly ids: Uint16Array;
  /** cd/m² of each sample, and its standard error; NaN where that has too few paths. */
  readonly luminance: Float32Array;
  readonly error: Float32Array;
  readonly facts: Omit<WorldFacts, 'marginPercent' | 'through' | 'renderOverShot'>;
}

/** A rendering as part of a plan. */
export interface RenderedWorld extends Pick<WorldPicture, 'depth' | 'ids'> {
  readonly view: WorldView;
  /** Pixels on each side of the sensor that the rendering holds beyond it. */
  readonly marginPixels: number;
  readonly facts: Omit<WorldFacts, 'renderOverShot'>;
}

/** The service of a host that renders worlds. */
export interface WorldRenderer {
  /** Depth from the pinhole along the axis, m. */
  readonly survey: (world: WorldPlan, view: WorldView) => Promise<Float32Array>;
  readonly render: (
    world: WorldPlan,
    view: WorldView,
    /** Paths of each sample, and what is rendered behind the first surface. */
    how: { readonly samples: WorldPaths; readonly hidden?: HiddenRule },
    watch: { stopped(): boolean; progress(share: number): void },
  ) => Promise<WorldLightPicture>;
  /**
   * Light on the pixels of a sensor, as the radiance that would give it; depth and identifiers are
   * those of the ray in the middle of the beam of a pixel's middle.
   */
  readonly expose: (
    world: WorldPlan,
    exposure: WorldExposure,
    watch: { stopped(): boolean; progress(share: number): void },
  ) => Promise<WorldLightPicture>;
  /** What the files of a world hold, in short; undefined where that takes long to find out. */
  readonly stamp: (world: WorldPlan) => Promise<string | undefined>;
}

/** Of the pixels that have light: error over luminance, percent, to three digits. */
export function medianError({
  error,
  luminance,
}: Pick<WorldPicture, 'error' | 'luminance'>): number | null {
  const shares = error
    .map((value, at) => (100 * value) / luminance[at]!)
    .filter(Number.isFinite)
    .sort();
  const middle = shares[Math.floor(shares.length / 2)];
  return middle === undefined ? null : Number(middle.toPrecision(3));
}

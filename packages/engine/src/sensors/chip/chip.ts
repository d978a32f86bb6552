import type { FilterColour } from '../colour-filters.ts';
import type { SensorParameters } from '../sensor-parameters.ts';
import type { PixelMaps } from './pixel-maps.ts';

/**
 * What a chip is beyond the figures of one ideal pixel: how its rows are read, its captures, and
 * what its pixels do to each other. Everything is optional, and absent where it has no effect, so
 * that a sensor without these fields has the plan, the seeds and the bits that it always had.
 *
 * @see docs/reference/sensor-depth.md
 */
interface ChipFields {
  readonly shutter?: Shutter;
  /** How captures of a frame are merged, with all defaults filled in. */
  readonly merge?: Merge;
  readonly companding?: Companding;
  readonly crosstalk?: Crosstalk;
  /** Relative standard deviation of the dark current from pixel to pixel; 1 is 100 %. */
  readonly darkNonUniformity?: number;
  readonly defects?: Defects;
  /** Single pixels, in place of those that are drawn. */
  readonly maps?: PixelMaps;
  /** Standard deviations in electrons: new in each frame, and fixed. */
  readonly rowNoiseElectrons?: number;
  readonly columnNoiseElectrons?: number;
  readonly rowOffsetElectrons?: number;
  readonly columnOffsetElectrons?: number;
  readonly randomTelegraph?: RandomTelegraph;
  /** Rows without light that are read beside the picture. */
  readonly opticalBlackRows?: number;
  /** Standard deviation of the black level from frame to frame, electrons. */
  readonly blackDriftElectrons?: number;
  /** a₂ and a₃ of u + a₂u² + a₃u³, u being the electrons over the well. */
  readonly nonLinearity?: readonly [number, number];
  readonly microlens?: Microlens;
  /** Width and height of the light-sensitive box, shares of the pitch. */
  readonly aperture?: readonly [number, number];
  /** Standard deviation of the diffusion of charge between pixels, micrometres. */
  readonly diffusionMicrometres?: number;
}

/** A chip as a file describes it: captures in the units of a recipe. */
export interface ChipFile extends ChipFields {
  readonly captures?: readonly CaptureFile[];
}

/** A chip of a run, in engine units. */
export interface Chip extends ChipFields {
  /** The first is the most sensitive one, whose parameters are those of the sensor. */
  readonly captures?: readonly Capture[];
}

/** How the rows begin and end to expose. */
export interface Shutter {
  readonly kind: (typeof SHUTTER_KINDS)[number];
  /** Seconds from one line to the next. */
  readonly lineSeconds: number;
  /** The row that is read first: `down` begins at the top. */
  readonly direction: (typeof DIRECTIONS)[number];
  /** Rows that are read at once. */
  readonly linesTogether: number;
  /** Response of the storage over the photodiode's, of a global shutter. */
  readonly parasiticLightSensitivity: number;
}
export const SHUTTER_KINDS = ['global', 'rolling', 'globalReset'] as const;
export const DIRECTIONS = ['down', 'up'] as const;

/** How a capture relates to the first one. */
interface CaptureFields {
  readonly name: string;
  /** Share of the exposure of the run. */
  readonly exposureRatio: number;
  /** Response to light over the response of the first capture. */
  readonly sensitivity: number;
  /**
   * Lines after the first capture; 0: a photodiode of its own, at the same time. Absent: after the
   * read-out of the capture before it.
   */
  readonly startLines?: number;
  /** Index of the capture whose charge is read once more. */
  readonly sharesChargeWith?: number;
}

/** A capture of a file: what it has in place of the file's own values. */
export interface CaptureFile extends CaptureFields {
  /** In the units of a recipe. */
  readonly parameters: Readonly<Partial<Record<keyof SensorParameters, number>>>;
  readonly readNoiseElectrons?: number;
  readonly dsnuElectrons?: number;
  readonly blackLevel?: number;
}

/** A capture of a run. */
export interface Capture extends CaptureFields {
  /** SI units and fractions. */
  readonly parameters: SensorParameters;
}

export const MERGE_RULES = ['pick', 'blend', 'variance'] as const;

/** How captures become one linear value. */
export interface Merge {
  readonly rule: (typeof MERGE_RULES)[number];
  /** Share of saturation up to which a capture is used. */
  readonly knee: number;
  /** Width of the transition of `blend`, a share of the threshold. */
  readonly blend: number;
  readonly linearBits: number;
  /** Linear code in the dark. */
  readonly blackLevel: number;
}

/** A piecewise linear curve from linear codes to the codes that leave the chip. */
export interface Companding {
  readonly bits: number;
  readonly knees: readonly (readonly [number, number])[];
}

/** Shares [dy + 1][dx + 1] of what a pixel collects that arrive at its neighbours. */
export type CrosstalkKernel = readonly (readonly number[])[];

/** Light and electrons that arrive at neighbours. */
export interface Crosstalk {
  readonly optical?: OpticalCrosstalk;
  readonly electrical?: CrosstalkKernel;
}

/** Crosstalk of light: by the colour of the source pixel's filter, or by wavelength. */
export type OpticalCrosstalk =
  | { readonly kernel: CrosstalkKernel }
  | { readonly kernels: Readonly<Partial<Record<FilterColour, CrosstalkKernel>>> }
  /** Share per band that goes to the four neighbours in equal parts. */
  | { readonly share: readonly number[] };

/** Faulty pixels and columns, per million. */
export interface Defects {
  /** Electrons per second, at the temperature of the sensor, times an exponential number. */
  readonly hot?: { readonly perMillion: number; readonly electronsPerSecond: number };
  readonly dead?: { readonly perMillion: number };
  readonly stuck?: { readonly perMillion: number; readonly code: number };
  readonly columns?: { readonly perMillion: number; readonly code: number };
}

/** Pixels that jump between two levels, `electrons` apart. */
export interface RandomTelegraph {
  readonly perMillion: number;
  readonly electrons: number;
}

/** The lens above each pixel. */
export interface Microlens {
  /** Above the photodiode, in air: thickness over index. */
  readonly heightMicrometres: number;
  /** Radius of the photodiode. */
  readonly apertureMicrometres: number;
  /** Chief ray for which the lenses are shifted, by image height. */
  readonly chiefRay: {
    readonly heightMm: readonly number[];
    readonly degrees: readonly number[];
  };
}

import type { Comparison } from '../algorithms/comparison.ts';
import type { DeviceFacts } from '../device.ts';
import type { IspReports } from '../isps/list.ts';
import type { WeightsFile } from '../host.ts';
import type { OwnNetwork } from '../networks/own-network.ts';
import type { DepthFacts } from '../optics/depth/depth-facts.ts';
import type { FocusFacts } from '../optics/focus/focus-facts.ts';
import type { ThermalFacts } from '../optics/heat/at-temperature.ts';
import type { StrayFacts } from '../optics/stray/stray-facts.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import type { LensFigures } from '../optics/lens-figures.ts';
import type { AssumedFigure } from '../sensors/assumed-figures.ts';
import type { Exposure } from '../sensors/exposure.ts';
import type { FilterColour } from '../sensors/colour-filters.ts';
import type { Bound } from '../sensors/pixel.ts';
import type { Gains } from '../analysis/colour/neutral-gains.ts';
import type { RunInformation } from './lab/information-report.ts';
import type { WorldFacts } from '../worlds.ts';
import type { Measurement } from './measurements/list.ts';
import type { ChipReport } from './describe-chip.ts';
import type { ObjectReport } from './object-report.ts';

/**
 * The result of an algorithm: why it did not run, or its finding on the camera's picture compared
 * with that on the ideal one.
 */
export type AlgorithmReport = { readonly label: string } & (
  | { readonly status: 'no model files' }
  | { readonly status: 'unusable model files'; readonly problem: string }
  /**
   * Milliseconds: for loading the model (0 when it was in memory), for the camera's picture and for
   * the ideal one. `network` describes the user's own, `weights` those of the choice list.
   */
  | ({
      readonly status: 'done';
      readonly weights?: WeightsFile;
      readonly network?: Omit<OwnNetwork, 'name' | 'file'>;
      readonly loadMs: number;
      readonly cameraMs: number;
      readonly idealMs: number;
    } & Comparison)
);

/** Whether all of a stage was found in memory, or part of it. */
export type CacheUse = 'all' | 'part';

/**
 * The results of a run in numbers (docs/reference/physics.md#p13); the log gives them in sentences.
 */
export type SimulationReport = CameraReport & IspReports & RunReport;

/** From the scene to the raw. */
interface CameraReport {
  readonly version: string;
  readonly scene: {
    readonly label: string;
    readonly columns: number;
    readonly rows: number;
    /** Number of planes of the scene. */
    readonly planes: number;
    readonly hfovDegrees: number;
    readonly meanLuminance: number;
    /** cd/m² of a perfect white diffuser in the scene. */
    readonly whiteLuminance: number;
    /** Lux on the object; null for a scene of radiance; absent in older reports. */
    readonly illuminanceLux?: number | null;
  };
  readonly illuminant: {
    readonly label: string;
    readonly xy: readonly [number, number];
    readonly cct: number | undefined;
  };
  readonly optics: {
    readonly label: string;
    readonly focalLengthMm: number;
    readonly fNumber: number;
    /** Lux at the sensor from the white diffuser, and from the scene's mean. */
    readonly whiteIlluminanceLux: number;
    readonly meanIlluminanceLux: number;
    readonly imageColumns: number;
    readonly imageRows: number;
    readonly sceneSamplesPerPixel: number;
    /** Field of view of one pixel on the axis. */
    readonly ifovDegrees: number;
    readonly nyquistLinePairsPerMm: number;
    /** Diffraction limit at 550 nm: the spatial frequency at which contrast becomes 0. */
    readonly cutoffLinePairsPerMm: number;
    /**
     * How the lens is focused, with two pixels as the circle of confusion; absent where it is as
     * its file has it.
     */
    readonly focus?: FocusFacts;
    /** What heat does to the lens; absent where it is at the temperature of its file. */
    readonly thermal?: ThermalFacts;
    /** Absent where the lens has no stray light. */
    readonly stray?: StrayFacts;
    /** How a scene with distances was formed; absent for others. */
    readonly depth?: Omit<DepthFacts, 'blurPixels' | 'steepPercent' | 'widenedRatio'>;
    /** On the axis and at the corner of this sensor; absent for the ideal lens. */
    readonly figures?: LensFigures;
    /** How the picture was formed; absent for the ideal lens. */
    readonly forming?: Omit<FormingFacts, 'depth'>;
  };
  /** How the world was rendered; absent without one. */
  readonly world?: WorldFacts;
  /** Lengths at the object; null where no distance is known; absent in older reports. */
  readonly object?: ObjectReport | null;
  readonly sensor?: {
    readonly label: string;
    /** Colours of the channels, in the order of every list; absent: red, green, blue. */
    readonly channels?: readonly FilterColour[];
    readonly bits: number;
    /** Figures that no source of a published sensor gives; absent in older reports. */
    readonly assumed?: readonly AssumedFigure[];
    readonly exposureSeconds: number;
    readonly exposureReason: string;
    /** The metered exposure, also where another one was given. */
    readonly meter: Exposure;
    /** log2 of the exposure over the metered one; only where the recipe sets the exposure. */
    readonly stopsFromMeter?: number;
    /**
     * Mean signal of the white diffuser per channel; at most saturation
     * (docs/reference/physics.md#p15).
     */
    readonly electronsAtWhite: readonly number[];
    /**
     * Stops by which the white diffuser exceeds saturation, per channel; null where it stays below.
     */
    readonly stopsOverSaturation: readonly (number | null)[];
    /**
     * dB, of green or else of the channel that stands for brightness: shot noise, read noise, DSNU,
     * PRNU and all of `noiseTerms` that `isInSnr`; null where a channel is full there.
     */
    readonly snrAtWhite: number | null;
    readonly snrAtGrey18: number | null;
    readonly clippedAtWhite?: boolean;
    readonly clippedAtGrey18?: boolean;
    readonly dynamicRangeDb: number;
    /**
     * Every source of noise that there is, standard deviations at 18 % grey and in the dark, and
     * the figures that add it; absent in older reports.
     */
    readonly noiseTerms?: readonly {
      readonly name: string;
      readonly greyElectrons: number;
      readonly darkElectrons: number;
      readonly isInSnr: boolean;
      readonly isInDynamicRange: boolean;
    }[];
    /**
     * The gain in the camera maker's sense: the reciprocal of the field Analog Gain, which divides.
     */
    readonly gainTimes: number;
    readonly gainDb: number;
    readonly conversionGainMicrovolts: number;
    readonly electronsPerCode: number;
    readonly readNoiseElectrons: number;
    readonly dsnuElectrons: number;
    readonly prnuPercent: number;
    readonly saturationElectrons: number;
    readonly saturationBound: Bound;
    /**
     * Percentage of pixels whose electrons reached the well or whose voltage reached the swing, per
     * channel.
     */
    readonly clippedPercent: readonly number[];
    /**
     * White balance gains that would make a neutral surface neutral under this light; of Bayer
     * sensors only.
     */
    readonly neutralGains?: Gains;
  } & ChipReport;
}

/** After the ISP. */
interface RunReport {
  /** Where the recipe has labParams and a sensor; null for a lens that has no transfer. */
  readonly information?: RunInformation | null;
  readonly algorithm?: AlgorithmReport;
  /** What was measured on the picture. */
  readonly measurements: readonly Measurement[];
  readonly seeds: { readonly temporal: number; readonly fixedPattern: number };
  readonly path: 'SIMD' | 'plain';
  readonly threads: number;
  /** The device that computed beside the threads; absent where processors computed everything. */
  readonly device?: DeviceFacts;
  readonly stages: readonly {
    readonly name: string;
    readonly ms: number;
    /** Absent where the stage was computed. */
    readonly fromMemory?: CacheUse;
  }[];
  readonly totalMs: number;
  /** Largest resident memory of the process so far; the host adds it. */
  readonly peakRssBytes?: number;
}

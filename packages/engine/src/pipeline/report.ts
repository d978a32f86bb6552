import type { Comparison } from '../algorithms/comparison.ts';
import type { IspReport } from '../isp/report.ts';
import type { WeightsFile } from '../host.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import type { LensFigures } from '../optics/lens-figures.ts';
import type { Exposure } from '../sensors/exposure.ts';
import type { Bound } from '../sensors/pixel.ts';
import type { Gains } from '../isp/shown-colour.ts';
import type { WhiteBalance } from './white-balance.ts';

/** What an algorithm did: nothing, and why, or its answers on the camera's picture judged by those on the ideal one. */
export type AlgorithmReport = { readonly label: string } & (
  | { readonly status: 'no model files' }
  | { readonly status: 'unusable model files'; readonly problem: string }
  /** Milliseconds: to load the model, 0 when it was in memory; on the camera's picture and on the ideal one. */
  | ({
      readonly status: 'done';
      readonly weights: WeightsFile;
      readonly loadMs: number;
      readonly cameraMs: number;
      readonly idealMs: number;
    } & Comparison)
);

/** What a run found out, in numbers (physics.md P13); the log says the same in sentences. */
export interface SimulationReport {
  readonly version: string;
  readonly scene: {
    readonly label: string;
    readonly columns: number;
    readonly rows: number;
    /** Planes of the low-rank image. */
    readonly planes: number;
    readonly hfovDegrees: number;
    readonly meanLuminance: number;
    /** cd/m² of a perfect white diffuser in the scene. */
    readonly whiteLuminance: number;
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
    /** Angle that one pixel sees on the axis. */
    readonly ifovDegrees: number;
    readonly nyquistLinePairsPerMm: number;
    /** Where diffraction ends contrast at 550 nm. */
    readonly cutoffLinePairsPerMm: number;
    /** On the axis and at the corner of this sensor; absent for the ideal lens. */
    readonly figures?: LensFigures;
    /** How the picture was formed; absent for the ideal lens. */
    readonly forming?: FormingFacts;
  };
  readonly sensor?: {
    readonly label: string;
    readonly bits: number;
    readonly exposureSeconds: number;
    readonly exposureReason: string;
    /** What the meter says, also where the exposure was given. */
    readonly meter: Exposure;
    /** Mean signal of the white diffuser, red, green, blue; at most saturation (physics.md P15). */
    readonly electronsAtWhite: readonly [number, number, number];
    /** Stops by which the white diffuser passes saturation, per channel; null where it does not reach it. */
    readonly stopsOverSaturation: readonly (number | null)[];
    /** dB, green channel, of what saturation leaves: shot noise, read noise, DSNU, PRNU. */
    readonly snrAtWhite: number;
    readonly snrAtGrey18: number;
    readonly dynamicRangeDb: number;
    readonly conversionGainMicrovolts: number;
    readonly electronsPerCode: number;
    readonly readNoiseElectrons: number;
    readonly dsnuElectrons: number;
    readonly prnuPercent: number;
    readonly saturationElectrons: number;
    readonly saturationBound: Bound;
    /** Per cent of the pixels that reached the well, or the swing before the converter: red, green, blue. */
    readonly clippedPercent: readonly [number, number, number];
    /** What would make a neutral surface neutral under this light: gains of red and blue over green. */
    readonly neutralGains: Gains;
  };
  /** With what an ISP did; `neutralGains` of the sensor beside its own: red and blue over green. */
  readonly isp?: IspReport & {
    readonly label: string;
    readonly configuredGains?: Gains;
    /** How white comes out; absent where the picture has no colours. */
    readonly whiteBalance?: WhiteBalance;
  };
  readonly algorithm?: AlgorithmReport;
  readonly seeds: { readonly temporal: number; readonly fixedPattern: number };
  readonly path: 'SIMD' | 'plain';
  readonly threads: number;
  readonly stages: readonly { readonly name: string; readonly ms: number }[];
  readonly totalMs: number;
  /** Largest resident memory of the process so far; the host adds it. */
  readonly peakRssBytes?: number;
}

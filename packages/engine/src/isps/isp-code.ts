import type { CorrectionPlan } from '../corrections/correction-plan.ts';
import type { ShadingGains } from '../corrections/lens-shading.ts';
import type { Host } from '../host.ts';
import type { DeepImage } from '../images/deep-image.ts';
import type { NpyType } from '../images/npy.ts';
import type { ShownImage } from '../images/shown-image.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { BayerOrder } from '../sensors/bayer/descriptor.ts';
import type { ExposurePlan, ShownColour } from '../sensors/exposure.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { LogText, StageContext } from '../stage.ts';
import type { CorrectionsReport } from './development-report.ts';

/** The camera in front of an ISP, as far as ISPs ask about it. */
export interface IspCamera extends CorrectionPlan {
  readonly sensor: SensorPlan;
  readonly grid: PixelGrid;
  readonly light: {
    /** Per band, on any scale. */
    readonly energy: Spectrum;
    /** Photons per band of a white diffuser. */
    readonly white: Spectrum;
    /** Electrons/(s·m²) that each channel gets of that diffuser on the axis. */
    readonly whiteOnAxis: () => readonly number[];
  };
  /** The recipe leaves the exposure to the meter. */
  readonly isExposureFree: boolean;
  /** The scene is a chart of points or lines. */
  readonly showsMarks: boolean;
}

/** What the sensor has read, and what the run can make of it. */
export interface SensedPicture {
  readonly raw: Uint16Array;
  /** Its name in the memory of the host; absent where pictures are not kept. */
  readonly key?: string | undefined;
  readonly exposureSeconds: number;
  /** Electrons above black, and those at saturation. */
  readonly linear: () => { readonly electrons: Float32Array; readonly full: number };
  /** Captures were merged or codes expanded: the linear light has lost its dark current. */
  readonly isMerged: boolean;
  /** Some of its pixels are defects that the recipe describes. */
  readonly hasDefects: boolean;
  /**
   * The mosaic after lens shading and tone map, with codes of full scale.
   *
   * @param shown how the ISP shows raw colours, by which the tones are scaled.
   */
  readonly corrected: (shown: ShownColour | undefined) => Promise<CorrectedMosaic>;
  /** The gains of the lens shading correction; undefined where the recipe asks for none. */
  readonly shading: () => Promise<ShadingGains | undefined>;
}

/** A mosaic after the corrections that stand before an ISP. */
export interface CorrectedMosaic {
  readonly codes: Uint16Array;
  readonly bits: number;
  /** Code of the dark. */
  readonly black: number;
  /** Its name in the memory; undefined where it has none. */
  readonly key: string | undefined;
  /** Its tones, 1 for white, where it was tone-mapped. */
  readonly tones?: { readonly values: Float32Array; readonly scale: number };
  readonly report: CorrectionsReport;
  readonly lines: readonly LogText[];
}

/** Codes of a Bayer sensor: codes[row * columns + column]. */
export interface BayerCodes {
  readonly codes: Uint16Array;
  readonly rows: number;
  readonly columns: number;
  readonly order: BayerOrder;
  /** Bits of the codes, 1 to 16. */
  readonly bits: number;
}

/** An array that a module wrote. The data is valid only until the promise of `write` resolves. */
export interface ReplacedArray {
  /** Number of the module among those that ran, from 1. */
  readonly index: number;
  readonly module: string;
  readonly array: 'bayer' | 'rgb' | 'y' | 'cbcr' | 'edge_map';
  readonly type: NpyType;
  readonly shape: readonly number[];
  readonly data: Uint8Array | Uint16Array | Int16Array;
}

/** Receives the arrays of each module right after it ran. */
export interface IspSink {
  readonly write: (replaced: ReplacedArray) => Promise<void>;
}

/** A developed picture, and what is to be said about it. */
export interface Development<Report extends object = object> {
  readonly image: ShownImage;
  /** With 16 bits; made when it is asked for. */
  readonly deep?: () => DeepImage;
  /** Its part of report.json. */
  readonly report: Report;
  readonly lines: {
    readonly isp: readonly LogText[];
    /** After the line about the raw. */
    readonly clipping?: readonly LogText[];
    readonly whiteBalance: readonly LogText[];
  };
  /** How its colours are made of the raw ones; undefined where it has none. */
  readonly shown?: ShownColour | undefined;
  /** Code of a full channel in linear colours; of ISPs that write stages. */
  readonly saturation?: number;
  /** Whether it was found in memory; undefined where everything was computed. */
  readonly fromMemory?: 'all' | 'part' | undefined;
  /** For the last line of the log: how white looks, and per cent of clipped samples. */
  readonly inShort?: {
    readonly white?: string | undefined;
    readonly clippedPercent?: readonly number[];
  };
}

export type IspHost = Pick<
  Host,
  'parallel' | 'device' | 'now' | 'loadKernel' | 'loadImage' | 'memory'
>;

/** An ISP that knows its camera. */
export interface PlannedIsp<Report extends object = object> {
  /** How it shows raw colours, as the meter sees it before there is a picture. */
  readonly shown?: ShownColour | undefined;
  /** In place of the usual exposure where the recipe leaves that free, and why. */
  readonly exposure?: { readonly plan: ExposurePlan; readonly line: string };
  /**
   * Develops what the sensor has read.
   *
   * @param sink receives the arrays of every module; with or without it the picture is the same.
   * @throws SimulationError 'cancelled' when stopped.
   */
  readonly develop: (
    sensed: SensedPicture,
    host: IspHost,
    stage: StageContext,
    sink?: IspSink,
  ) => Promise<Development<Report>>;
}

/** An ISP that looks at nothing but codes: of a sensor, of ideal pixels, of a window. */
export interface CodesIsp {
  readonly shown: ShownColour;
  /** Its picture has colours. */
  readonly hasColours: boolean;
  readonly develop: (
    mosaic: BayerCodes,
    host: Omit<IspHost, 'loadImage'>,
    stage: StageContext,
  ) => Promise<ShownImage>;
}

/** The code of an ISP. @template Parameters its own, in engine units. */
export interface IspCode<Parameters, Report extends object = object> {
  readonly plan: (
    camera: IspCamera,
    parameters: Parameters,
    host: Pick<Host, 'memory'>,
  ) => Promise<PlannedIsp<Report>>;
  /** For an ISP that needs codes only; its corrections and rules are left out. */
  readonly ofCodes?: (parameters: Parameters) => CodesIsp;
}

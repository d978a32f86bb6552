import type { LogLine, Problem, SensorConditions } from '@lumenloom/contract';
import type {
  HeatCurves,
  AnalysisSettings,
  CameraLight,
  drawLens,
  exportedLens,
  EmvaFigures,
  focusOf,
  objectOfPlan,
  FocusSettings,
  JobName,
  lensAnalyses,
  LensAnalysis,
  LensFile,
  LensMerit,
  LensValues,
  PrintedGlass,
  SensorModel,
  SimulationReport,
  Stages,
  StartsOfSearch,
  ToleranceResult,
} from '@lumenloom/engine';

/** The data that the workers of a page get at their start. */
export interface EngineFiles {
  /** Address of each kernel by its name. */
  readonly kernels: Readonly<Record<string, string>>;
  /** Address of the decoded pictures of the product; a name is added to it. */
  readonly pictures: string;
  /** Address that answers what was read from the files that a recipe names. */
  readonly parts: string;
}

/** A recipe to compute, and how. */
export interface Question {
  readonly recipe: unknown;
  /** In the place of the lens that the recipe names. */
  readonly lens?: LensFile;
  /** In the place of the sensor that the recipe names, and of its values. */
  readonly sensor?: SensorTable;
  /** Instead of the metered exposure, for which a recipe has no field. */
  readonly exposureSeconds?: number;
  /**
   * A quarter of the pixels, each with four times the area, shown at the size of the full picture.
   */
  readonly isPreview: boolean;
  /** `arrays`: the raw mosaic and the picture as they are; else the picture as a bitmap file. */
  readonly wants: 'arrays' | 'bitmap';
}

/** A computed picture. */
export interface Computed {
  readonly kind: 'computed';
  readonly rows: number;
  readonly columns: number;
  /** A file in the format BMP, 24 bit; absent where arrays were wanted. */
  readonly bitmap?: ArrayBuffer;
  /** The picture's data as in `ShownImage`, and the raw mosaic where there is a sensor. */
  readonly picture?: Uint8Array;
  readonly raw?: Uint16Array | undefined;
  readonly report: Pick<SimulationReport, 'path' | 'threads' | 'device' | 'stages' | 'totalMs'>;
}

/** Why there is nothing. */
export type NoResult =
  /** The recipe cannot be computed as it is. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** No scene is chosen. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'stopped' }
  /** `field`: the one at fault, where it is known. `isFault`: the engine itself has failed. */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly field?: string | undefined;
      readonly isFault?: true;
    };

/** What became of a question. */
export type EngineAnswer = Computed | NoResult;

/** The arrays between the stages of a recipe. */
export interface OpenedStages extends Stages {
  readonly kind: 'stages';
  /** Rows of the pixel grid. */
  readonly rows: number;
  readonly columns: number;
}

/** The irradiance of all bands, photons/(s·m²), of the pixel grid: the exact sum of the bands. */
export interface SummedIrradiance {
  readonly kind: 'irradiance';
  readonly irradiance: Float64Array;
}

/** The report of a recipe with the measurements of its picture, and what a run logs of it. */
export interface MeasuredPicture {
  readonly kind: 'measured';
  readonly report: SimulationReport;
  readonly lines: readonly LogLine[];
}

/** A pixel of a picture of a recipe, and the size of that picture. */
export interface PictureAt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a lens is focused, and how far the scene is at a pixel. */
export type Focus = { readonly kind: 'focus' } & Awaited<ReturnType<typeof focusOf>>;

/** Lengths at the object of a recipe, and what is said of them. */
export type ObjectSeen = { readonly kind: 'object' } & Awaited<ReturnType<typeof objectOfPlan>>;

/** The light and the sensor of a recipe. */
export type LightOfCamera = { readonly kind: 'camera light' } & CameraLight;

/** An .npy file. */
export interface SavedSpectra {
  readonly kind: 'spectra';
  readonly file: Blob;
}

/**
 * Arrays of all bands, which are computed when they are saved: band by band they are too large to
 * be kept.
 */
export type SpectraName = 'scene' | 'irradiance';

/** Something of a recipe that is not its picture. */
export type StagesQuestion =
  | {
      readonly kind: 'stages' | 'irradiance' | 'measured' | 'object' | 'camera light';
      readonly recipe: unknown;
    }
  | { readonly kind: 'spectra'; readonly recipe: unknown; readonly name: SpectraName }
  | { readonly kind: 'focus'; readonly recipe: unknown; readonly at: PictureAt | undefined };

/** The main figures of a lens at 587.6 nm, and at the rim of its field. */
export interface LensFigures {
  readonly focalLengthMm: number;
  /** By the light on the sensor. */
  readonly fNumber: number;
  /** Focal length over the diameter of the entrance pupil, which a solve holds. */
  readonly paraxialFNumber: number;
  readonly halfFieldDegrees: number;
  /** From the first vertex to the sensor. */
  readonly lengthMm: number;
  /** Diameter. */
  readonly imageCircleMm: number;
  /** Against f·tan(field). */
  readonly distortionPercent: number;
}

/** What is computed of a lens: its section with rays beside its main figures, or an analysis. */
export interface LensResults extends Readonly<{
  [Name in LensAnalysis]: ReturnType<(typeof lensAnalyses)[Name]>;
}> {
  readonly layout: {
    readonly drawing: ReturnType<typeof drawLens>;
    readonly figures: LensFigures;
  };
  readonly heat: HeatCurves;
}
export type LensResultName = keyof LensResults;

/** What a lens is analysed for, and where its object stands. */
export interface LensSettings extends AnalysisSettings {
  readonly focus?: Pick<FocusSettings, 'objectDistance' | 'focusDistance'>;
}

/** Files as which a lens goes out. */
export type LensFormat = Parameters<typeof exportedLens>[1];

/** Something about a lens. */
export type LensQuestion =
  /** The prescription of a lens that a recipe can name, at its size. */
  | { readonly kind: 'lens file'; readonly name: string }
  | {
      readonly kind: 'lens result';
      readonly lens: LensFile;
      readonly name: LensResultName;
      readonly settings: LensSettings;
    }
  /** The lens of a document after its pickups and solves, with all of its glasses, drawn. */
  | {
      readonly kind: 'complete lens';
      readonly document: unknown;
      readonly settings: LensSettings;
    }
  /** The glasses that a lens can have. */
  | { readonly kind: 'glasses'; readonly lens: LensFile }
  /** The lens as the text of a file; other formats have one configuration. */
  | { readonly kind: 'lens text'; readonly lens: LensFile; readonly format: LensFormat }
  /** Some steps towards a smaller merit. */
  | { readonly kind: 'better lens'; readonly study: unknown; readonly steps: number }
  /** Lenses from some of the many starts that the study asks for, and steps from each. */
  | {
      readonly kind: 'lens search';
      readonly study: unknown;
      readonly steps: number;
      readonly part: StartsOfSearch;
    }
  /** The merit and its operands for the lens as it is. */
  | { readonly kind: 'lens merit'; readonly study: unknown }
  /** What the lens comes to within tolerances. */
  | { readonly kind: 'lens tolerances'; readonly document: unknown };

export interface OpenedLens {
  readonly kind: 'lens file';
  readonly lens: LensFile;
}
export interface LensResult<Name extends LensResultName = LensResultName> {
  readonly kind: 'lens result';
  readonly value: LensResults[Name];
}
export interface LensText {
  readonly kind: 'lens text';
  readonly text: string;
}
export interface CompleteLens {
  readonly kind: 'complete lens';
  readonly lens: LensFile;
  /** The layout of the lens, or why the lens cannot be traced. */
  readonly layout: LensResult<'layout'> | NoResult;
}
export interface Glasses {
  readonly kind: 'glasses';
  readonly glasses: readonly PrintedGlass[];
}
export interface BetterLens {
  readonly kind: 'better lens';
  readonly lens: LensFile;
  readonly meritBefore: number;
  readonly merit: number;
}
/** A lens that a search has found, with its section and its figures. */
export interface FoundLens {
  readonly lens: LensFile;
  /** As `LensMerit` has it. */
  readonly merit: number;
  /** The values of the study. */
  readonly values: LensValues;
  readonly layout: LensResults['layout'];
}
export interface SearchedLenses {
  readonly kind: 'lens search';
  /**
   * The best that differ, the known ones too, the best first; without those of which a field gets
   * no light.
   */
  readonly lenses: readonly FoundLens[];
  /** How many of these starts became lenses. */
  readonly opened: number;
}
export interface MeritOfLens {
  readonly kind: 'lens merit';
  readonly figures: LensMerit;
}
export interface TolerancedLens {
  readonly kind: 'lens tolerances';
  readonly result: ToleranceResult;
}

/** The fields of a sensor file. */
export type SensorTable = Readonly<Record<string, unknown>>;

/** Something about a sensor. */
export type SensorQuestion =
  /** The fields of a sensor that a recipe can name. */
  | { readonly kind: 'sensor file'; readonly name: string }
  /** The fields of a sensor file, with the values of its first gain and its tables in place. */
  | { readonly kind: 'sensor text'; readonly name: string; readonly text: string }
  /** What a sensor does, by formula. */
  | {
      readonly kind: 'sensor model';
      readonly sensor: SensorTable;
      readonly conditions: SensorConditions;
    }
  /** What it does in frames that are taken and measured as EMVA 1288 asks. */
  | { readonly kind: 'sensor measured'; readonly sensor: SensorTable };

export interface OpenedSensor {
  readonly kind: 'sensor file';
  readonly sensor: SensorTable;
}
export interface ModelledSensor {
  readonly kind: 'sensor model';
  readonly model: SensorModel;
  /** The quantum efficiency of each channel without IR cut and coating, one value per band. */
  readonly bare: readonly (readonly number[])[];
  /** What was decided when it was read. */
  readonly notes: readonly string[];
}
/** The figures of the colour that stands for a sensor, and the levels that they are made of. */
export interface MeasuredSensor {
  readonly kind: 'sensor measured';
  readonly measured: EmvaFigures;
  readonly standardError: EmvaFigures;
  /** Figures of the measured sensor, by formula. */
  readonly model: EmvaFigures;
  /** Mean over the dark, codes, and variances in time, codes². */
  readonly levels: readonly {
    readonly photons: number;
    readonly signal: number;
    readonly variance: number;
  }[];
  readonly notes: readonly string[];
}

/** Frames or lenses that are done, of all that are wanted. */
export interface EngineProgress {
  readonly done: number;
  readonly all: number;
}

/** From the page to the worker of the engine, and from that to its helpers. */
export type ToWorker =
  | ({
      readonly kind: 'engine';
      readonly threads: number;
      readonly memoryBytes: number;
      /** Previews take an adapter of software too, for tests. */
      readonly takesSoftwareGpu?: boolean;
    } & EngineFiles)
  | ({ readonly kind: 'helper' } & Pick<EngineFiles, 'kernels'>)
  | ({ readonly kind: 'compute'; readonly id: number } & Question)
  | (StagesQuestion & { readonly id: number })
  | (LensQuestion & { readonly id: number })
  | (SensorQuestion & { readonly id: number })
  | { readonly kind: 'stop' }
  | { readonly kind: 'parts'; readonly name: JobName; readonly parts: readonly object[] };

/** From the worker of the engine to the page. */
export type ToPage = Answered | { readonly id: number; readonly progress: EngineProgress };

export interface Answered {
  readonly id: number;
  readonly answer:
    | EngineAnswer
    | OpenedStages
    | SummedIrradiance
    | MeasuredPicture
    | SavedSpectra
    | ObjectSeen
    | Focus
    | LightOfCamera
    | OpenedLens
    | LensResult
    | CompleteLens
    | Glasses
    | LensText
    | BetterLens
    | SearchedLenses
    | MeritOfLens
    | TolerancedLens
    | OpenedSensor
    | ModelledSensor
    | MeasuredSensor;
}

/** From a helper: undefined when its parts are done, else why it failed. */
export interface PartsDone {
  readonly failure: string | undefined;
}

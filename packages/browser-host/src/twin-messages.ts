import type {
  IspFields,
  SessionPlan,
  TwinDocument,
  TwinDocuments,
  TwinFile,
  TwinSettings,
} from '@lumenloom/engine/twin';

/** Frames of a camera that a page has. */
export interface MeasureQuestion {
  readonly kind: 'measure';
  /** Content of the manifest. */
  readonly manifest: unknown;
  /** By their paths below the folder. */
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly settings?: TwinSettings | undefined;
}

/** Which frames to take. */
export interface PlanQuestion {
  readonly kind: 'plan';
  /** What is there; what is left out is there. */
  readonly have: unknown;
}

/** Frames of the camera of a recipe. */
export interface PractiseQuestion {
  readonly kind: 'practise';
  readonly recipe: unknown;
  readonly have: unknown;
  /** Of the numbers of frames. */
  readonly scale: number;
  /** Addresses of compiled kernels, and of what was read from files that a recipe names. */
  readonly files: { readonly kernels: Readonly<Record<string, string>>; readonly parts: string };
}

/** What the worker of twins is asked. */
export type TwinQuestion = MeasureQuestion | PlanQuestion | PractiseQuestion;

/** A camera that its frames describe. */
export interface MeasuredAnswer {
  readonly kind: 'twin';
  readonly twin: TwinDocument;
  readonly sensor: TwinDocuments['sensor'];
  readonly lens: TwinDocuments['lens'];
  /** Fields of a recipe that develop alike; undefined without developed charts. */
  readonly isp: IspFields | undefined;
  /** The folder of the twin, with its maps, as the command line writes it but for the report. */
  readonly files: readonly TwinFile[];
}

export interface PlanAnswer {
  readonly kind: 'plan';
  readonly plan: SessionPlan;
}

/** A folder of frames, and what was given to the camera that took them. */
export interface PractiseAnswer {
  readonly kind: 'session';
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly truth: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

export interface TwinFailure {
  readonly kind: 'failed';
  readonly message: string;
}

/** What becomes of each question. */
export interface TwinAnswers {
  readonly measure: MeasuredAnswer | TwinFailure;
  readonly plan: PlanAnswer | TwinFailure;
  readonly practise: PractiseAnswer | TwinFailure;
}

/** What the worker sends: the answer, after shares of the work that are done. */
export type FromTwinWorker =
  | TwinAnswers[keyof TwinAnswers]
  | { readonly kind: 'progress'; readonly share: number };

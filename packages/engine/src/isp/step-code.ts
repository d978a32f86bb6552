import type { BayerPhases } from './bayer-phases.ts';
import type { PlaneName, Planes } from './planes.ts';
import type { Rows } from './rows.ts';
import type { Size } from './picture.ts';

/** What a step may know of the picture before it sees a pixel: the size of the mosaic, its colours and its limits. */
export interface Frame extends Size {
  readonly phases: BayerPhases;
  /** Code at which the linear picture is full. */
  readonly saturation: number;
}

/** Some rows to take through a step. It writes rows `from` to `to` of its targets and nothing else. */
export interface StepPart<
  Reads extends PlaneName,
  Replaces extends PlaneName,
  Tables = object,
> extends Rows {
  readonly source: Pick<Planes, Reads>;
  readonly target: Pick<Planes, Replaces>;
  readonly tables: Tables;
}

/** For steps that count something: up to three numbers, which are summed over all rows. */
export interface Counting {
  readonly counts: Int32Array;
}

/** Some units of a survey: `from` and `to` count them, not rows. It writes to its tables. */
export type SurveyPart<Part> = Omit<Part, 'target' | 'counts'>;

/** What runs over the rows: a formula in plain TypeScript, or its kernel. */
export interface Walks<Part, Survey> {
  readonly apply: (part: Part) => void;
  readonly survey?: (part: Survey) => void;
}

/** Red, green, blue. */
export type Percent = readonly [number, number, number];

/** What a step counted, for the report. */
export interface StepFigures {
  readonly deadPixels?: { readonly replaced: number; readonly isolatedBright: number };
  /** Per cent of the samples at saturation. */
  readonly clippedPercent?: Percent;
}

/**
 * The code of one step of the chain.
 *
 * @template Parameters what it takes of the request's parameters, in engine units.
 * @template Part rows of it, with its planes and tables.
 * @template Exports what its kernel exports.
 */
export interface StepCode<Parameters, Part extends { readonly tables: object }, Exports = never> {
  /** Turns parameters into what the formula works with; undefined when they change nothing, and the step is passed over. */
  readonly prepare: (parameters: Parameters, frame: Frame) => Part['tables'] | undefined;
  /** The plain formula: the truth that the kernel is compared with, and what runs without kernels. */
  readonly apply: (part: Part) => void;
  /** For tables that depend on the whole picture: completes those of `prepare` before `apply` runs. */
  readonly survey?: {
    /** How many parts can be looked at side by side. */
    readonly units: (tables: Part['tables']) => number;
    readonly apply: (part: SurveyPart<Part>) => void;
  };
  /** The same on the kernel in `assembly/`, with the same bits. */
  readonly simd?: (kernel: Exports) => Walks<Part, SurveyPart<Part>>;
  /** Size of the result, where that is another one. */
  readonly resultSize?: (tables: Part['tables']) => Size;
  readonly figures?: (counts: readonly [number, number, number], frame: Frame) => StepFigures;
}

/** The code of any step: `never` because only the runner, which pairs a step with its own planes and tables, may call it. */
export interface AnyStepCode {
  readonly prepare: (parameters: never, frame: Frame) => object | undefined;
  readonly apply: (part: never) => void;
  readonly survey?: {
    readonly units: (tables: never) => number;
    readonly apply: (part: never) => void;
  };
  readonly simd?: (kernel: never) => Walks<never, never>;
  readonly resultSize?: (tables: never) => Size;
  readonly figures?: (counts: readonly [number, number, number], frame: Frame) => StepFigures;
}

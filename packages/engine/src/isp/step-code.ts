import type { BayerPhases } from './bayer-phases.ts';
import type { PlaneName, Planes } from './planes.ts';
import type { Rows } from './rows.ts';
import type { Size } from './picture.ts';

/**
 * The properties of the picture that `prepare` gets: size and colours of the mosaic, and its
 * saturation.
 */
export interface Frame extends Size {
  readonly phases: BayerPhases;
  /** Code at which the linear picture is full. */
  readonly saturation: number;
}

/** Some rows for a step, which writes rows `from`..`to` of its targets and nothing else. */
export interface StepPart<
  Reads extends PlaneName,
  Replaces extends PlaneName,
  Tables = object,
> extends Rows {
  readonly source: Pick<Planes, Reads>;
  readonly target: Pick<Planes, Replaces>;
  readonly tables: Tables;
}

/** For steps that count: up to three counters, which are summed over all parts. */
export interface CountingPart {
  readonly counts: Int32Array;
}

/** Some units of a survey: `from` and `to` count units, not rows. A survey writes to its tables. */
export type SurveyPart<Part> = Omit<Part, 'target' | 'counts'>;

/** The functions of a step that compute rows: in plain TypeScript, or by its kernel. */
export interface StepFunctions<Part, Survey> {
  readonly apply: (part: Part) => void;
  readonly survey?: (part: Survey) => void;
}

/** Red, green, blue. */
export type Percent = readonly [number, number, number];

/** The counts of a step in the terms of the report. */
export interface StepFigures {
  readonly deadPixels?: { readonly replaced: number; readonly isolatedBright: number };
  /** Per cent of the samples at saturation. */
  readonly clippedPercent?: Percent;
}

/**
 * The code of one step of the chain.
 *
 * @template Parameters those that it reads, in engine units.
 * @template Part some rows, with its planes and tables.
 * @template Exports of its kernel.
 */
export interface StepCode<Parameters, Part extends { readonly tables: object }, Exports = never> {
  /**
   * Turns the parameters into the tables of the formula; undefined when they change nothing, and
   * then the step is skipped.
   */
  readonly prepare: (parameters: Parameters, frame: Frame) => Part['tables'] | undefined;
  /**
   * The formula in plain TypeScript: the reference for the kernel, and what runs where there is no
   * kernel.
   */
  readonly apply: (part: Part) => void;
  /**
   * For tables that depend on the whole picture: completes the tables of `prepare` before `apply`
   * runs.
   */
  readonly survey?: {
    /** Number of units that can be surveyed in parallel. */
    readonly units: (tables: Part['tables']) => number;
    readonly apply: (part: SurveyPart<Part>) => void;
  };
  /** Wraps the kernel in `assembly/`, which gives the same bits. */
  readonly simd?: (kernel: Exports) => StepFunctions<Part, SurveyPart<Part>>;
  /** Size of the result, for a step that changes the size. */
  readonly resultSize?: (tables: Part['tables']) => Size;
  readonly figures?: (counts: readonly [number, number, number], frame: Frame) => StepFigures;
}

/**
 * The code of any step. `never`, because only `runPass`, which pairs each step with its own planes
 * and tables, may call it.
 */
export interface AnyStepCode {
  readonly prepare: (parameters: never, frame: Frame) => object | undefined;
  readonly apply: (part: never) => void;
  readonly survey?: {
    readonly units: (tables: never) => number;
    readonly apply: (part: never) => void;
  };
  readonly simd?: (kernel: never) => StepFunctions<never, never>;
  readonly resultSize?: (tables: never) => Size;
  readonly figures?: (counts: readonly [number, number, number], frame: Frame) => StepFigures;
}

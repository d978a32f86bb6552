import type { Field, ParametersOf } from '../../field-descriptor.ts';
import type { KernelExports } from '../../kernels/kernel-memory.ts';
import type { BayerPhases } from './bayer-phases.ts';
import type { PlaneName, Planes } from './planes.ts';
import type { Rows } from './rows.ts';
import type { Size } from './picture.ts';

/**
 * The properties of the picture that `prepare` gets: size and colours of the mosaic, and its
 * saturation.
 */
export interface MosaicFacts extends Size {
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

/** The sums of these counters. */
export type Counts = readonly [number, number, number];

/** Some units of a survey: `from` and `to` count units, not rows. A survey writes to its tables. */
export type SurveyPart<Part> = Omit<Part, 'target' | 'counts'>;

/** Some rows for any step, with the planes and tables of that step. */
export type AnyPart = StepPart<never, never>;

/**
 * The functions of a step that compute rows: in plain TypeScript, or by its kernel. They are
 * methods, because TypeScript then accepts the functions of any step where `AnyPart` is expected:
 * `run-pass.ts` pairs each step with its own planes and tables.
 */
export interface StepFunctions<Part extends AnyPart = AnyPart> {
  apply(part: Part): void;
  /**
   * For tables that depend on the whole picture: completes the tables of `prepare` before `apply`
   * runs.
   */
  survey?(part: SurveyPart<Part>): void;
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
 * The code of one step of the chain. Its functions are the formula in plain TypeScript: the
 * reference for the kernel, and what runs where there is no kernel.
 *
 * @template Parameters those that it reads, in engine units.
 * @template Part some rows, with its planes and tables.
 */
export interface StepCode<Parameters, Part extends AnyPart = AnyPart> extends StepFunctions<Part> {
  /**
   * Turns the parameters into the tables of the formula; undefined when they change nothing, and
   * then the step is skipped.
   */
  readonly prepare: (parameters: Parameters, frame: MosaicFacts) => Part['tables'] | undefined;
  /** Number of units that `survey` can take in parallel; 1 when absent. */
  surveyUnits?(tables: Part['tables']): number;
  /** Size of the result, for a step that changes the size. */
  resultSize?(tables: Part['tables']): Size;
  readonly figures?: (counts: Counts, frame: MosaicFacts) => StepFigures;
}

/** The code of a module that reads its own parameters alone. */
export type ModuleCode<Fields extends readonly Field[], Part extends AnyPart> = StepCode<
  ParametersOf<Fields>,
  Part
>;

/** What the file of a step exports. */
export interface StepModule<Parameters> {
  readonly code: StepCode<Parameters>;
  /** Wraps the kernel in `assembly/`, which gives the same bits. */
  simd?(kernel: KernelExports): StepFunctions;
}

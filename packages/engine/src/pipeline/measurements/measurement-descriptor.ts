import type { SceneId } from '../../scenes/list.ts';
import type { MeasuredShot } from './measured-shot.ts';

/** A line of a table of figures: the measured and the true value. */
export interface Figure {
  readonly label: string;
  /** Place of the value in report.json, as sweeps and studies name it. */
  readonly path?: string | undefined;
  readonly measured?: number | null | undefined;
  readonly true?: number | null | undefined;
  readonly unit: string;
  /** How measured and true are compared; without it they are not. */
  readonly difference?: 'percent' | 'absolute';
}

/**
 * A measurement of the picture of a run: its name, its results, and where its code is. The results
 * have no `name` and no `problem`: the report puts them beside those.
 */
export interface MeasurementDescriptor<
  Name extends string = string,
  Results extends object = object,
> {
  /** In the report; figures of sweeps begin with `measurements.` and this name. */
  readonly name: Name;
  /** In the log and above the figures in the workbench. */
  readonly label: string;
  /** The scenes on whose pictures it is made; absent where every scene will do. */
  readonly scenes?: readonly SceneId[];
  /** It is made only where the recipe has labParams. */
  readonly isOfLab?: true;
  /**
   * Figures that a sweep can measure in lists of the results, such as `edges.0.raw.mtf50`: lists
   * have as many entries as the picture allows, so the type of the results has no such figures.
   */
  readonly listFigures?: readonly string[];
  /** Sentences for the log; absent where the results are for plots only. */
  lines?(results: Results): readonly string[];
  /** The table of the workbench, the main figure first; absent where there are plots only. */
  figures?(results: Results): readonly Figure[];
  /** A part of the last line of the log, which sums up the picture; undefined without a figure. */
  inShort?(results: Results): string | undefined;
  /** Loads the code. */
  readonly load: () => Promise<{
    /**
     * Undefined where there is nothing to measure and nothing to say about it.
     *
     * @throws SimulationError with a sentence where the picture cannot be measured.
     */
    readonly measure: (shot: MeasuredShot) => Results | undefined;
  }>;
}

import type { ShownConditions } from '../conditions.ts';

/** A run of a sweep, as results.json has it. */
export interface Run {
  readonly run: number;
  readonly seed: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly status: string;
  readonly message: string;
  readonly conditions?: ShownConditions | undefined;
}

/** What a report of a sweep shows. */
export interface SweepResults {
  readonly name: string;
  /** Programs that computed it. */
  readonly madeBy: string;
  /** What runs hold and vary, and what to know before they are compared. */
  readonly rule?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** What each run says of the feature of its task. */
  readonly verdicts?: readonly string[] | undefined;
  /** What parts are called, by their names in a recipe. */
  readonly partNames?: Readonly<Record<string, string>> | undefined;
  /** Paths that are varied, and what they are called in plots, with their units. */
  readonly labels: Readonly<Record<string, string>>;
  /** What figures are called, with their units. */
  readonly figureLabels: Readonly<Record<string, string>>;
  /** Codes of the figures. */
  readonly measure: readonly string[];
  readonly runs: readonly Run[];
  /** Small pictures as data URLs, by run. */
  readonly thumbnails: Readonly<Record<number, string>>;
  /** Where the pictures lie beside the page. */
  readonly pictures: string | undefined;
  /** How well figures predict a score. */
  readonly prediction?: PredictionPart | undefined;
}

/** Headings, and rows whose first cell is a name. */
export interface TextRows {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How well the figures of cameras predict their scores, in words. */
export interface PredictionPart {
  readonly title: string;
  readonly about: string;
  readonly figures: TextRows;
  /** Each value of a factor, met by a fit on all other cameras; absent without factors. */
  readonly leftOut?: TextRows | undefined;
  readonly sentences: readonly string[];
}

/** How runs are picked in a page that shows the results while they come. */
export interface Picking {
  /** Called with the number of a run that was pressed. */
  readonly onRun: (run: number) => void;
  /** The run that was picked last, and the one before. */
  readonly picked: { readonly last: number; readonly before: number | undefined } | undefined;
}

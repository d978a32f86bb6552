import type { StudySearch } from '../propose/search-study.ts';

/** The run that a study proposes. */
export interface BestRun {
  readonly run: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly figures: Readonly<Record<string, number | null>>;
}

/** What a decision is made of. */
export interface Ended {
  readonly search: StudySearch;
  /** Null where no run keeps all constraints, and of several objectives. */
  readonly best: BestRun | null;
  /** Labels of variables by their keys. */
  readonly labels: Readonly<Record<string, string>>;
}

/** What is decided of the runs of a study. */
export interface Decision {
  /** Its part of `decisions` in results.json; absent where it has sentences only. */
  readonly found?: object;
  /** Sentences for the report, the command line and the page. */
  readonly notes: readonly string[];
}

/** @returns undefined where there is nothing to decide. */
export type Decide = (ended: Ended) => Decision | undefined;

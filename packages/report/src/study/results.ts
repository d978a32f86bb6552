import type { Run, SweepResults } from '../sweep/results.ts';

/** A run of a study, as results.json has it. */
export interface StudyRun extends Run {
  readonly feasible: boolean;
}

/** A number that a study searches for. */
export interface StudyObjective {
  readonly name: string;
  readonly goal: 'minimise' | 'maximise' | 'target';
  /** What is wanted, with the goal target. */
  readonly value?: number | undefined;
}

/** What a run must keep. */
export interface StudyConstraint {
  /** The column of its figure. */
  readonly name: string;
  /** In words: 'noise at most 24.6 dB'. */
  readonly rule: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A mean difference, with its 95 % interval where there is more than one pair. */
export interface Difference {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** What the interval covers; absent from results of earlier versions, which cover noise. */
  readonly covers?: string;
}

/** What a report of a study shows; its fields are variables, and its figures columns. */
export interface StudyResults extends Omit<SweepResults, 'runs'> {
  /** Why it has ended, in words. */
  readonly stopped: string;
  readonly algorithm: string;
  /** What is searched for: one objective, or several whose front is wanted. */
  readonly objectives: readonly StudyObjective[];
  readonly constraints: readonly StudyConstraint[];
  /** Names and texts of the formulas that were used. */
  readonly formulas: readonly (readonly [name: string, text: string])[];
  readonly runs: readonly StudyRun[];
  /** Whether run 0 is the starting point. */
  readonly hasStart: boolean;
  readonly best: number | undefined;
  readonly front: readonly number[];
  readonly hypervolume: readonly { readonly runs: number; readonly value: number }[];
  readonly importance: Readonly<
    Record<string, Readonly<Record<string, { readonly first: number; readonly total: number }>>>
  > | null;
  readonly restarts: readonly number[];
  readonly notes: readonly string[];
  readonly validation:
    | readonly {
        readonly run: number;
        /** Null of a start that was no candidate. */
        readonly order: number | null;
        /** By figure; null of the start, and where there is none. */
        readonly againstStart: Readonly<Record<string, Difference>> | null;
        readonly figures: Readonly<
          Record<string, { readonly mean: number; readonly standardError: number }>
        >;
      }[]
    | null;
  /** Best so far of random points, turned so that less is better; empty without a baseline. */
  readonly baseline: readonly { readonly run: number; readonly value: number }[];
}

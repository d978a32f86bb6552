import type { Goal } from '../database/schema.ts';

/** Goals of experiments that a process conducts: it says what is to be computed next. */
export type ConductedGoal = Exclude<Goal, 'sweeps'>;

/** A part of an experiment that any process with the same bits can compute. */
export interface RunOrder {
  readonly table: ConductedGoal;
  readonly workId: string;
  readonly userId: string;
  /** The same part always has the same key: nobody computes it twice. */
  readonly key: string;
  /** What the process of the runs takes, as JSON. */
  readonly task: unknown;
  /** How many runs it is, for turns. */
  readonly runs: number;
}

/**
 * The result as JSON; or the sentence that says why it cannot be computed, which fails the
 * experiment unless it is about this part alone; or what the disk refused, which may pass.
 */
export type RunAnswer =
  | { readonly value: unknown }
  | { readonly message: string; readonly isOfPart?: true }
  | { readonly refused: string };

/** Whose runs a process computes; what it is sent first begins so. */
export interface RunsOf {
  readonly goal: Goal;
}
/** What the process is asked then. */
export interface RunRequest {
  readonly id: number;
  readonly task: unknown;
}
/** What it answers to a request. */
export interface RunReply {
  readonly id: number;
  readonly answer: RunAnswer;
}

/** What ends the wait for an answer. */
export interface OrderSignals {
  /** Gives it up unless somebody has begun it. */
  readonly withdrawn: AbortSignal;
  /** Nobody needs it any more: the experiment was cancelled. */
  readonly stopped: AbortSignal;
  /** The next conductor asks for it again. */
  readonly left: AbortSignal;
}

/**
 * Has a part computed, here or by workers, in turns with the parts of other accounts.
 *
 * @returns undefined where it was given up.
 */
export type ComputeOrder = (
  order: RunOrder,
  signals: OrderSignals,
) => Promise<RunAnswer | undefined>;

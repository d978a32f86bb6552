import type { Decide, Decision, Ended } from './decision.ts';
import { atBound, endOfTime, nearTheBest, noBest } from './warnings.ts';

/** What is decided of the runs of every study, in the order of its sentences. */
const DECISIONS: Readonly<Record<string, Decide>> = {
  noBest,
  endOfTime,
  nearTheBest,
  atBound,
};

/** The sentences of all decisions, and what they have found by their names. */
export function decisionsOf(ended: Ended): {
  readonly notes: readonly string[];
  /** Absent where none has found anything. */
  readonly decisions?: Readonly<Record<string, object>>;
} {
  const made = Object.entries(DECISIONS).flatMap(([name, decide]): [string, Decision][] => {
    const decision = decide(ended);
    return decision ? [[name, decision]] : [];
  });
  const found = made.flatMap(([name, decision]) =>
    decision.found ? [[name, decision.found] as const] : [],
  );
  return {
    notes: made.flatMap(([, decision]) => decision.notes),
    ...(found.length > 0 && { decisions: Object.fromEntries(found) }),
  };
}

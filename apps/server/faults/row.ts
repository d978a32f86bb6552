import type { Postgres } from '../tests/run-postgres.ts';

/** What one kind of fault did to us. */
export interface Outcome {
  readonly tries: number;
  /** What should not have happened, a sentence each. */
  readonly failures: readonly string[];
  /** Longest time that anybody had to wait for an answer or for recovery, in milliseconds. */
  readonly worstMs: number;
  /** What the time is of, and how much was tried. */
  readonly note: string;
}

/** Something that we break on purpose, again and again. */
export interface Row {
  readonly name: string;
  /** How often, unless --tries says otherwise. */
  readonly tries: number;
  /** Why it cannot be tried here; undefined when it can. */
  readonly impossible?: () => string | undefined;
  /** @param shared the PostgreSQL of the caller, where a row needs one and does not stop it. */
  readonly run: (tries: number, shared?: Postgres) => Promise<Outcome>;
}

/** Runs something and says how long it took, in milliseconds. */
export async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly ms: number }> {
  const start = performance.now();
  return { value: await work(), ms: performance.now() - start };
}

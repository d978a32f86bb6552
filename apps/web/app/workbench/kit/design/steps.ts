/** A step of the history of a design. */
export interface Step<Draft> {
  readonly draft: Draft;
  /** What was changed to come here. */
  readonly name: string;
}

/** What is designed, with the steps before it and those that were taken back. */
export interface Steps<Draft> {
  readonly past: readonly Step<Draft>[];
  /** Undefined until the first design is there. */
  readonly now: Step<Draft> | undefined;
  readonly future: readonly Step<Draft>[];
}

const MOST_STEPS = 100;

/** The history after a change; the oldest of more than 100 steps are dropped. */
export const stepped = <Draft>(
  { past, now }: Steps<Draft>,
  draft: Draft,
  name: string,
): Steps<Draft> => ({
  past: now ? [...past, now].slice(-MOST_STEPS) : past,
  now: { draft, name },
  future: [],
});

/** The history a step back or forward; undefined where there is none. */
export function movedBy<Draft>(
  { past, now, future }: Steps<Draft>,
  by: -1 | 1,
): (Steps<Draft> & { readonly now: Step<Draft> }) | undefined {
  const next = by < 0 ? past.at(-1) : future[0];
  if (!next || !now) return undefined;
  return by < 0
    ? { past: past.slice(0, -1), now: next, future: [now, ...future] }
    : { past: [...past, now], now: next, future: future.slice(1) };
}

/** What Back and Forward of the toolbar say of a history. */
export function stepWords<Draft>(
  { past, now, future }: Steps<Draft>,
  by: -1 | 1,
): { readonly hint: string | undefined; readonly reason: string | undefined } {
  const hint = by < 0 ? (past.length > 0 ? now?.name : undefined) : future[0]?.name;
  const none = by < 0 ? 'Nothing to undo.' : 'Nothing to do again.';
  return { hint, reason: hint === undefined ? none : undefined };
}

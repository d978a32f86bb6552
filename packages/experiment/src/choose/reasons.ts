import type { Refused } from './plan-choice.ts';

/** Refusals by one requirement. */
export interface Reason {
  readonly requirement: Refused['requirement'];
  /** Cameras of which it is the first that they do not meet. */
  readonly count: number;
  /** Cameras that would be raced without it. */
  readonly alone: number;
  /** Of the first of them. */
  readonly example: Pick<Refused, 'name' | 'message'>;
}

/** Why cameras were refused, the commonest reason first. */
export function reasonsOf(refused: readonly Refused[]): readonly Reason[] {
  const found = new Map<Reason['requirement'], Refused[]>();
  for (const one of refused)
    found.set(one.requirement, [...(found.get(one.requirement) ?? []), one]);
  return [...found]
    .map(([requirement, own]) => ({
      requirement,
      count: own.length,
      alone: own.filter(({ all }) => all.length === 1).length,
      example: { name: own[0]!.name, message: own[0]!.message },
    }))
    .toSorted((a, b) => b.count - a.count);
}

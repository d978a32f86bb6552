import type { Database } from '../database/schema.ts';
import { OUR_PROGRAMS, type Programs } from '../programs.ts';
import type { Turns } from '../turns.ts';
import type { ConductedGoal } from './run-order.ts';
import {
  UNFINISHED,
  changeRow,
  claimRow,
  isForUs,
  nextInTurn,
} from '../leased-work/leased-rows.ts';

/** Work that a server or worker has taken over. */
export interface ClaimedWork {
  readonly id: string;
  readonly userId: string;
  /** As it was checked. */
  readonly document: unknown;
  /** Number of its parts; 0 where nobody has begun it. */
  readonly parts: number;
  /** Whether its folder is known to have our bits, by whatever version. */
  readonly hasOurBits: boolean;
}

/**
 * Fails unfinished work that programs with other bits began and that no process of theirs can go on
 * with.
 */
export async function failOfOtherBits(
  database: Database,
  goal: ConductedGoal,
  { message, now }: { readonly message: string; readonly now: number },
  areGone: (programs: Programs) => boolean,
): Promise<void> {
  const rows = await database
    .selectFrom('experiments')
    .select(['id', 'version', 'node'])
    .where('goal', '=', goal)
    .where('state', 'in', UNFINISHED)
    .where('leaseUntil', '<', now)
    .where((is) => is.not(isForUs(is)))
    .execute();
  for (const { id, version, node } of rows)
    if (areGone({ version: version ?? '', node: node ?? '' }))
      await claimRow(database, id, now, { state: 'failed', message, endedAt: now });
}

/** Takes unfinished work over that nobody computes, of the account whose turn it is. */
export async function claimWork(
  database: Database,
  goal: ConductedGoal,
  runner: string,
  { now, until, turns }: { readonly now: number; readonly until: number; readonly turns: Turns },
): Promise<ClaimedWork | undefined> {
  const next = await nextInTurn(database, goal, now, turns);
  const claim = { state: 'running', runner, leaseUntil: until } as const;
  if (!next || !(await claimRow(database, next.id, now, claim))) return undefined;
  const { id } = next;
  turns.serve(next.userId);
  const row = await database
    .selectFrom('experiments')
    .select(['id', 'userId', 'document', 'parts', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, ...work } = row;
  if (version === null) await changeRow(database, { id, runner }, OUR_PROGRAMS);
  return {
    ...work,
    document: JSON.parse(row.document) as unknown,
    hasOurBits: version !== null,
  };
}

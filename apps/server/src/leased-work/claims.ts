import type { Selectable } from 'kysely';
import type { Database, Goal, Tables } from '../database/schema.ts';
import { haveOurBits, OUR_PROGRAMS, type Programs } from '../programs.ts';
import type { Turns } from '../turns.ts';
import { UNFINISHED, type OwnRow } from './leased-rows.ts';

/** What began an experiment; without a version nobody has, or one that did not say so. */
export type BegunBy = Pick<
  Selectable<Tables['experiments']>,
  'version' | 'node' | 'bits' | 'device'
>;

/** What is to compute an experiment: 'later' where that is not known yet; or why nothing can. */
export type Judge = (began: BegunBy) => Programs | 'later' | { readonly message: string };

/** Whether ours can go on with it: it was begun with our bits, or by nobody yet. */
export const canGoOn = (began: BegunBy): boolean => began.version === null || haveOurBits(began);

/** From when a claim is, and until when it holds unless it is renewed. */
export interface Lease {
  readonly now: number;
  readonly until: number;
}

/** An experiment that a server or worker has taken over. */
export interface ClaimedExperiment extends OwnRow {
  /** As it was checked. */
  readonly document: unknown;
  /** Number of its parts; 0 where nobody has begun it. */
  readonly parts: number;
  readonly began: BegunBy;
  /** What is to compute it now. */
  readonly programs: Programs;
}

const unfinished = (database: Database, goal: Goal) =>
  database
    .selectFrom('experiments')
    .select(['id', 'userId', 'leaseUntil', 'version', 'node', 'bits', 'device'])
    .where('goal', '=', goal)
    .where('state', 'in', UNFINISHED)
    .orderBy('createdAt')
    .execute();

type Unfinished = Awaited<ReturnType<typeof unfinished>>;

/** How many rows of an account are computed now, with our bits. */
const computedOf = (rows: Unfinished, userId: string, now: number): number =>
  rows.filter((row) => row.userId === userId && row.leaseUntil >= now && canGoOn(row)).length;

/**
 * Takes over an unfinished experiment that nobody computes: of the accounts of which the fewest
 * are computed the one that was served longest ago, and its oldest. Those that nothing can compute
 * any more fail with a sentence.
 */
export async function claimNext(
  database: Database,
  { goal, runner, judge }: { readonly goal: Goal; readonly runner: string; readonly judge: Judge },
  { now, until }: Lease,
  turns: Turns,
): Promise<ClaimedExperiment | undefined> {
  const rows = await unfinished(database, goal);
  const ours: { row: Unfinished[number]; programs: Programs; computed: number }[] = [];
  for (const row of rows) {
    if (row.leaseUntil >= now) continue;
    const programs = judge(row);
    if (programs === 'later') continue;
    if (!('message' in programs))
      ours.push({ row, programs, computed: computedOf(rows, row.userId, now) });
    else await claimRow(database, row.id, now, { state: 'failed', ...programs, endedAt: now });
  }
  const waiting = turns
    .inOrder(ours, ({ row }) => row.userId)
    .toSorted((one, other) => one.computed - other.computed);
  for (const { row, programs } of waiting) {
    const { id, leaseUntil: _, userId, ...began } = row;
    const begins = began.version === null ? OUR_PROGRAMS : {};
    const claim = { state: 'running', runner, leaseUntil: until, ...begins } as const;
    if (!(await claimRow(database, id, now, claim))) continue;
    turns.serve(userId);
    const { document, parts } = await database
      .selectFrom('experiments')
      .select(['document', 'parts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, userId, parts, began, programs, document: JSON.parse(document) as unknown };
  }
  return undefined;
}

/** Whether a row waits of an account of which fewer rows are computed than of this one. */
export async function isAnothersTurn(
  database: Database,
  goal: Goal,
  now: number,
  userId: string,
): Promise<boolean> {
  const rows = await unfinished(database, goal);
  const own = computedOf(rows, userId, now);
  return rows.some(
    (row) => row.leaseUntil < now && canGoOn(row) && computedOf(rows, row.userId, now) < own,
  );
}

/** Who computes a row, and until when unless the lease is renewed; or why nobody does. */
type Claim =
  | { readonly state: 'running'; readonly runner: string; readonly leaseUntil: number }
  | { readonly state: 'failed'; readonly message: string; readonly endedAt: number };

/** Takes a free row over. @returns false where somebody else was faster. */
async function claimRow(
  database: Database,
  id: string,
  now: number,
  claim: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('experiments')
    .set(claim)
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED)
    .where('leaseUntil', '<', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Renews the claims of a server or worker.
 * @returns the ids of what it still computes: neither cancelled, deleted nor taken over.
 */
export async function renewClaims(
  database: Database,
  runner: string,
  until: number,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .updateTable('experiments')
    .set({ leaseUntil: until })
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What a row becomes that the next server or worker may go on with at once. */
export const GIVEN_BACK = { runner: null, leaseUntil: 0 } as const;

/** Gives the claims of a server or worker back, or those on some experiments. */
export async function releaseClaims(
  database: Database,
  runner: string,
  ids?: readonly string[],
): Promise<void> {
  await database
    .updateTable('experiments')
    .set(GIVEN_BACK)
    .where('runner', '=', runner)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .execute();
}

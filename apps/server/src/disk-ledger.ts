import { alone } from './database/alone.ts';
import type { Database, StoreName } from './database/schema.ts';
import type { HttpProblem } from './http-problem.ts';

const MEGABYTE = 1e6;

/** Files of accounts, for which each account has a quota. */
export interface Store {
  readonly name: StoreName;
  /** Bytes that the account fills. */
  readonly usedBy: (database: Database, userId: string) => Promise<number>;
  /**
   * The answer to what needs more: the quota, what is used of it, what is held, and what was
   * wanted, in bytes.
   */
  readonly full: (quota: number, used: number, held: number, wanted: number) => HttpProblem;
}

/** Something that will fill a store: a file that arrives or is being read. */
export interface Holding {
  readonly store: Store;
  readonly userId: string;
  readonly id: string;
  /** Bytes that the account may fill. */
  readonly quota: number;
}

/** Bytes that are held for something, and the answer where it needs more. */
export interface Room {
  readonly bytes: number;
  readonly tooLarge: () => HttpProblem;
}

/** Bytes that are held in a store of an account for others than `id`. */
async function heldBeside(
  database: Database,
  { store, userId, id }: Pick<Holding, 'store' | 'userId' | 'id'>,
): Promise<number> {
  const rows = await database
    .selectFrom('reservations')
    .select('bytes')
    .where('userId', '=', userId)
    .where('store', '=', store.name)
    .where('id', '!=', id)
    .execute();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Holds room for something before it is written, in place of what was held for it before: also
 * where several calls on several servers ask at once, an account writes no more than its quota.
 *
 * @param wanted bytes; less is held where there is less room.
 */
export const holdRoom = (database: Database, holding: Holding, wanted: number): Promise<Room> => {
  const { store, userId, id, quota } = holding;
  return alone(database, userId, async (transaction) => {
    const used = await store.usedBy(transaction, userId);
    const held = await heldBeside(transaction, holding);
    const bytes = Math.max(0, Math.floor(Math.min(wanted, quota - used - held)));
    const row = { bytes, heldAt: Date.now() };
    await transaction
      .insertInto('reservations')
      .values({ id, userId, store: store.name, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    return { bytes, tooLarge: () => store.full(quota, used, held, wanted) };
  });
};

/** @throws HttpProblem where the account has no room for so many bytes of something. */
export async function requireRoom(
  database: Database,
  holding: Holding,
  bytes: number,
): Promise<void> {
  const { store, userId, quota } = holding;
  const used = await store.usedBy(database, userId);
  const held = await heldBeside(database, holding);
  if (used + held + bytes > quota) throw store.full(quota, used, held, bytes);
}

/** A quota, what is left of it and what is held, as sentences have them. */
export const inMegabytes = (
  quota: number,
  used: number,
  held: number,
): [quota: number, left: number, held: number] => [
  quota / MEGABYTE,
  Math.max(0, Math.floor((quota - used - held) / MEGABYTE)),
  Math.ceil(held / MEGABYTE),
];

/**
 * Gives back what is held for something that is stored, or was deleted. Where the database is away,
 * it is given back with the files that a killed server leaves.
 */
export const releaseRoom = (database: Database, id: string): Promise<void> =>
  database
    .deleteFrom('reservations')
    .where('id', '=', id)
    .execute()
    .then(
      () => undefined,
      () => undefined,
    );

/**
 * Gives back what a killed server has held, with the files that it leaves.
 *
 * @param before epoch milliseconds.
 */
export async function releaseLeftovers(
  database: Database,
  name: StoreName,
  before: number,
): Promise<void> {
  await database
    .deleteFrom('reservations')
    .where('store', '=', name)
    .where('heldAt', '<', before)
    .execute();
}

import { DAY_MS } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { tokenHash } from './tokens.ts';

/** A device is forgotten after this time without a login, in milliseconds. */
export const DEVICE_LIFE_MS = 365 * DAY_MS;

/**
 * Whether somebody has logged in to the account of an address (lower case) with this device before.
 */
export async function isKnownDevice(
  database: Database,
  token: string | undefined,
  email: string,
  now: number,
): Promise<boolean> {
  if (token === undefined) return false;
  const found = await database
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.userId')
    .where('tokenHash', '=', tokenHash(token))
    .where('users.email', '=', email)
    .where('lastUsedAt', '>', now - DEVICE_LIFE_MS)
    .executeTakeFirst();
  return found !== undefined;
}

/** Makes a device known to an account, or stores that it was used again. */
export async function rememberDevice(
  database: Database,
  token: string,
  userId: string,
  now: number,
): Promise<void> {
  await database
    .insertInto('devices')
    .values({ tokenHash: tokenHash(token), userId, lastUsedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['tokenHash', 'userId']).doUpdateSet({ lastUsedAt: now }),
    )
    .execute();
}

/** Forgets all devices of an account. */
export async function forgetDevicesOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('devices').where('userId', '=', userId).execute();
}

/** Deletes devices that were not used for a year. */
export async function purgeDevices(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('devices')
    .where('lastUsedAt', '<=', now - DEVICE_LIFE_MS)
    .execute();
}

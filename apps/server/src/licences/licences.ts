import { randomUUID } from 'node:crypto';
import type { ProductType } from '@lumenloom/contract';
import type { Database } from '../database/schema.ts';
import { licenceKeyHash, newLicenceKey } from './licence-key.ts';

/** What a customer has bought. */
export interface LicenceTerms {
  readonly email: string;
  readonly plan: ProductType;
  /** People who may use it: a whole number from 1. */
  readonly seats: number;
  /** Epoch milliseconds; null never ends. */
  readonly expiresAt: number | null;
}

/** Stores a licence. @returns its key, of which only the hash is stored. */
export async function issueLicence(
  database: Database,
  { email, plan, seats, expiresAt }: LicenceTerms,
  now: number,
  key = newLicenceKey(),
): Promise<string> {
  await database
    .insertInto('licences')
    .values({
      id: randomUUID(),
      email: email.toLowerCase(),
      keyHash: licenceKeyHash(key),
      plan,
      seats,
      createdAt: now,
      expiresAt,
      revokedAt: null,
    })
    .execute();
  return key;
}

/** Ends a licence now. @returns false when no licence has this key, or it was revoked before. */
export async function revokeLicence(
  database: Database,
  key: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('licences')
    .set({ revokedAt: now })
    .where('keyHash', '=', licenceKeyHash(key))
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The state of the licence of an address and a key. */
export type LicenceState =
  | { readonly state: 'valid' | 'unknown' | 'revoked' }
  | { readonly state: 'expired'; readonly expiredAt: number };

/** Looks up the licence of an address and a key; unknown unless both belong together. */
export async function licenceState(
  database: Database,
  email: string,
  key: string,
  now: number,
): Promise<LicenceState> {
  const found = await database
    .selectFrom('licences')
    .select(['expiresAt', 'revokedAt'])
    .where('keyHash', '=', licenceKeyHash(key))
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  if (!found) return { state: 'unknown' };
  if (found.revokedAt !== null) return { state: 'revoked' };
  if (found.expiresAt !== null && found.expiresAt <= now)
    return { state: 'expired', expiredAt: found.expiresAt };
  return { state: 'valid' };
}

import { randomUUID } from 'node:crypto';
import { messages, type ApiToken, type NewApiToken } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import { httpProblem } from '../http-problem.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Tokens of an account. */
const MOST_TOKENS = 20;
/** By it, people and secret scanners recognise a token. */
const PREFIX = 'lumenloom_';
/** Another scheme, such as Basic, is between the client and a proxy. */
const BEARER = /^Bearer\s/i;
const WELL_FORMED = /^Bearer\s+(lumenloom_[\w-]{43})\s*$/i;

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/**
 * Makes a token with which programs compute for an account.
 * @returns it with the token, of which only the hash is kept.
 */
export async function createToken(
  database: Database,
  userId: string,
  { name, scope, expiresInDays }: NewApiToken,
  now: number,
): Promise<Pick<ApiToken, 'id' | 'name' | 'scope' | 'expiresAt'> & { readonly token: string }> {
  const [id, token] = [randomUUID(), PREFIX + newToken()];
  const expiresAt = typeof expiresInDays === 'number' ? now + expiresInDays * DAY_MS : null;
  await database.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('apiTokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_TOKENS) throw httpProblem(409, messages.tooManyTokens(MOST_TOKENS));
    await transaction
      .insertInto('apiTokens')
      .values({
        id,
        userId,
        name,
        scope,
        tokenHash: tokenHash(token),
        createdAt: now,
        expiresAt,
        lastUsedAt: null,
      })
      .execute();
  });
  return { id, name, scope, expiresAt: isoOrNull(expiresAt), token };
}

/** The tokens of an account, the newest first. */
export async function tokensOf(database: Database, userId: string): Promise<readonly ApiToken[]> {
  const rows = await database
    .selectFrom('apiTokens')
    .select(['id', 'name', 'scope', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...token }) => ({
    ...token,
    createdAt: iso(createdAt),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }));
}

/** @returns whether the account had such a token. */
export async function revokeToken(
  database: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('apiTokens')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function revokeTokensOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('apiTokens').where('userId', '=', userId).execute();
}

/** What a token that may only read opens. */
const READING = ['GET', 'HEAD'];

/**
 * The account whose token a request carries; undefined when it carries none. Stores the time of the
 * use, to the minute.
 *
 * @throws HttpProblem 401 for a token that is not known or has expired, 403 for one that may only
 * read where more is asked.
 */
export async function accountOfToken(
  database: Database,
  { headers: { authorization }, method }: FastifyRequest,
  now: number,
): Promise<string | undefined> {
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  const [, token] = WELL_FORMED.exec(authorization) ?? [];
  const found =
    token !== undefined &&
    (await database
      .selectFrom('apiTokens')
      .select(['id', 'userId', 'scope', 'expiresAt', 'lastUsedAt'])
      .where('tokenHash', '=', tokenHash(token))
      .executeTakeFirst());
  if (!found) throw httpProblem(401, messages.unknownToken);
  if (found.expiresAt !== null && now >= found.expiresAt)
    throw httpProblem(401, messages.expiredToken(iso(found.expiresAt)));
  if (found.scope === 'read' && !READING.includes(method))
    throw httpProblem(403, messages.readOnlyToken);
  if (now - (found.lastUsedAt ?? 0) >= MINUTE_MS)
    await database
      .updateTable('apiTokens')
      .set({ lastUsedAt: now - (now % MINUTE_MS) })
      .where('id', '=', found.id)
      .execute()
      .catch((error: unknown) => {
        // A database that cannot write must not fail a request that only reads.
        if (!isStorageUnavailable(error)) throw error;
      });
  return found.userId;
}

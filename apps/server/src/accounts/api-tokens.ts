import { randomUUID } from 'node:crypto';
import { messages, type ApiToken } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
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

/** Makes a token with which programs compute for an account. @returns the token, of which only the hash is kept. */
export async function createToken(
  database: Database,
  userId: string,
  name: string,
  now: number,
): Promise<{ readonly id: string; readonly token: string }> {
  const [id, token] = [randomUUID(), PREFIX + newToken()];
  await database.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('apiTokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_TOKENS) throw httpProblem(409, messages.tooManyTokens(MOST_TOKENS));
    await transaction
      .insertInto('apiTokens')
      .values({ id, userId, name, tokenHash: tokenHash(token), createdAt: now, lastUsedAt: null })
      .execute();
  });
  return { id, token };
}

/** The tokens of an account, the newest first. */
export async function tokensOf(database: Database, userId: string): Promise<readonly ApiToken[]> {
  const rows = await database
    .selectFrom('apiTokens')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute();
  const iso = (at: number): string => new Date(at).toISOString();
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: iso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
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

/**
 * The account whose token a request carries; undefined when it carries none. Stores the time of the use, to the minute.
 *
 * @throws HttpProblem 401 for a token that is not known.
 */
export async function accountOfToken(
  database: Database,
  { headers: { authorization } }: FastifyRequest,
  now: number,
): Promise<string | undefined> {
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  const [, token] = WELL_FORMED.exec(authorization) ?? [];
  const found =
    token !== undefined &&
    (await database
      .selectFrom('apiTokens')
      .select(['id', 'userId', 'lastUsedAt'])
      .where('tokenHash', '=', tokenHash(token))
      .executeTakeFirst());
  if (!found) throw httpProblem(401, messages.unknownToken);
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

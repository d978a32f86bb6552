import { z } from 'zod';
import { requiredText } from '../text-fields.ts';

/** The rights of a token: to read only, or also to start, change and delete. */
export const API_TOKEN_SCOPES = ['compute', 'read'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/** Longest life of a token that ends, in days. */
export const LONGEST_LIFE_DAYS = 3650;
const DAYS = `expiresInDays must be a whole number from 1 to ${LONGEST_LIFE_DAYS}, or left out for a token that does not end.`;

const scope = z
  .enum(API_TOKEN_SCOPES, `scope must be ${API_TOKEN_SCOPES.join(' or ')}.`)
  .describe(
    'compute: every call that a token opens. read: GET calls alone, so sweeps, results, library and projects can be listed and read, and nothing is started, changed or deleted.',
  );
const expiresAt = z
  .string()
  .nullable()
  .describe('ISO 8601: from then on it is refused; null: it does not end.');

/** The body of POST /api/tokens. */
export const newApiTokenSchema = z.strictObject({
  name: requiredText('Name', 60).describe('What it is for, such as "nightly sweeps".'),
  scope: scope.default('compute'),
  expiresInDays: z
    .int(DAYS)
    .min(1, DAYS)
    .max(LONGEST_LIFE_DAYS, DAYS)
    .nullish()
    .describe('After so many days it is refused; without it, it does not end.'),
});
export type NewApiToken = z.output<typeof newApiTokenSchema>;

const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope,
  createdAt: z.string().describe('ISO 8601.'),
  expiresAt,
  lastUsedAt: z.string().nullable().describe('ISO 8601, to the minute; null: never.'),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const apiTokensAnswerSchema = z.object({ tokens: z.array(apiTokenSchema) });
export const newApiTokenAnswerSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope,
  expiresAt,
  token: z.string().describe('Shown only here: send it as Authorization: Bearer <token>.'),
});

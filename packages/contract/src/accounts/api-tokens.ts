import { z } from 'zod';
import { requiredText } from '../text-fields.ts';

/** The body of POST /api/tokens. */
export const newApiTokenSchema = z.object({
  name: requiredText('Name', 60).describe('What it is for, such as "nightly sweeps".'),
});

const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string().describe('ISO 8601.'),
  lastUsedAt: z.string().nullable().describe('ISO 8601, to the minute; null: never.'),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const apiTokensAnswerSchema = z.object({ tokens: z.array(apiTokenSchema) });
export const newApiTokenAnswerSchema = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string().describe('Shown only here: send it as Authorization: Bearer <token>.'),
});

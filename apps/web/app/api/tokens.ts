import {
  apiTokensAnswerSchema,
  newApiTokenAnswerSchema,
  type ApiToken,
  type NewApiToken,
} from '@lumenloom/contract';
import { RequestError, sendToSite, sentenceIn } from './request.ts';

async function answerTo(sent: Promise<Response>): Promise<unknown> {
  const response = await sent.catch(() => {
    throw new RequestError('The server cannot be reached. Please try again.');
  });
  const body: unknown =
    response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return body;
  throw new RequestError(
    sentenceIn(body) ?? `The server answered with status ${response.status}.`,
    response.status,
  );
}

/** GET /api/tokens, the newest first. @throws RequestError with the message to show. */
export const getTokens = async (): Promise<readonly ApiToken[]> =>
  apiTokensAnswerSchema.parse(await answerTo(sendToSite('/tokens'))).tokens;

/**
 * POST /api/tokens: the token itself comes only in this answer.
 * @throws RequestError with the message to show.
 */
export const makeToken = async (asked: NewApiToken): Promise<string> =>
  newApiTokenAnswerSchema.parse(await answerTo(sendToSite('/tokens', asked))).token;

/** DELETE /api/tokens/<id>. @throws RequestError with the message to show. */
export async function revokeToken(id: string): Promise<void> {
  await answerTo(sendToSite(`/tokens/${encodeURIComponent(id)}`, undefined, { method: 'DELETE' }));
}

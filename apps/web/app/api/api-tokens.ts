import { apiTokensAnswerSchema, newApiTokenAnswerSchema, type ApiToken } from '@lumenloom/contract';
import { callSite } from './call-site.ts';

/** The API tokens of the account, the newest first. */
export const listTokens = async (): Promise<readonly ApiToken[]> =>
  apiTokensAnswerSchema.parse(await (await callSite('/tokens')).json()).tokens;

/** Makes a token, which the server shows only in this answer. */
export const makeToken = async (name: string): Promise<string> =>
  newApiTokenAnswerSchema.parse(await (await callSite('/tokens', { name })).json()).token;

export async function revokeToken(id: string): Promise<void> {
  await callSite(`/tokens/${id}`, undefined, { method: 'DELETE' });
}

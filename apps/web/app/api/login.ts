import { loginAnswerSchema, siteMessages } from '@lumenloom/contract';
import type { z } from 'zod';
import { postToSite, RequestError } from './request.ts';

/** The fields of the response that are used. */
const acceptedSchema = loginAnswerSchema.pick({ firstName: true, plan: true });

/**
 * POST /api/login
 *
 * @throws RequestError; a refusal is also shown under the password field.
 */
export async function login(body: {
  readonly email: string;
  readonly password: string;
}): Promise<z.infer<typeof acceptedSchema>> {
  const response = await postToSite('/login', body, {
    refused: (sent = siteMessages.loginFailed) => sent,
    unreachable: siteMessages.loginUnreachable,
  }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.status === undefined) throw error;
    throw new RequestError(error.message, error.status, { password: error.message });
  });
  const answer = acceptedSchema.safeParse(await response.json().catch(() => undefined));
  if (answer.success) return answer.data;
  console.error('login:', answer.error);
  throw new RequestError(siteMessages.loginUnreachable);
}

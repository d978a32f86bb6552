import {
  checkEmailAnswerSchema,
  loginAnswerSchema,
  siteMessages,
  type signupSchema,
} from '@lumenloom/contract';
import type { z } from 'zod';
import { postToSite, RequestError, type FailureSentences } from './request.ts';

/**
 * POST /api/check-email
 *
 * @throws RequestError when the address has an account. A failed request counts as registered, as
 *   the site specification says in section 8; its reason stands beside.
 */
export async function requireNew(body: { readonly email: string }): Promise<void> {
  const registered = siteMessages.emailRegistered;
  const fields = { email: registered };
  const response = await postToSite('/check-email', body, {
    refused: () => registered,
    unreachable: registered,
  }).catch((error: unknown) => {
    const { status, reason } = error as RequestError;
    throw new RequestError(registered, status, fields, [], reason);
  });
  const answer = checkEmailAnswerSchema.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) console.warn('check-email:', answer.error);
  if (!answer.success || answer.data.duplicate)
    throw new RequestError(registered, undefined, fields);
}

/**
 * POST /api/send-code: the server mails a verification code. Used by sign-up and password reset,
 * which pass their own messages.
 */
export async function sendCode(
  body: { readonly email: string },
  sentences: FailureSentences,
): Promise<void> {
  await postToSite('/send-code', body, sentences);
}

/**
 * POST /api/verify-code: afterwards this browser may act for the address for a limited time. Used
 * by sign-up and password reset, which pass their own messages.
 */
export async function verifyCode(
  body: { readonly email: string; readonly code: string },
  sentences: FailureSentences,
): Promise<void> {
  await postToSite('/verify-code', body, sentences);
}

/** POST /api/signup */
export async function signup(body: z.infer<typeof signupSchema>): Promise<void> {
  await postToSite('/signup', body, {
    refused: (sent = siteMessages.signupFailed) => sent,
    unreachable: siteMessages.signupUnreachable,
  });
}

/** The fields of the answer to a login that are used. */
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

/** POST /api/reset-password */
export async function resetPassword(body: {
  readonly email: string;
  readonly password: string;
}): Promise<void> {
  await postToSite('/reset-password', body, {
    refused: (sent = siteMessages.passwordResetFailed) => sent,
    unreachable: siteMessages.resetUnreachable,
  });
}

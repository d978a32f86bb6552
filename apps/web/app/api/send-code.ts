import { postToSite, type FailureSentences } from './request.ts';

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

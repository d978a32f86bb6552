import { postToSite, type FailureSentences } from './request.ts';

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

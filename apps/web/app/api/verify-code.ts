import { postToSite, type FailureSentences } from './request.ts';

/** POST /api/verify-code: from then on this browser may act for the address, for a while. Serves sign-up and password reset, which speak differently. */
export async function verifyCode(
  body: { readonly email: string; readonly code: string },
  says: FailureSentences,
): Promise<void> {
  await postToSite('/verify-code', body, says);
}

import { postToSite, type FailureSentences } from './request.ts';

/** POST /api/send-code: the server mails a verification code. Serves sign-up and password reset, which speak differently. */
export async function sendCode(
  body: { readonly email: string },
  says: FailureSentences,
): Promise<void> {
  await postToSite('/send-code', body, says);
}

import { siteMessages } from '@lumenloom/contract';
import { postToSite } from './request.ts';

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

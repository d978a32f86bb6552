import { siteMessages, type ContactMessage } from '@lumenloom/contract';
import { postToSite } from './request.ts';

/** POST /api/contact; only the status of the answer counts. */
export async function sendMessage(body: ContactMessage): Promise<void> {
  await postToSite('/contact', body, {
    refused: () => siteMessages.messageFailed,
    unreachable: siteMessages.messageFailed,
  });
}

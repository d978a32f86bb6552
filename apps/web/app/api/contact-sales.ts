import { siteMessages, type SalesInquiry } from '@lumenloom/contract';
import { postToSite } from './request.ts';

/** POST /api/contact-sales; only the status of the answer counts. */
export async function sendInquiry(body: SalesInquiry): Promise<void> {
  await postToSite('/contact-sales', body, {
    refused: () => siteMessages.messageFailed,
    unreachable: siteMessages.messageFailed,
  });
}

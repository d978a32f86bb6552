import { randomUUID } from 'node:crypto';
import { salesInquirySchema, siteMessages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { parsed } from '../http-problem.ts';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { enqueueFormMails, salesMails } from './form-mails.ts';

/**
 * POST /api/contact-sales: stores the inquiry and queues a confirmation and a notice to the
 * company, in one transaction.
 */
export function contactSalesRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'Asks sales about a product',
    body: documented(salesInquirySchema),
    response: { 200: messageAnswer('The inquiry has arrived'), ...documentedProblems },
  };
  app.post(
    '/api/contact-sales',
    { schema, config: perAddress(config, 5, HOUR_MS) },
    async (request) => {
      const inquiry = parsed(salesInquirySchema, request.body);
      const { acceptedTerms: _, message, ...row } = inquiry;
      const now = app.clock();
      await app.database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('salesInquiries')
          .values({
            id: randomUUID(),
            ...row,
            email: row.email.toLowerCase(),
            message: message ?? null,
            createdAt: now,
          })
          .execute();
        const mails = salesMails(inquiry, config.companyInbox);
        await enqueueFormMails(transaction, app.keyed, mails, now);
      });
      return { message: siteMessages.messageSent };
    },
  );
}
